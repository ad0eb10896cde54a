import type { Migration } from '../migration.js';

/** Sites and the hosts that they answer for. */
export const sites: Migration = {
  name: '0002_sites',
  async up(db, columns) {
    await db.schema
      .createTable('sites')
      .addColumn('id', ...columns.serial)
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('subdomains', columns.flag, (column) => column.notNull())
      .addColumn('is_stat', columns.flag, (column) => column.notNull())
      .addColumn('time_zone', 'text')
      .addColumn('created_at', columns.time, (column) => column.notNull())
      .addColumn('deleted_at', columns.time)
      .execute();
    await db.schema
      .createTable('site_hosts')
      .addColumn('host', 'text', (column) => column.primaryKey())
      .addColumn('site_id', columns.reference, (column) => column.notNull().references('sites.id').onDelete('cascade'))
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('is_alias', columns.flag, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('site_hosts_site').on('site_hosts').column('site_id').execute();
  },
};
