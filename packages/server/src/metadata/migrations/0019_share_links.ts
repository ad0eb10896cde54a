import type { Migration } from '../migration.js';

/** Links that show a site's dashboard to whoever has them. */
export const shareLinks: Migration = {
  name: '0019_share_links',
  async up(db, columns) {
    const [serial, build] = columns.serial;
    await db.schema
      .createTable('share_links')
      .addColumn('id', serial, build)
      .addColumn('site_id', columns.reference, (column) => column.notNull())
      .addColumn('user_id', columns.reference, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('hint', 'text', (column) => column.notNull())
      .addColumn('created_at', columns.time, (column) => column.notNull())
      .addColumn('expires_at', columns.time)
      .addColumn('last_used_at', columns.time)
      .addColumn('revoked_at', columns.time)
      .execute();
    await db.schema.createIndex('share_links_site').on('share_links').column('site_id').execute();
  },
};
