import type { Migration } from '../migration.js';

/** Saved views of screens, and the columns that users chose for tables. */
export const views: Migration = {
  name: '0008_views',
  async up(db, columns) {
    await db.schema
      .createTable('saved_views')
      .addColumn('id', ...columns.serial)
      .addColumn('user_id', columns.reference, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('screen', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('query', 'text', (column) => column.notNull())
      .addColumn('shared', columns.flag, (column) => column.notNull())
      .addColumn('created_at', columns.time, (column) => column.notNull())
      .addColumn('updated_at', columns.time, (column) => column.notNull())
      .addUniqueConstraint('saved_views_name', ['user_id', 'screen', 'name'])
      .execute();
    await db.schema.createIndex('saved_views_screen').on('saved_views').column('screen').execute();
    await db.schema
      .createTable('column_choices')
      .addColumn('user_id', columns.reference, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('table_name', 'text', (column) => column.notNull())
      .addColumn('shown_order', 'text', (column) => column.notNull())
      .addColumn('hidden', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('column_choices_pk', ['user_id', 'table_name'])
      .execute();
  },
};
