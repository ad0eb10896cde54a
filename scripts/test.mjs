/**
 * Everything that must hold, suite by suite. The last line is `N passed, N failed`, the sum over all
 * suites; a suite that ran nothing counts as failed. `--suite NAME` (repeatable) runs some only, `--long` adds the
 * long ones, `--rounds N` sets the crash rounds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { ROOT } from './setup/run.mjs';
import { check, runSuites, vitestSuite } from './setup/suites.mjs';
import { ensurePostgres } from './setup/postgres.mjs';
import { ensureBrowser } from './setup/system-packages.mjs';

const { values: options } = parseArgs({
  options: { suite: { type: 'string', multiple: true }, long: { type: 'boolean' }, rounds: { type: 'string' } },
});

const bin = (name) => join(ROOT, 'node_modules/.bin', name);
const report = mkdtempSync(join(tmpdir(), 'footfall-test-'));

const vitest = (name, folder, more) => vitestSuite(name, folder, report, more);

const light = true;

/** Tests again, with accounts, sites and settings on PostgreSQL. */
const onPostgres = (name, folder, only, more = {}) => vitest(name, folder, { ...more, env: { FOOTFALL_TEST_METADATA: 'postgres' }, unless: ensurePostgres, only });

/** What goes against the store alone. */
const STORE = ['batches', 'query', 'tables', 'lookups'].map((name) => `test/warehouse/${name}.test.ts`);

/** On a ClickHouse server, or a cluster of them, that is there. */
const onServers = vitest('clickhouse', 'packages/server', {
  env: { FOOTFALL_TEST_STORE: 'server' },
  unless: async () => (process.env.FOOTFALL_TEST_CLICKHOUSE_URL ? null : 'FOOTFALL_TEST_CLICKHOUSE_URL names no ClickHouse server (docs/scaling.md)'),
  only: [...STORE, ...(process.env.FOOTFALL_TEST_CLICKHOUSE_CLUSTER ? ['test/warehouse/sharded.test.ts'] : [])],
});

/** What promises a time. */
const TIMED = ['first-visit.test.ts'];

const SUITES = [
  // It lasts a minute whatever else is done: the others go by beside it.
  vitest('leak', 'packages/engine', { config: 'vitest.config.leak.ts', light }),
  check('types', bin('tsc'), ['-b', '--pretty', 'false'], { light }),
  check('lint', bin('oxlint'), ['--type-aware', '--deny-warnings'], { light }),
  check('knip', bin('knip'), [], { light }),
  vitest('contract', 'packages/contract', { light }),
  vitest('memory', 'packages/memory', { light }),
  vitest('tracker', 'packages/tracker', { light }),
  vitest('scripts', 'scripts', { light }),
  vitest('console', 'packages/console', { light }),
  vitest('engine', 'packages/engine'),
  vitest('server', 'packages/server'),
  // Again, with the store at an address, as a server is.
  vitest('store-url', 'packages/server', { env: { FOOTFALL_TEST_STORE: 'url' }, only: STORE }),
  vitest('crash', 'packages/server', { config: 'vitest.config.crash.ts', env: options.rounds ? { CRASH_ROUNDS: options.rounds } : {} }),
  vitest('browser', 'e2e', { before: ensureBrowser, except: TIMED }),
  // With nothing beside it: what is asked is how soon a visit is seen, and not how two servers and two browsers share a machine.
  vitest('first-visit', 'e2e', { before: ensureBrowser, only: TIMED }),
  onPostgres('postgres', 'packages/server', ['test/routes/', 'test/http/', 'test/commands/']),
  onPostgres('postgres-browser', 'e2e', ['sign-in'], { before: ensureBrowser }),
];
/** Files of the crash suite again, for longer. */
const longer = (name, file, env) => vitest(name, 'packages/server', { config: 'vitest.config.crash.ts', env, only: [`test/crash/${file}.test.ts`] });
const LONG = [
  longer('faults-long', 'faults', { STOPS: '20', POWER_CUTS: '20', DISK_FILLS: '5', DISK_FULL_SECONDS: '20' }),
  longer('refusing-long', 'refusing', { REFUSE_SECONDS: '600' }),
  longer('move-long', 'move', { MOVE_KILLS: '10', MOVE_VIEWS: '10000' }),
  longer('upgrade-long', 'upgrade', { UPGRADE_SEGMENTS: '400' }),
  vitest('hostile-long', 'packages/server', { env: { IDLE_CLIENTS: '10000' }, only: ['test/limits/hostile-clients.test.ts'] }),
  vitest('crash-long', 'packages/server', { config: 'vitest.config.crash.ts', env: { CRASH_ROUNDS: options.rounds ?? '200' }, only: ['test/crash/crash.test.ts'] }),
  vitest('import-long', 'packages/server', { config: 'vitest.config.crash.ts', env: { IMPORT_LINES: '2000000' }, only: ['test/crash/import.test.ts'] }),
  vitest('repair-long', 'packages/server', { env: { REPAIR_SEEDS: '64' }, only: ['test/session-repair/property.test.ts'] }),
  vitest('rolled-long', 'packages/server', { env: { ROLLED_ROUNDS: '4' }, only: ['test/rolled/equality.test.ts'] }),
  vitest('sharded-long', 'packages/server', { env: { SHARDED_QUESTIONS: '600' }, only: ['test/warehouse/sharded.test.ts'] }),
  onServers,
  onPostgres('postgres-long', 'packages/server', ['test/site-data', 'test/grants', 'test/hostile', 'test/spider-history', 'test/visitor-data', 'test/fuzz']),
  onPostgres('postgres-browser-long', 'e2e', [], { before: ensureBrowser }),
  check('audit', process.execPath, [join(ROOT, 'scripts/audit.mjs')]),
];

await ensureInstalled();
await ensureBuilt();

const suites = [...SUITES, ...(options.long ? LONG : [])].filter(({ name }) => !options.suite || options.suite.includes(name));
const { summary, failed } = await runSuites(suites);
rmSync(report, { recursive: true, force: true });
process.stdout.write(summary);
process.exitCode = failed === 0 ? 0 : 1;
