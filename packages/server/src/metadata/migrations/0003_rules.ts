import type { Migration } from '../migration.js';

/** Spider rules, settings and the audit log. */
export const rules: Migration = {
  name: '0003_rules',
  async up(db, columns) {
    await db.schema
      .createTable('spiders')
      .addColumn('id', ...columns.serial)
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('keywords', 'text', (column) => column.notNull())
      .addColumn('status', columns.flag, (column) => column.notNull())
      .addColumn('created_at', columns.time, (column) => column.notNull())
      .addColumn('shipped_key', 'text', (column) => column.unique())
      .addColumn('shipped_rule', 'text')
      .addColumn('deleted_at', columns.time)
      .execute();
    await db.schema
      .createTable('settings')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('audit_log')
      .addColumn('id', ...columns.serial)
      .addColumn('at', columns.time, (column) => column.notNull())
      .addColumn('user_id', columns.reference)
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('audit_log_at').on('audit_log').column('at').execute();
  },
};
