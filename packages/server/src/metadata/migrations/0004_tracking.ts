import type { Migration } from '../migration.js';

/** How a site wants its visitors to be counted. All off: what a site did before it could choose. */
export const tracking: Migration = {
  name: '0004_tracking',
  async up(db, columns) {
    // One column a statement: SQLite takes no more.
    for (const name of ['respect_dnt', 'canvas_fingerprint', 'visitor_id', 'strip_campaign']) {
      await db.schema.alterTable('sites').addColumn(name, columns.flag, (column) => column.notNull().defaultTo(0)).execute();
    }
  },
};
