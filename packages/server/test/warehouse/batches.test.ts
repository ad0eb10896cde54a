import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RowsPath } from '../../src/warehouse/batches.js';
import { StoreRejected, StoreUnavailable } from '../../src/warehouse/failures.js';
import { IS_SHARDED, SHARES_FILES, startEngine, type TestEngine } from './start-engine.js';

const COLUMNS = ['batch_id', 'id', 'site_id', 'created_at', 'visitor', 'ip'];
const JUNE = Date.UTC(2026, 5, 30, 23, 59, 59, 123);

function rows(batch: number, length: number, at: (i: number) => number = (i) => JUNE + i): Buffer {
  const lines = Array.from({ length }, (_, i) => JSON.stringify([batch, `1844674407370955${String(batch * 100_000 + i).padStart(4, '0').slice(-4)}`, 1, at(i), String(i), '203.0.113.7']));
  return Buffer.from(`${lines.join('\n')}\n`);
}

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

async function count(batch: number): Promise<number> {
  const { rows: [row] } = await engine.warehouse.query<{ n: string }>('SELECT count() AS n FROM visits WHERE batch_id = {batch:UInt64}', { batch });
  return Number(row?.n);
}

describe('insert', () => {
  it('keeps milliseconds, 64-bit ids and addresses to the last digit', async () => {
    const body = Buffer.from(`${JSON.stringify([1, '18446744073709551615', 1, JUNE, '18446744073709551614', '203.0.113.7'])}\n`);
    await engine.warehouse.insert({ table: 'visits', columns: COLUMNS, body, token: 't-1' });
    const { rows: stored } = await engine.warehouse.query('SELECT id, visitor, toString(ip) AS ip, toUnixTimestamp64Milli(created_at) AS at FROM visits WHERE batch_id = 1', {});
    expect(stored).toEqual([{ id: '18446744073709551615', visitor: '18446744073709551614', ip: '::ffff:203.0.113.7', at: String(JUNE) }]);
  });

  it('stores a batch once however often it is sent under its token', async () => {
    const batch = { table: 'visits', columns: COLUMNS, body: rows(2, 20_000), token: 't-2' };
    for (let i = 0; i < 4; i += 1) await engine.warehouse.insert(batch);
    expect(await count(2)).toBe(20_000);
  });

  it('stores a batch once when several send it at the same time', async () => {
    const batch = { table: 'visits', columns: COLUMNS, body: rows(3, 5_000), token: 't-3' };
    await Promise.all(Array.from({ length: 6 }, () => engine.warehouse.insert(batch)));
    expect(await count(3)).toBe(5_000);
  });

  it.skipIf(IS_SHARDED)('makes one block of a batch larger than any segment, so that the token covers all of it', async () => {
    const body = rows(5, 150_000, (i) => Date.UTC(2009, 0, 1) + i);
    await engine.warehouse.insert({ table: 'visits', columns: COLUMNS, body, token: 't-5' });
    const { rows: parts } = await engine.warehouse.query("SELECT name, toString(rows) AS rows FROM system.parts WHERE table = 'visits' AND partition = '200901' AND active", {});
    expect(parts).toEqual([{ name: '200901_1_1_0', rows: '150000' }].map((part) => ({ ...part, name: expect.stringMatching(/^200901_(\d+)_\1_0$/u) as string })));
  });

  it('tells equal rows of different batches apart by their tokens', async () => {
    const body = rows(6, 10);
    await engine.warehouse.insert({ table: 'visits', columns: COLUMNS, body, token: 't-6' });
    await engine.warehouse.insert({ table: 'visits', columns: COLUMNS, body, token: 't-6-again' });
    expect(await count(6)).toBe(20);
  });

  it.each([
    ['text in a number', '[7,"x",1,0,"1","::1"]\n'],
    ['a number out of range', '[7,"1",-5,0,"1","::1"]\n'],
    ['no address', '[7,"1",1,0,"1","not an ip"]\n'],
    ['too few values', '[7,"1",1]\n'],
    ['not JSON', 'nonsense\n'],
    ['a torn row', '[7,"1",1,0,"1","::1"'],
  ])('rejects a batch with %s, and stores none of it', async (_, line) => {
    const body = Buffer.concat([rows(7, 50), Buffer.from(line)]);
    await expect(engine.warehouse.insert({ table: 'visits', columns: COLUMNS, body, token: `t-7-${line}` })).rejects.toBeInstanceOf(StoreRejected);
    expect(await count(7)).toBe(0);
  });

  it.skipIf(!SHARES_FILES)('takes a batch of many bytes, as a body or in a file: once for its token, whole or not at all', async () => {
    const folder = engine.warehouse.rowsFolder() ?? '';
    const named = (name: string, bytes: Buffer): RowsPath => {
      writeFileSync(join(folder, name), bytes);
      return { path: join(folder, name), format: 'JSONCompactEachRow' };
    };
    const body = rows(10, 20_000);
    const batch = { table: 'visits', columns: COLUMNS, token: 't-10' };
    expect(body.length).toBeGreaterThan(1_000_000);
    const file = named('ten', body);
    await Promise.all([engine.warehouse.insert({ ...batch, body }), engine.warehouse.insert({ ...batch, body: file }), engine.warehouse.insert({ ...batch, body: file })]);
    expect(await count(10)).toBe(20_000);
    const bad = Buffer.concat([rows(11, 20_000), Buffer.from('[11,"x",1,0,"1","::1"]\n')]);
    await expect(engine.warehouse.insert({ ...batch, body: bad, token: 't-11' })).rejects.toBeInstanceOf(StoreRejected);
    await expect(engine.warehouse.insert({ ...batch, body: named('eleven', bad), token: 't-11-file' })).rejects.toBeInstanceOf(StoreRejected);
    expect(await count(11)).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(['eleven', 'ten']);
  });

  it.skipIf(!SHARES_FILES)('does not blame the rows for a file that is gone, and stores nothing', async () => {
    const path = join(engine.warehouse.rowsFolder() ?? '', 'gone');
    await expect(engine.warehouse.insert({ table: 'visits', columns: COLUMNS, body: { path, format: 'JSONCompactEachRow' }, token: 't-12' })).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await count(12)).toBe(0);
  });

  it('does not blame the rows for a table that is not there', async () => {
    await expect(engine.warehouse.insert({ table: 'nowhere', columns: COLUMNS, body: rows(8, 1), token: 't-8' })).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('takes no name that is not one', async () => {
    const batch = { table: 'visits', columns: ['id) SELECT 1 --'], body: rows(9, 1), token: 't-9' };
    await expect(engine.warehouse.insert(batch)).rejects.toThrow('not a column name');
  });
});

describe('deleteBatches', () => {
  it('removes the batches named, all of their rows and no others', async () => {
    for (const id of [20, 21, 22]) await engine.warehouse.insert({ table: 'visits', columns: COLUMNS, body: rows(id, 300), token: `t-${id}` });
    await engine.warehouse.deleteBatches('visits', [20, 22, 999]);
    expect([await count(20), await count(21), await count(22)]).toEqual([0, 300, 0]);
  });

  it('lets a deleted batch be stored again under a fresh token, and only under a fresh one', async () => {
    const batch = { table: 'visits', columns: COLUMNS, body: rows(23, 300) };
    await engine.warehouse.insert({ ...batch, token: 't-23' });
    await engine.warehouse.deleteBatches('visits', [23]);
    await engine.warehouse.insert({ ...batch, token: 't-23' });
    expect(await count(23)).toBe(0);
    await engine.warehouse.insert({ ...batch, token: 't-23-1' });
    expect(await count(23)).toBe(300);
  });

  it.skipIf(IS_SHARDED)('rewrites nothing when the batches are not there', async () => {
    const mutations = async (): Promise<string | undefined> =>
      (await engine.warehouse.query<{ n: string }>("SELECT count() AS n FROM system.mutations WHERE table = 'visits'", {})).rows[0]?.n;
    const before = await mutations();
    await engine.warehouse.deleteBatches('visits', [123_456]);
    await engine.warehouse.deleteBatches('visits', []);
    expect(await mutations()).toBe(before);
  });
});

// Last, because it leaves a part a month behind, and a deletion looks at every part.
describe('insert over many months', () => {
  it.skipIf(IS_SHARDED)('stores a batch once, as one part a month', async () => {
    // One more than the store takes in one block unless told otherwise (max_partitions_per_insert_block).
    const months = 101;
    const batch = { table: 'visits', columns: COLUMNS, body: rows(4, 2_020, (i) => Date.UTC(2010, i % months, 2)), token: 't-4' };
    await engine.warehouse.insert(batch);
    await engine.warehouse.insert(batch);
    expect(await count(4)).toBe(2_020);
    const { rows: parts } = await engine.warehouse.query<{ parts: string; most: string }>(
      "SELECT count() AS parts, max(n) AS most FROM (SELECT partition, count() AS n FROM system.parts WHERE table = 'visits' AND active AND partition BETWEEN '201001' AND '202012' GROUP BY partition)",
      {},
    );
    expect(parts).toEqual([{ parts: String(months), most: '1' }]);
  }, 60_000);
});
