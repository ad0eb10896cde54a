import type { Migration } from '../migration.js';

/** Users and their sessions. */
export const accounts: Migration = {
  name: '0001_accounts',
  async up(db, columns) {
    await db.schema
      .createTable('users')
      .addColumn('id', ...columns.serial)
      .addColumn('username', 'text', (column) => column.notNull().unique())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('nickname', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('avatar', 'text', (column) => column.notNull())
      .addColumn('introduction', 'text', (column) => column.notNull())
      .addColumn('roles', 'text', (column) => column.notNull())
      .addColumn('disabled', columns.flag, (column) => column.notNull())
      .addColumn('created_at', columns.time, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('family', 'text', (column) => column.notNull())
      .addColumn('user_id', columns.reference, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', columns.time, (column) => column.notNull())
      .addColumn('last_seen_at', columns.time, (column) => column.notNull())
      .addColumn('expires_at', columns.time, (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('replaced_by', 'text')
      .execute();
    await db.schema.createIndex('sessions_family').on('sessions').column('family').execute();
    await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
    await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute();
  },
};
