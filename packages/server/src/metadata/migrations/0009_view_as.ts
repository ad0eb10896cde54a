import type { Migration } from '../migration.js';

/** The role that an administrator's session looks at the console with. */
export const viewAs: Migration = {
  name: '0009_view_as',
  async up(db) {
    await db.schema.alterTable('sessions').addColumn('viewing', 'text').execute();
  },
};
