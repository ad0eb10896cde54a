import type { Migration } from '../migration.js';

/** The sitemaps of sites, each with the reading of it that is in force; the addresses themselves are in the store of visits. */
export const sitemaps: Migration = {
  name: '0017_sitemaps',
  async up(db, columns) {
    const [serial, build] = columns.serial;
    await db.schema
      .createTable('sitemaps')
      .addColumn('id', serial, build)
      .addColumn('site_id', columns.reference, (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('reading', columns.time, (column) => column.notNull())
      .addColumn('urls', 'integer', (column) => column.notNull())
      .addColumn('left_out', 'integer', (column) => column.notNull())
      .addColumn('files', 'integer', (column) => column.notNull())
      .addColumn('read_at', columns.time, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('sitemaps_name').on('sitemaps').columns(['site_id', 'name']).unique().execute();
  },
};
