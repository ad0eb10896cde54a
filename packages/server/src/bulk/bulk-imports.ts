/**
 * Imports of tables, and taking them back.
 *
 * Invariants: a preview is the import itself in a transaction that is rolled back, so that it says what would happen; an import keeps all
 * of its rows or none; what it changed is kept in the same transaction, and is taken back only where everything still is as it left it.
 */
import { type BulkKind, type BulkRow, FootfallError } from '@footfall/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { BulkImportTable, MetadataTables } from '../metadata/schema.js';
import { readSites, removeSite, updateSite } from '../metadata/site-rows.js';
import { createSpiders } from '../metadata/spiders.js';
import { type Applied, type Change, changes, merged } from './changes.js';
import type { RowCells } from './row-cells.js';
import { applySpider, spiderSnapshot } from './spider-rows.js';
import { applyExclusion, applyWebsite, siteSnapshot } from './website-rows.js';

type Db = Kysely<MetadataTables>;

export interface StoredImport {
  readonly id: number;
  readonly kind: BulkKind;
  readonly file: string;
  readonly username: string;
  /** Milliseconds UTC. */
  readonly createdAt: number;
  readonly undoneAt: number | null;
  readonly added: number;
  readonly edited: number;
}

export interface BulkImports {
  /** What would become of the rows. */
  preview(kind: BulkKind, rows: readonly RowCells[]): Promise<BulkRow[]>;
  /** @throws FootfallError `bulk.refused`, with the rows that are wrong */
  apply(kind: BulkKind, rows: readonly RowCells[], by: { readonly file: string; readonly username: string }): Promise<StoredImport>;
  /** The last ones, the newest first. */
  list(): Promise<StoredImport[]>;
  /** @throws FootfallError `bulk.unknown`, `bulk.changed` with what was changed since */
  undo(id: number): Promise<StoredImport>;
}

const APPLY: Readonly<Record<BulkKind, (db: Db, cells: RowCells, now: number) => Promise<Applied>>> = { websites: applyWebsite, spiders: applySpider, exclusions: applyExclusion };
const SHOWN = 20;
const MOST_NAMED = 20;

/** Ends a transaction without keeping it. */
class RolledBack extends Error {
  constructor(readonly outcomes: readonly BulkRow[]) {
    super('rolled back');
  }
}

/** The fields that a failure names, each with what is wrong with it. */
function fieldsOf({ details: { fields } }: FootfallError): { column: string; message: string }[] {
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field: unknown) => (typeof field === 'object' && field !== null && 'message' in field && 'path' in field ? [{ column: String(field.path).replace(/\.\d+$/u, ''), message: String(field.message) }] : []));
}

function failed(line: number, label: string, error: FootfallError): BulkRow {
  const fields = fieldsOf(error);
  const other = error.details['site'];
  const message = fields.length > 0 ? fields.map((field) => `${field.column}: ${field.message}`).join('; ') : `${error.message}${typeof other === 'string' ? ` (${other})` : ''}`;
  return { line, outcome: 'error', label, error: error.errorName, columns: [...new Set(fields.map(({ column }) => column))], message };
}

/** Applies each row; one that is wrong leaves nothing behind, and the next goes on. */
async function applyRows(db: Db, kind: BulkKind, rows: readonly RowCells[], now: number): Promise<{ outcomes: BulkRow[]; applied: Applied[] }> {
  const outcomes: BulkRow[] = [];
  const applied: Applied[] = [];
  for (const cells of rows) {
    await sql`savepoint bulk_row`.execute(db);
    try {
      const done = await APPLY[kind](db, cells, now);
      applied.push(done);
      outcomes.push({ line: cells.line, outcome: done.outcome, label: done.label, error: '', columns: [], message: '' });
    } catch (error) {
      if (!(error instanceof FootfallError)) throw error;
      await sql`rollback to savepoint bulk_row`.execute(db);
      outcomes.push(failed(cells.line, (cells.get('domain') ?? cells.get('name') ?? '').slice(0, 253), error));
    }
    await sql`release savepoint bulk_row`.execute(db);
  }
  return { outcomes, applied };
}

function importOf(row: Selectable<BulkImportTable>): StoredImport {
  const made = changes.parse(JSON.parse(row.changes));
  const added = made.filter(({ before }) => before === null).length;
  return { id: row.id, kind: row.kind as BulkKind, file: row.file, username: row.username, createdAt: row.created_at, undoneAt: row.undone_at, added, edited: made.length - added };
}

/** What a thing is now, as its snapshot was made; null when it is gone. */
async function currentOf(db: Db, { entity, id }: Change): Promise<unknown> {
  if (entity === 'site') {
    const [site] = await readSites(db, id);
    return site === undefined ? null : siteSnapshot(site);
  }
  const spider = await createSpiders(db, Date.now).byId(id);
  return spider === undefined ? null : spiderSnapshot(spider);
}

async function restore(db: Db, change: Change, now: number): Promise<void> {
  if (change.entity === 'site') {
    if (change.before === null) await removeSite(db, change.id, false, now);
    else await updateSite(db, change.id, change.before);
    return;
  }
  const spiders = createSpiders(db, () => now);
  if (change.before === null) await spiders.remove(change.id);
  else await spiders.edit(change.id, change.before);
}

/** Over the metadata store. */
export function createBulkImports(db: Db, now: () => number): BulkImports {
  return {
    async preview(kind, rows) {
      try {
        return await db.transaction().execute(async (transaction): Promise<never> => {
          throw new RolledBack((await applyRows(transaction, kind, rows, now())).outcomes);
        });
      } catch (error) {
        if (error instanceof RolledBack) return [...error.outcomes];
        throw error;
      }
    },

    apply: (kind, rows, { file, username }) =>
      db.transaction().execute(async (transaction) => {
        const { outcomes, applied } = await applyRows(transaction, kind, rows, now());
        const wrong = outcomes.filter(({ outcome }) => outcome === 'error');
        if (wrong.length > 0) throw new FootfallError('bulk.refused', { rows: wrong.slice(0, MOST_NAMED), num: wrong.length });
        const row = await transaction
          .insertInto('bulk_imports')
          .values({ kind, file, username, created_at: now(), undone_at: null, changes: JSON.stringify(merged(applied)) })
          .returningAll()
          .executeTakeFirstOrThrow();
        return importOf(row);
      }),

    async list() {
      return (await db.selectFrom('bulk_imports').selectAll().orderBy('id', 'desc').limit(SHOWN).execute()).map(importOf);
    },

    undo: (id) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction.updateTable('bulk_imports').set({ undone_at: now() }).where('id', '=', id).where('undone_at', 'is', null).returningAll().executeTakeFirst();
        if (row === undefined) throw new FootfallError('bulk.unknown');
        const made = changes.parse(JSON.parse(row.changes));
        const changed: string[] = [];
        for (const change of made) {
          const current = await currentOf(transaction, change);
          if (JSON.stringify(current) !== JSON.stringify(change.after)) changed.push(change.entity === 'site' ? change.after.domain : change.after.name);
        }
        if (changed.length > 0) throw new FootfallError('bulk.changed', { changed: changed.slice(0, MOST_NAMED), num: changed.length });
        for (const change of made.toReversed()) await restore(transaction, change, now());
        return importOf(row);
      }),
  };
}
