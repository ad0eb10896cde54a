import type { Migration } from '../migration.js';

/** What is or was wrong, the messages that told of it, and where they go. */
export const alarms: Migration = {
  name: '0016_alarms',
  async up(db, columns) {
    const [serial, build] = columns.serial;
    await db.schema
      .createTable('alarms')
      .addColumn('id', serial, build)
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('site_id', columns.reference, (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('began_at', columns.time, (column) => column.notNull())
      .addColumn('seen_at', columns.time, (column) => column.notNull())
      .addColumn('ended_at', columns.time)
      .addColumn('told_at', columns.time)
      .addColumn('end_told_at', columns.time)
      .addColumn('value', 'double precision', (column) => column.notNull())
      .addColumn('expected', 'double precision', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('alarms_began').on('alarms').column('began_at').execute();
    await db.schema
      .createTable('alarm_messages')
      .addColumn('id', serial, build)
      .addColumn('at', columns.time, (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('alarm_channels')
      .addColumn('id', serial, build)
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('enabled', columns.flag, (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('recipients', 'text', (column) => column.notNull())
      .addColumn('sent_id', columns.reference, (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('next_at', columns.time, (column) => column.notNull())
      .addColumn('last_at', columns.time)
      .addColumn('last_state', 'text')
      .execute();
  },
};
