import type { Migration } from '../migration.js';

/** Spider rules that were applied back in time: what was moved, how far it got, and what can be undone. */
export const spiderRuns: Migration = {
  name: '0010_spider_runs',
  async up(db, columns) {
    await db.schema
      .createTable('spider_runs')
      .addColumn('id', ...columns.serial)
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('spider_id', columns.reference, (column) => column.notNull())
      .addColumn('rule', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('stage', 'text', (column) => column.notNull())
      .addColumn('moved', 'text', (column) => column.notNull())
      .addColumn('problem', 'text', (column) => column.notNull())
      .addColumn('created_at', columns.time, (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('finished_at', columns.time)
      .addColumn('undone_at', columns.time)
      .addColumn('undone_by', 'text', (column) => column.notNull())
      .addColumn('forgotten_at', columns.time)
      .execute();
  },
};
