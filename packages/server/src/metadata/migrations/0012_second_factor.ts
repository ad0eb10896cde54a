import type { Migration } from '../migration.js';

/** What users sign in with beside the password: a secret shared with an app, and codes for when the app is lost. */
export const secondFactor: Migration = {
  name: '0012_second_factor',
  async up(db, columns) {
    await db.schema
      .createTable('second_factors')
      .addColumn('user_id', columns.reference, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', columns.time)
      .addColumn('last_step', columns.time, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('recovery_codes')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', columns.reference, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .execute();
    await db.schema.createIndex('recovery_codes_user').on('recovery_codes').column('user_id').execute();
  },
};
