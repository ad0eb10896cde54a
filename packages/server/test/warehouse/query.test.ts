import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedAddress } from '../../src/questions/counts.js';
import { fixedAddress } from '../../src/warehouse/connection.js';
import { createWarehouse } from '../../src/warehouse/client.js';
import { randomFrom } from '../random.js';
import { startEngine, type TestEngine } from './start-engine.js';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const SLOW = 'SELECT count() AS n FROM numbers(600) WHERE sleepEachRow(0.05) = 0 SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0';

async function running(): Promise<number> {
  const { rows } = await engine.warehouse.query<{ n: string }>("SELECT count() AS n FROM system.processes WHERE query LIKE '%sleepEachRow%' AND query NOT LIKE '%system.processes%'", {});
  return Number(rows[0]?.n);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 250; i += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it did not come to pass within 5 s');
}

async function endless(): Promise<string | undefined> {
  const { rows } = await engine.warehouse.query<{ n: string }>("SELECT count() AS n FROM system.processes WHERE query LIKE '%numbers(100000000000)%' AND query NOT LIKE '%system.processes%'", {});
  return rows[0]?.n;
}

describe('query', () => {
  it('gives rows, and what they cost', async () => {
    const answer = await engine.warehouse.query('SELECT number % 10 AS k, count() AS n FROM numbers({rows:UInt64}) GROUP BY k ORDER BY k LIMIT 2', { rows: 1_000 });
    expect(answer.rows).toEqual([{ k: 0, n: '100' }, { k: 1, n: '100' }]);
    expect(answer.statistics).toEqual({ elapsed: expect.any(Number) as number, rows_read: 1_000 });
  });

  it('writes addresses as storedAddress does, however many of their groups are zero', async () => {
    const random = randomFrom(3);
    const group = (): string => (random() < 0.55 ? '0000' : random() < 0.3 ? 'ffff' : Math.floor(random() * 65_536).toString(16).padStart(4, '0'));
    const heads = ['', '00000000000000000000ffff', '000000000000000000000000'];
    const hexes = Array.from({ length: 3_000 }, (_, i) => {
      const head = heads[i % 3] ?? '';
      return head + Array.from({ length: 8 }, group).join('').slice(head.length);
    });
    const { rows } = await engine.warehouse.query<{ hex: string; text: string }>('SELECT arrayJoin({hexes:Array(String)}) AS hex, toString(toIPv6(IPv6NumToString(toFixedString(unhex(hex), 16)))) AS text', { hexes });
    expect(rows).toHaveLength(hexes.length);
    expect(rows.map(({ hex }) => [hex, storedAddress(Buffer.from(hex, 'hex'))])).toEqual(rows.map(({ hex, text }) => [hex, text]));
  });

  it('carries values exactly, whatever is in them', async () => {
    const params = { text: "'; DROP TABLE visits -- \\ \n \t {a:b} 中", list: ["a'b", '\\', ''], big: '18446744073709551615', at: '2026-06-30 23:59:59.123', many: Array.from({ length: 20_000 }, (_, i) => `${i}`) };
    const { rows } = await engine.warehouse.query(
      "SELECT {text:String} AS text, {list:Array(String)} AS list, {big:UInt64} AS big, toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at, length({many:Array(UInt64)}) AS many",
      params,
    );
    expect(rows).toEqual([{ text: params.text, list: params.list, big: params.big, at: String(Date.UTC(2026, 5, 30, 23, 59, 59, 123)), many: '20000' }]);
  });

  it('really stops a question in the store when its signal fires', async () => {
    const abort = new AbortController();
    const question = engine.warehouse.query(SLOW, {}, { signal: abort.signal });
    await until(async () => (await running()) === 1);
    const reason = new Error('the reader went away');
    abort.abort(reason);
    await expect(question).rejects.toBe(reason);
    await until(async () => (await running()) === 0);
  });

  it('asks nothing when the signal has fired before', async () => {
    await expect(engine.warehouse.query('SELECT 1', {}, { signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
  });

  it('reads a quiet question bit by bit with one thread, and any other as fast as it can', async () => {
    const settings = "SELECT toUInt32(getSetting('max_threads')) AS threads, toString(getSetting('max_execution_speed')) AS speed, toString(getSetting('timeout_before_checking_execution_speed')) AS unchecked";
    expect((await engine.warehouse.query(settings, {}, { quietly: true })).rows).toEqual([{ threads: 1, speed: '4000000', unchecked: '0' }]);
    expect((await engine.warehouse.query(settings, {})).rows).toMatchObject([{ speed: '0' }]);
    const { rows } = await engine.warehouse.query<{ num: string; sum: string }>('SELECT count() AS num, sum(number) AS sum FROM numbers(1000000)', {}, { quietly: true });
    expect(rows).toEqual([{ num: '1000000', sum: '499999500000' }]);
  });

  it('says too slow after the time given', async () => {
    const from = performance.now();
    await expect(engine.warehouse.query(SLOW, {}, { maxSeconds: 1 })).rejects.toMatchObject({ errorName: 'store.too_slow' });
    expect(performance.now() - from).toBeLessThan(4_000);
    await until(async () => (await running()) === 0);
  });

  it('says that a question is too much when its own memory or rows do not suffice, and answers the next', async () => {
    const caps = { memory: 20_000_000, rows: 1_000 };
    await expect(engine.warehouse.query('SELECT groupArray(number) FROM numbers(100000000)', {}, { caps })).rejects.toMatchObject({ errorName: 'store.too_much' });
    await expect(engine.warehouse.query('SELECT number FROM numbers(1001)', {}, { caps })).rejects.toMatchObject({ errorName: 'store.too_much' });
    const { rows } = await engine.warehouse.query<{ number: string }>('SELECT number FROM numbers(1000)', {}, { caps });
    expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
  });

  it('groups and sorts more than a question may hold in memory', async () => {
    const { rows } = await engine.warehouse.query('SELECT count() AS num FROM (SELECT number, count() FROM numbers(3000000) GROUP BY number ORDER BY number DESC)', {}, { caps: { memory: 150_000_000, rows: 10 } });
    expect(rows).toEqual([{ num: '3000000' }]);
  });

  it('says that the server failed when the SQL is wrong, with the cause for the log only', async () => {
    const failure: unknown = await engine.warehouse.query('SELECT nothing FROM visits', {}).catch((error: unknown) => error);
    expect(failure).toMatchObject({ errorName: 'server.failed', details: {}, cause: { code: '47' } });
  });

  it('never mixes the rows of a failed answer into the next one', async () => {
    for (let i = 0; i < 40; i += 1) {
      const failing = engine.warehouse.query("SELECT number, throwIf(number = 90000, 'stop') FROM numbers(100000)", {});
      await expect(failing).rejects.toMatchObject({ errorName: 'server.failed' });
      expect((await engine.warehouse.query('SELECT {i:UInt8} AS i', { i })).rows).toEqual([{ i }]);
    }
  });

  it.each(['DROP TABLE visits', 'ALTER TABLE visits DELETE WHERE 1', "INSERT INTO visits (id) VALUES (1)", "SELECT * FROM file('/etc/hostname', 'LineAsString')", "SELECT 1 INTO OUTFILE '/tmp/footfall-out'"])(
    'only reads: %s is refused',
    async (sql) => {
      await expect(engine.warehouse.query(sql, {})).rejects.toMatchObject({ errorName: 'server.failed' });
      expect((await engine.warehouse.query('SELECT count() AS n FROM visits', {})).rows).toEqual([{ n: '0' }]);
    },
  );

  it('says unavailable when nothing listens', async () => {
    const nobody = createWarehouse({ source: fixedAddress('http://user:secret@127.0.0.1:9'), log: engine.log, now: Date.now });
    await expect(nobody.query('SELECT 1', {})).rejects.toMatchObject({ errorName: 'store.unavailable' });
    expect(await nobody.ping()).toBe(false);
    await nobody.close();
  });
});

describe('stream', () => {
  it('gives every row, in order', async () => {
    let next = 0;
    for await (const { columns, rows } of engine.warehouse.stream('SELECT toUInt32(number) AS n FROM numbers({rows:UInt64})', { rows: 200_000 })) {
      expect(columns).toEqual(['n']);
      for (const [n] of rows) if (n === next) next += 1;
    }
    expect(next).toBe(200_000);
  });

  it('stops the question when its reader stops reading', async () => {
    for await (const { rows } of engine.warehouse.stream('SELECT number FROM numbers(100000000000)', {})) {
      expect(rows.length).toBeGreaterThan(0);
      expect(await endless()).toBe('1');
      break;
    }
    await until(async () => (await endless()) === '0');
  });
});

describe('fixedAddress', () => {
  it('takes user and password out of the url', () => {
    expect(fixedAddress('https://me:p%40ss@db.example:8443/').current()).toEqual({ url: 'https://db.example:8443', username: 'me', password: 'p@ss' });
    expect(fixedAddress('http://db.example:8123').current()).toEqual({ url: 'http://db.example:8123', username: 'default', password: '' });
  });
});
