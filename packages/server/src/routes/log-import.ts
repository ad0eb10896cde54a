/** Access logs through the console: begin an upload, send its parts, end it. */
import { FootfallError, type endpoints, LOG_PART_BYTES } from '@footfall/contract';
import { type HandlersOf, userOf } from '../http/handler.js';
import type { Audit } from '../metadata/audit.js';
import type { Uploads } from '../uploads.js';
import { writeDownIn } from './audited.js';

export interface LogImportDeps {
  readonly uploads: Uploads;
  readonly directory: { byDomain(domain: string): { readonly domain: string } | undefined };
  readonly audit: Pick<Audit, 'record'>;
}

export function logImportRoutes({ uploads, directory, audit }: LogImportDeps): HandlersOf<typeof endpoints.logImport> {
  const writeDown = writeDownIn(audit);
  return {
    formats: async () => ({ list: uploads.formats() }),

    async start({ domain, name, format, date_format: dateFormat, time_format: timeFormat, crawlers_only: crawlersOnly, dry_run: dryRun }, context) {
      const user = userOf(context);
      const site = directory.byDomain(domain);
      if (site === undefined) throw new FootfallError('site.unknown');
      const id = uploads.start({ userId: user.id, domain: site.domain, name, format, dateFormat, timeFormat, crawlersOnly, dryRun });
      if (!dryRun) await writeDown(context, 'log.import', site.domain, { name });
      return { id };
    },

    async part({ id, at, data }, context) {
      const bytes = Buffer.from(data, 'base64');
      if (bytes.length > LOG_PART_BYTES) throw new FootfallError('request.too_large');
      return uploads.part(userOf(context).id, id, at, bytes);
    },

    finish: async ({ id }, context) => uploads.finish(userOf(context).id, id),

    async cancel({ id }, context) {
      await uploads.cancel(userOf(context).id, id);
      return null;
    },
  };
}
