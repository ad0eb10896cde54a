import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from '../../src/warehouse/connection.js';
import { migrate } from '../../src/warehouse/migrate.js';
import { MIGRATIONS } from '../../src/warehouse/migrations.js';
import type { SessionFix } from '../../src/warehouse/session-fixes.js';
import { startEngine, type TestEngine } from './start-engine.js';

const T = Date.UTC(2026, 5, 1);
const ROWS = 40_000;
let engine: TestEngine;

/** A visit a minute over four weeks, of 100 visitors, all in session 1 with entry page /old. */
async function insert(batch: number, from: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => `${JSON.stringify([batch, String(from + at + 1), 1, T + (from + at) * 60_000, String((from + at) % 100), '1', '/old'])}\n`);
  await engine.warehouse.insert({ table: 'visits', columns: ['batch_id', 'id', 'site_id', 'created_at', 'visitor', 'session_id', 'entry_url'], body: Buffer.from(rows.join('')), token: `batch-${String(batch)}` });
}

const fix = (row: number, session: number): SessionFix => ({ siteId: 1, visitor: String(row % 100), at: T + row * 60_000, sessionId: String(session), entryUrl: `/new-${String(session)}` });

async function counts(): Promise<Record<string, number>> {
  const { rows } = await engine.warehouse.query<{ what: string; num: string }>("SELECT concat(toString(session_id), ' ', entry_url) AS what, count() AS num FROM visits GROUP BY what", {});
  return Object.fromEntries(rows.map(({ what, num }) => [what, Number(num)]));
}

async function again(): Promise<void> {
  const until = performance.now() + 15_000;
  while (!(await engine.warehouse.ping())) {
    if (performance.now() > until) throw new Error('the engine did not come back');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

beforeAll(async () => {
  engine = await startEngine({ migrate: false });
  const connection = openConnection(engine.supervisor, 'footfall', engine.log);
  const bootstrap = openConnection(engine.supervisor, 'default', engine.log);
  const options = { connection, bootstrap, database: 'footfall', topology: { kind: 'single' }, log: engine.log, now: Date.now } as const;
  // As an installation of an earlier version left them: stored and merged before rows could be changed.
  await migrate({ ...options, migrations: MIGRATIONS.filter(({ id }) => id < 4) });
  await insert(1, 0, ROWS / 2);
  await insert(2, ROWS / 2, ROWS / 4);
  await connection.client().command({ query: 'OPTIMIZE TABLE visits FINAL' });
  await migrate(options);
  await connection.close();
  await bootstrap.close();
  await insert(3, (3 * ROWS) / 4, ROWS / 4);
});
afterAll(() => engine.stop());

describe('sessions of stored visits', () => {
  it('are changed where they are named and nowhere else, in old rows and new ones, and stay so after a kill', async () => {
    const named = [0, 1, 2, 19_999, 20_000, 29_999, 30_000, 39_999];
    await engine.warehouse.fixSessions(named.map((row) => fix(row, row + 10)));
    const expected = Object.fromEntries([['1 /old', ROWS - named.length], ...named.map((row) => [`${row + 10} /new-${row + 10}`, 1])]);
    expect(await counts()).toEqual(expected);
    const { rows } = await engine.warehouse.query<{ id: string }>('SELECT id FROM visits WHERE session_id != 1 ORDER BY id', {});
    expect(rows.map(({ id }) => Number(id) - 1)).toEqual(named);
    process.kill(engine.supervisor.pid() ?? 0, 'SIGKILL');
    await again();
    expect(await counts()).toEqual(expected);
    expect((await engine.warehouse.query('SELECT * FROM session_fixes', {})).rows).toEqual([]);
  });

  it('are old or new, never torn, when the engine is killed in the middle, and new when it is done again', async () => {
    const all = Array.from({ length: ROWS }, (_, row) => row);
    for (let round = 2; round < 8; round += 1) {
      const fixes = all.map((row) => fix(row, 100 * round));
      const change = engine.warehouse.fixSessions(fixes).then(() => 'done', () => 'cut off');
      await new Promise((resolve) => setTimeout(resolve, 60 * round));
      process.kill(engine.supervisor.pid() ?? 0, 'SIGKILL');
      await change;
      await again();
      await engine.warehouse.sessionFixesDone();
      const between = await counts();
      expect(Object.values(between).reduce((sum, num) => sum + num, 0)).toBe(ROWS);
      for (const what of Object.keys(between)) expect(what === '1 /old' || /^(\d+) \/new-\1$/u.test(what)).toBe(true);
      await engine.warehouse.fixSessions(fixes);
      expect(await counts()).toEqual({ [`${100 * round} /new-${100 * round}`]: ROWS });
    }
  });

  it('keep what they were changed to when the table is merged and when other batches are deleted', async () => {
    await engine.warehouse.fixSessions([fix(5, 7)]);
    await engine.warehouse.deleteBatches('visits', [3]);
    const expected = { '7 /new-7': 1, '700 /new-700': (3 * ROWS) / 4 - 1 };
    expect(await counts()).toEqual(expected);
    const connection = openConnection(engine.supervisor, 'footfall', engine.log);
    await connection.client().command({ query: 'OPTIMIZE TABLE visits FINAL' });
    await connection.close();
    expect(await counts()).toEqual(expected);
    await insert(4, (3 * ROWS) / 4, ROWS / 4);
    expect(await counts()).toEqual({ ...expected, '1 /old': ROWS / 4 });
  });
});
