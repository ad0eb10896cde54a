import type { Migration } from '../migration.js';

/** Keys with which servers send events of a site. */
export const apiKeys: Migration = {
  name: '0005_api_keys',
  async up(db, columns) {
    await db.schema
      .createTable('api_keys')
      .addColumn('id', ...columns.serial)
      .addColumn('site_id', columns.reference, (column) => column.notNull().references('sites.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('key_hash', 'text', (column) => column.notNull().unique())
      .addColumn('hint', 'text', (column) => column.notNull())
      .addColumn('created_at', columns.time, (column) => column.notNull())
      .addColumn('last_used_at', columns.time)
      .addColumn('revoked_at', columns.time)
      .execute();
    await db.schema.createIndex('api_keys_site').on('api_keys').column('site_id').execute();
  },
};
