/**
 * Brings the metadata store to the newest shape.
 *
 * Invariants: a migration runs at most once per store; all missing ones run in one transaction, so a crash leaves the
 * store as it was; of several processes that start together one migrates and the others wait and find nothing to do.
 * A migration that was released is never edited: what it made is on operators' disks.
 */
import { type Kysely, sql } from 'kysely';
import { columnsOf, type DialectName } from './dialect.js';
import type { Migration } from './migration.js';
import { accounts } from './migrations/0001_accounts.js';
import { sites } from './migrations/0002_sites.js';
import { rules } from './migrations/0003_rules.js';
import { tracking } from './migrations/0004_tracking.js';
import { apiKeys } from './migrations/0005_api_keys.js';
import { people } from './migrations/0006_people.js';
import { clientErrors } from './migrations/0007_client_errors.js';
import { views } from './migrations/0008_views.js';
import { viewAs } from './migrations/0009_view_as.js';
import { spiderRuns } from './migrations/0010_spider_runs.js';
import { websites } from './migrations/0011_websites.js';
import { secondFactor } from './migrations/0012_second_factor.js';
import { attempts } from './migrations/0013_attempts.js';
import { crawlerHosts } from './migrations/0014_crawler_hosts.js';
import { apiTokens } from './migrations/0015_api_tokens.js';
import { alarms } from './migrations/0016_alarms.js';
import { reportSchedules } from './migrations/0020_report_schedules.js';
import { shareLinks } from './migrations/0019_share_links.js';
import { sitemaps } from './migrations/0017_sitemaps.js';
import { processes } from './migrations/0018_processes.js';
import type { MetadataTables } from './schema.js';

interface MigrationTable {
  name: string;
  applied_at: number;
}

/** In the order they run. */
const MIGRATIONS: readonly Migration[] = [accounts, sites, rules, tracking, apiKeys, people, clientErrors, views, viewAs, spiderRuns, websites, secondFactor, attempts, crawlerHosts, apiTokens, alarms, sitemaps, processes, shareLinks, reportSchedules];

/** Any constant will do, as long as every Footfall takes the same one. */
const ADVISORY_LOCK = 7_346_617;

/**
 * Runs the migrations that the store has not seen, in order.
 * @returns the names of those that ran now, empty when the store was up to date.
 * @throws when the store was made by a newer release, which this one could not read.
 */
export async function migrate(db: Kysely<MetadataTables>, dialect: DialectName, now: () => number): Promise<string[]> {
  // SQLite's write lock is taken before anything is looked at, so that a second process waits instead of failing midway.
  if (dialect === 'sqlite') return db.transaction().execute((transaction) => runMissing(transaction, dialect, now));
  return db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    try {
      await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(connection);
      const ran = await runMissing(connection, dialect, now);
      await sql`commit`.execute(connection);
      return ran;
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

async function runMissing(connection: Kysely<MetadataTables>, dialect: DialectName, now: () => number): Promise<string[]> {
  const columns = columnsOf(dialect);
  await connection.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', columns.time, (column) => column.notNull())
    .execute();
  const journal = connection.withTables<{ migrations: MigrationTable }>();
  const seen = new Set((await journal.selectFrom('migrations').select('name').execute()).map((row) => row.name));
  const unknown = [...seen].filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new Error(`The metadata store was made by a newer Footfall (${unknown.join(', ')}): start that release, or restore an older backup.`);
  }
  const ran: string[] = [];
  for (const migration of MIGRATIONS) {
    if (seen.has(migration.name)) continue;
    await migration.up(connection, columns);
    await journal.insertInto('migrations').values({ name: migration.name, applied_at: now() }).execute();
    ran.push(migration.name);
  }
  return ran;
}
