/** The columns that a user chose for tables, and their order. */
import { columnChoice, type ColumnChoice } from '@footfall/contract';
import type { Kysely } from 'kysely';
import type { MetadataTables } from './schema.js';

export interface ColumnChoices {
  /** By table. */
  list(userId: number): Promise<ColumnChoice[]>;
  save(userId: number, choice: ColumnChoice): Promise<void>;
  reset(userId: number, table: string): Promise<void>;
}

/** Tables that one may have chosen for: more than the console has. Choices for others are not kept. */
const MAX_TABLES = 200;

export function createColumnChoices(db: Kysely<MetadataTables>): ColumnChoices {
  return {
    async list(userId) {
      const rows = await db.selectFrom('column_choices').selectAll().where('user_id', '=', userId).execute();
      // Sorted here: a server orders text as its locale has it.
      return rows.toSorted((a, b) => (a.table_name < b.table_name ? -1 : 1)).flatMap((row) => {
        const read = columnChoice.safeParse({ table: row.table_name, order: JSON.parse(row.shown_order) as unknown, hidden: JSON.parse(row.hidden) as unknown });
        return read.success ? [read.data] : [];
      });
    },
    async save(userId, { table, order, hidden }) {
      const values = { shown_order: JSON.stringify([...new Set(order)]), hidden: JSON.stringify([...new Set(hidden)]) };
      const known = await db.selectFrom('column_choices').select('table_name').where('user_id', '=', userId).execute();
      if (known.length >= MAX_TABLES && !known.some((row) => row.table_name === table)) return;
      await db.insertInto('column_choices').values({ user_id: userId, table_name: table, ...values }).onConflict((conflict) => conflict.columns(['user_id', 'table_name']).doUpdateSet(values)).execute();
    },
    async reset(userId, table) {
      await db.deleteFrom('column_choices').where('user_id', '=', userId).where('table_name', '=', table).execute();
    },
  };
}
