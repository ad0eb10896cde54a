import type { Migration } from '../migration.js';

/** Errors of the console, grouped. */
export const clientErrors: Migration = {
  name: '0007_client_errors',
  async up(db, columns) {
    await db.schema
      .createTable('client_errors')
      .addColumn('id', ...columns.serial)
      .addColumn('group_key', 'text', (column) => column.notNull().unique())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('stack', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('browsers', 'text', (column) => column.notNull())
      .addColumn('num', columns.time, (column) => column.notNull())
      .addColumn('first_seen', columns.time, (column) => column.notNull())
      .addColumn('last_seen', columns.time, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('client_errors_seen').on('client_errors').column('last_seen').execute();
  },
};
