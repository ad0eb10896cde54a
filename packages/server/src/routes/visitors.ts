/** One visitor's data: handed out, and erased. For administrators. */
import { Readable } from 'node:stream';
import type { endpoints } from '@footfall/contract';
import { fileName } from '../exports/file.js';
import type { HandlersOf } from '../http/handler.js';
import { resolveScope } from '../http/scope.js';
import type { Audit } from '../metadata/audit.js';
import type { SiteDirectory } from '../metadata/site-directory.js';
import type { VisitorData } from '../visitor-data.js';
import { writeDownIn } from './audited.js';

export interface VisitorDeps {
  readonly visitorData: VisitorData;
  readonly directory: SiteDirectory;
  readonly audit: Pick<Audit, 'record'>;
  readonly now: () => number;
}

async function* linesOf(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** The handlers. What was asked about is written down; an erasure without the value, which is to be gone. */
export function visitorRoutes({ visitorData, directory, audit, now }: VisitorDeps): HandlersOf<typeof endpoints.visitors> {
  const writeDown = writeDownIn(audit);
  return {
    async export({ domain, type, value }, context) {
      const asked = { siteIds: resolveScope(domain, context.user, directory).sites.map(({ id }) => id), type, value };
      const rows = await visitorData.count(asked);
      await writeDown(context, 'visitor.export', value, { ...(domain === '' ? {} : { domain }), rows });
      return {
        filename: `${fileName(domain, 'visitor', undefined, new Date(now()).toISOString())}.jsonl`,
        type: 'application/x-ndjson; charset=utf-8',
        rows,
        body: Readable.from(linesOf(visitorData.rows(asked, context.signal)), { objectMode: false }),
      };
    },

    async erase({ domain, type, value }, context) {
      const removed = await visitorData.erase({ siteIds: resolveScope(domain, context.user, directory).sites.map(({ id }) => id), type, value });
      const total = Object.values(removed).reduce((sum, num) => sum + num, 0);
      await writeDown(context, 'visitor.erase', domain, { rows: total });
      return { removed: { ...removed }, total };
    },
  };
}
