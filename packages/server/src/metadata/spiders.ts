import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { MetadataTables, SpiderTable } from './schema.js';

export interface Spider {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly keywords: string[];
  readonly enabled: boolean;
  /** Milliseconds UTC. */
  readonly createdAt: number;
  /** The operator's own, following the releases, or shipped and then changed. */
  readonly origin: 'own' | 'shipped' | 'changed';
}

/** What is done to several rules at once. */
export type BulkAction = 'enable' | 'disable' | 'remove';

export interface NewSpider {
  readonly type: string;
  readonly name: string;
  readonly keywords: readonly string[];
  readonly enabled: boolean;
}

/** A rule that the product ships; `key` names it for ever, whatever becomes of its name. */
export interface ShippedRule {
  readonly key: string;
  readonly type: string;
  readonly name: string;
  readonly keywords: readonly string[];
}

export interface Seeded {
  readonly added: number;
  readonly updated: number;
}

export interface Spiders {
  all(): Promise<Spider[]>;
  byId(id: number): Promise<Spider | undefined>;
  add(spider: NewSpider): Promise<Spider>;
  /** @returns the changed rule, or undefined when there is none of that id. */
  edit(id: number, change: Partial<NewSpider>): Promise<Spider | undefined>;
  /** @returns false when there is none of that id. A shipped rule stays removed through later releases. */
  remove(id: number): Promise<boolean>;
  /** Does the same to several rules, in one transaction. @returns those it changed, as they were; ids that are none are passed over */
  bulk(ids: readonly number[], action: BulkAction): Promise<Spider[]>;
  /**
   * Brings in the shipped rules: new ones are added, those that the operator left alone follow the release, those
   * that the operator edited or removed stay as they are. Switching a rule on or off never counts as an edit.
   */
  seedDefaults(rules: readonly ShippedRule[]): Promise<Seeded>;
}

const BULK = 500;
const keywordList = z.array(z.string());

function originOf(row: Selectable<SpiderTable>, keywords: readonly string[]): Spider['origin'] {
  if (row.shipped_key === null) return 'own';
  return row.shipped_rule === content({ type: row.type, name: row.name, keywords }) ? 'shipped' : 'changed';
}

function spiderOf(row: Selectable<SpiderTable>): Spider {
  const keywords = keywordList.parse(JSON.parse(row.keywords));
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    keywords,
    enabled: row.status !== 0,
    createdAt: row.created_at,
    origin: originOf(row, keywords),
  };
}

/** One text for one content, to compare by. */
function content(rule: { type: string; name: string; keywords: readonly string[] }): string {
  return JSON.stringify({ type: rule.type, name: rule.name, keywords: rule.keywords });
}

/** Reads and writes the spider rules. */
export function createSpiders(db: Kysely<MetadataTables>, now: () => number): Spiders {
  return {
    async all() {
      return (await db.selectFrom('spiders').selectAll().where('deleted_at', 'is', null).orderBy('id').execute()).map(spiderOf);
    },
    async byId(id) {
      const row = await db.selectFrom('spiders').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
      return row && spiderOf(row);
    },
    async add({ type, name, keywords, enabled }) {
      const row = await db
        .insertInto('spiders')
        .values({ type, name, keywords: JSON.stringify(keywords), status: enabled ? 1 : 0, created_at: now(), shipped_key: null, shipped_rule: null, deleted_at: null })
        .returningAll()
        .executeTakeFirstOrThrow();
      return spiderOf(row);
    },
    async edit(id, change) {
      const set = {
        ...(change.type === undefined ? {} : { type: change.type }),
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(change.keywords === undefined ? {} : { keywords: JSON.stringify(change.keywords) }),
        ...(change.enabled === undefined ? {} : { status: change.enabled ? 1 : 0 }),
      };
      if (Object.keys(set).length > 0) await db.updateTable('spiders').set(set).where('id', '=', id).where('deleted_at', 'is', null).execute();
      const row = await db.selectFrom('spiders').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
      return row && spiderOf(row);
    },
    async remove(id) {
      const { numUpdatedRows } = await db.updateTable('spiders').set({ deleted_at: now() }).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async bulk(ids, action) {
      return db.transaction().execute(async (transaction) => {
        const rows = await transaction.selectFrom('spiders').selectAll().where('id', 'in', [...ids]).where('deleted_at', 'is', null).orderBy('id').execute();
        const changed = rows.filter(({ status }) => action === 'remove' || (status !== 0) !== (action === 'enable'));
        const set = action === 'remove' ? { deleted_at: now() } : { status: action === 'enable' ? 1 : 0 };
        // A few at a time: SQLite takes a bounded number of values in one statement.
        for (let at = 0; at < changed.length; at += BULK) {
          await transaction.updateTable('spiders').set(set).where('id', 'in', changed.slice(at, at + BULK).map(({ id }) => id)).execute();
        }
        return changed.map(spiderOf);
      });
    },
    async seedDefaults(rules) {
      return db.transaction().execute((transaction) => seed(transaction, rules, now()));
    },
  };
}

async function seed(db: Kysely<MetadataTables>, rules: readonly ShippedRule[], at: number): Promise<Seeded> {
  const rows = await db.selectFrom('spiders').selectAll().where('shipped_key', 'is not', null).execute();
  const known = new Map(rows.map((row) => [row.shipped_key, row]));
  let added = 0;
  let updated = 0;
  for (const rule of rules) {
    const shipped = content(rule);
    const row = known.get(rule.key);
    if (!row) {
      const inserted = await db
        .insertInto('spiders')
        .values({ type: rule.type, name: rule.name, keywords: JSON.stringify(rule.keywords), status: 1, created_at: at, shipped_key: rule.key, shipped_rule: shipped, deleted_at: null })
        .onConflict((conflict) => conflict.column('shipped_key').doNothing())
        .executeTakeFirst();
      added += Number(inserted.numInsertedOrUpdatedRows ?? 0n);
      continue;
    }
    if (row.shipped_rule === shipped) continue;
    const untouched = row.deleted_at === null && row.shipped_rule === content(spiderOf(row));
    await db
      .updateTable('spiders')
      .set(untouched ? { type: rule.type, name: rule.name, keywords: JSON.stringify(rule.keywords), shipped_rule: shipped } : { shipped_rule: shipped })
      .where('id', '=', row.id)
      .execute();
    if (untouched) updated += 1;
  }
  return { added, updated };
}
