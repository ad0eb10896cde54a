import type { Migration } from '../migration.js';

/** Reports that go out by e-mail, and how far each has got. */
export const reportSchedules: Migration = {
  name: '0020_report_schedules',
  async up(db, columns) {
    const [serial, build] = columns.serial;
    await db.schema
      .createTable('report_schedules')
      .addColumn('id', serial, build)
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('enabled', columns.flag, (column) => column.notNull())
      .addColumn('sites', 'text', (column) => column.notNull())
      .addColumn('every', 'text', (column) => column.notNull())
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('hour', 'integer', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('channel_id', columns.reference, (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('recipients', 'text', (column) => column.notNull())
      .addColumn('done_until', columns.time, (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('next_try', columns.time, (column) => column.notNull())
      .addColumn('last_at', columns.time)
      .addColumn('last_state', 'text')
      .addColumn('last_period', 'text', (column) => column.notNull())
      .execute();
  },
};
