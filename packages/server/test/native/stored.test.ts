import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CURRENT_COLUMNS } from '../../src/journal/ledger-row.js';
import { NativeBlock } from '../../src/native/block.js';
import type { RowsPath } from '../../src/warehouse/batches.js';
import { COLUMN_TYPES } from '../../src/warehouse/tables/types.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { randomFrom } from '../random.js';
import { randomRows } from './random-rows.js';

/** One takes rows as text, the other in its own format. */
let engines: { text: TestEngine; native: TestEngine };
beforeAll(async () => {
  engines = { text: await startEngine(), native: await startEngine() };
});
afterAll(() => Promise.all([engines.text.stop(), engines.native.stop()]));

const TABLES = ['visits', 'spider_hits', 'events', 'event_ids'] as const;

type Table = (typeof TABLES)[number];

function typed(table: Table, columns: readonly string[]): [name: string, type: string][] {
  return columns.map((name) => [name, COLUMN_TYPES[table]?.[name] ?? '']);
}

/** Leaves rows where the store reads them, in its own format. */
function nativeFile(table: Table, columns: readonly string[], body: Buffer): RowsPath {
  const block = NativeBlock.of(typed(table, columns));
  if (block?.take(body, 0, body.length) !== true) throw new Error(`rows of ${table} are not taken`);
  const path = join(engines.native.warehouse.rowsFolder() ?? '', `${table}.native`);
  writeFileSync(path, Buffer.concat(block.pieces()));
  return { path, format: 'Native' };
}

/** How many rows there are, and what is in these columns of all of them. */
async function contents({ warehouse }: TestEngine, table: Table, columns: readonly string[]): Promise<unknown> {
  const list = columns.map((name) => `toString(${name})`).join(', ');
  const { rows } = await warehouse.query(`SELECT toString(count()) AS num, toString(groupBitXor(cityHash64(${list}))) AS sum FROM ${table}`, {});
  return rows[0];
}

describe("rows in the store's own format", () => {
  it.each(TABLES)('are in %s what they are as text, column by column', async (table) => {
    const columns = CURRENT_COLUMNS[table];
    const body = randomRows(typed(table, columns).map(([, type]) => type), 3_000, randomFrom(7));
    const batch = { table, columns, token: 'a' };
    await engines.text.warehouse.insert({ ...batch, body });
    await engines.native.warehouse.insert({ ...batch, body: nativeFile(table, columns, body) });
    for (const names of [...columns.map((name) => [name]), columns]) {
      const expected = await contents(engines.text, table, names);
      expect(expected).toMatchObject({ num: '3000' });
      expect([names, await contents(engines.native, table, names)]).toEqual([names, expected]);
    }
  });

  it('are one block, and stored once for their token', async () => {
    const columns = ['batch_id', 'id', 'site_id', 'created_at', 'visitor', 'ip'];
    const body = Buffer.from(Array.from({ length: 150_000 }, (_, i) => `[5,"${String(i)}",1,${String(Date.UTC(2009, 0, 1) + i)},"7","::1"]\n`).join(''));
    const batch = { table: 'visits', columns, body: nativeFile('visits', columns, body), token: 'once' };
    const { warehouse } = engines.native;
    await Promise.all([warehouse.insert(batch), warehouse.insert(batch), warehouse.insert(batch)]);
    await warehouse.insert(batch);
    const { rows: parts } = await warehouse.query("SELECT toString(rows) AS rows FROM system.parts WHERE table = 'visits' AND partition = '200901' AND active", {});
    expect(parts).toEqual([{ rows: '150000' }]);
  });

  it('that are cut short are stored not at all', async () => {
    const columns = ['batch_id', 'id', 'site_id', 'created_at', 'visitor', 'ip'];
    const file = nativeFile('visits', columns, Buffer.from(`[9000000000123,"1",1,${String(Date.UTC(2008, 0, 1))},"7","::1"]\n`));
    const bytes = readFileSync(file.path);
    for (const length of [bytes.length - 1, Math.floor(bytes.length / 2), 1]) {
      writeFileSync(file.path, bytes.subarray(0, length));
      await expect(engines.native.warehouse.insert({ table: 'visits', columns, body: file, token: `cut-${String(length)}` })).rejects.toBeInstanceOf(Error);
    }
    const { rows } = await engines.native.warehouse.query('SELECT count() AS num FROM visits WHERE batch_id = 9000000000123', {});
    expect(rows).toEqual([{ num: '0' }]);
  });
});
