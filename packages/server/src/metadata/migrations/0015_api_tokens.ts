import type { Migration } from '../migration.js';

/** Tokens with which a user's own programs read what the user may see. */
export const apiTokens: Migration = {
  name: '0015_api_tokens',
  async up(db, columns) {
    const [serial, build] = columns.serial;
    await db.schema
      .createTable('api_tokens')
      .addColumn('id', serial, build)
      .addColumn('user_id', columns.reference, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('hint', 'text', (column) => column.notNull())
      .addColumn('routes', 'text', (column) => column.notNull())
      .addColumn('sites', 'text')
      .addColumn('created_at', columns.time, (column) => column.notNull())
      .addColumn('expires_at', columns.time)
      .addColumn('last_used_at', columns.time)
      .addColumn('revoked_at', columns.time)
      .execute();
    await db.schema.createIndex('api_tokens_user').on('api_tokens').column('user_id').execute();
  },
};
