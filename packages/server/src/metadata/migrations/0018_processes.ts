import type { Migration } from '../migration.js';

/** The processes of an installation that has several, each as it said of itself last. */
export const processes: Migration = {
  name: '0018_processes',
  async up(db, columns) {
    await db.schema
      .createTable('processes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('seen_at', columns.time, (column) => column.notNull())
      .addColumn('taking', columns.flag, (column) => column.notNull())
      .addColumn('complete_up_to', columns.time, (column) => column.notNull())
      .addColumn('waiting_records', columns.time, (column) => column.notNull())
      .addColumn('failing_since', columns.time)
      .execute();
  },
};
