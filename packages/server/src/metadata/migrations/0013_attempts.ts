import type { Migration } from '../migration.js';

/** Failed attempts to sign in, and where from users did: every process counts the same. */
export const attempts: Migration = {
  name: '0013_attempts',
  async up(db, columns) {
    await db.schema
      .createTable('attempts')
      .addColumn('key_hash', 'text', (column) => column.primaryKey())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('wait_until', columns.time, (column) => column.notNull())
      .addColumn('last_at', columns.time, (column) => column.notNull())
      .addColumn('trusted', columns.flag, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('attempts_last').on('attempts').column('last_at').execute();
  },
};
