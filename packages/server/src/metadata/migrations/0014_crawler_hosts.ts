import type { Migration } from '../migration.js';

/** What the domain name system says of addresses that crawlers came from. */
export const crawlerHosts: Migration = {
  name: '0014_crawler_hosts',
  async up(db, columns) {
    await db.schema
      .createTable('crawler_hosts')
      .addColumn('address', 'text', (column) => column.primaryKey())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('checked_at', columns.time, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('crawler_hosts_checked').on('crawler_hosts').column('checked_at').execute();
  },
};
