import type { Migration } from '../migration.js';

/** What sites leave out, how long they keep the rest, and what becomes of the data of one that was deleted. */
export const websites: Migration = {
  name: '0011_websites',
  async up(db, columns) {
    // One column a statement: SQLite takes no more.
    for (const name of ['excluded_addresses', 'excluded_paths', 'excluded_parameters']) {
      await db.schema.alterTable('sites').addColumn(name, 'text', (column) => column.notNull().defaultTo('[]')).execute();
    }
    await db.schema.alterTable('sites').addColumn('retention_days', 'integer', (column) => column.notNull().defaultTo(0)).execute();
    await db.schema.alterTable('sites').addColumn('mask_addresses', columns.flag, (column) => column.notNull().defaultTo(0)).execute();
    for (const name of ['erase_asked_at', 'erased_at']) await db.schema.alterTable('sites').addColumn(name, columns.time).execute();
    await db.schema
      .createTable('bulk_imports')
      .addColumn('id', ...columns.serial)
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('created_at', columns.time, (column) => column.notNull())
      .addColumn('undone_at', columns.time)
      .addColumn('changes', 'text', (column) => column.notNull())
      .execute();
  },
};
