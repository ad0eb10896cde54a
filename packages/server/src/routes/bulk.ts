/** Websites, spider rules and exclusions from tables, and as tables. */
import type { BulkImport, BulkRow, endpoints, Parsed } from '@footfall/contract';
import type { BulkImports, StoredImport } from '../bulk/bulk-imports.js';
import { bulkSheet, emptySheet } from '../bulk/bulk-sheets.js';
import type { TableReader } from '../bulk/read-table.js';
import { type RowCells, rowsOf } from '../bulk/row-cells.js';
import { fileName, fileOf } from '../exports/file.js';
import { type HandlersOf, userOf } from '../http/handler.js';
import { localTimeIn } from '../http/local-time.js';
import type { Audit } from '../metadata/audit.js';
import type { SiteDirectory } from '../metadata/site-directory.js';
import type { Sites } from '../metadata/sites.js';
import type { Spider, Spiders } from '../metadata/spiders.js';
import { writeDownIn } from './audited.js';

export interface BulkDeps {
  readonly imports: BulkImports;
  readonly reader: TableReader;
  readonly sites: Pick<Sites, 'all'>;
  readonly spiders: Pick<Spiders, 'all'>;
  readonly directory: Pick<SiteDirectory, 'reload' | 'timeZone'>;
  readonly keyDirectory: { reload(): Promise<void> };
  readonly enricher: { useRules(rules: readonly Spider[]): void };
  readonly audit: Pick<Audit, 'record'>;
  readonly now: () => number;
}

type Calls = typeof endpoints.bulk;

const count = (rows: readonly BulkRow[], outcome: BulkRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length;

export function bulkRoutes({ imports, reader, sites, spiders, directory, keyDirectory, enricher, audit, now }: BulkDeps): HandlersOf<Calls> {
  const localTime = localTimeIn(directory.timeZone);
  const writeDown = writeDownIn(audit);

  const answer = ({ id, kind, file, username, createdAt, undoneAt, added, edited }: StoredImport): BulkImport => ({
    id, kind, file, username, added, edited, created_at: localTime(createdAt), undone_at: undoneAt === null ? '' : localTime(undoneAt),
  });

  async function rowsIn({ kind, name, data }: Parsed<Calls['preview']>): Promise<RowCells[]> {
    return rowsOf(kind, await reader.read(name, Buffer.from(data, 'base64')));
  }

  /** The next visit is taken, and the next hit decided, by what was imported or taken back. */
  async function inForce(): Promise<void> {
    await Promise.all([directory.reload(), keyDirectory.reload()]);
    enricher.useRules(await spiders.all());
  }

  return {
    async preview(input) {
      const rows = await imports.preview(input.kind, await rowsIn(input));
      return { rows, added: count(rows, 'add'), edited: count(rows, 'edit'), same: count(rows, 'same'), errors: count(rows, 'error') };
    },

    async apply(input, context) {
      const rows = await rowsIn(input);
      const done = await imports.apply(input.kind, rows, { file: input.name, username: userOf(context).username });
      await inForce();
      await writeDown(context, 'bulk.import', input.name, { id: done.id, kind: done.kind, added: done.added, edited: done.edited });
      return answer(done);
    },

    list: async () => ({ list: (await imports.list()).map(answer) }),

    async undo({ id }, context) {
      const undone = await imports.undo(id);
      await inForce();
      await writeDown(context, 'bulk.undo', undone.file, { id, kind: undone.kind, added: undone.added, edited: undone.edited });
      return answer(undone);
    },

    template: async ({ kind, format }) => fileOf(emptySheet(kind), format, `${kind}_template`, now()),

    export: async ({ kind, format }) => fileOf(bulkSheet(kind, await sites.all(), await spiders.all()), format, fileName('', kind, undefined, localTime(now())), now()),
  };
}
