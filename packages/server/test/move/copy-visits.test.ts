import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVisitsCopier, type VisitsCopier } from '../../src/move/copy-visits.js';
import { type Copies, COPIED_TABLES, NOT_COPIED } from '../../src/warehouse/copies.js';
import { fill, makeWorldRecords, openHistory } from '../spider-history/world.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';

/*
 * Rows of every table from one engine to another, which stands in for a ClickHouse server, and over shards. What came out is held to a plain reading of all rows.
 */
let from: TestEngine;
const targets: TestEngine[] = [];
const signal = new AbortController().signal;

/** Every row with every value, in an order of its own. */
async function allRows({ warehouse }: TestEngine): Promise<Record<string, readonly string[]>> {
  const tables: Record<string, readonly string[]> = {};
  for (const table of COPIED_TABLES) {
    const { rows } = await warehouse.query<{ line: string }>(`SELECT toJSONString(tuple(*)) AS line FROM ${table} ORDER BY line`, {});
    tables[table] = rows.map(({ line }) => line);
  }
  return tables;
}

async function newTarget(place: 'child' | 'sharded'): Promise<TestEngine> {
  const target = await startEngine({ place });
  targets.push(target);
  return target;
}

/** Rounds until nothing differs; how many rows were copied in each. */
async function copyAll(copier: VisitsCopier): Promise<number[]> {
  const copied: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const done = await copier.round();
    copied.push(done.copied);
    if (done.slices === 0) return copied;
  }
  throw new Error(`never equal: ${copied.join(', ')}`);
}

/** Slices so small that there are many. */
const inSmallSlices = (copies: Copies): Copies => ({ ...copies, rowsAtOnce: () => 700 });
const copierTo = (target: TestEngine, progress: () => void = () => undefined): VisitsCopier => createVisitsCopier({ from: inSmallSlices(from.warehouse.copies), to: target.warehouse.copies, progress, signal });

beforeAll(async () => {
  from = await startEngine({ place: 'child' });
  await fill(from, makeWorldRecords());
  const minute = 1_763_700_000;
  const ledger = Array.from({ length: 300 }, (_, i) => `${JSON.stringify([7 + (i % 5), i % 6, minute - (i % 50) * 60, i % 3 === 0 ? 'refused' : 'received', i % 3 === 0 ? 'duplicate' : '', i])}\n`).join('');
  await from.warehouse.insert({ table: 'ledger', columns: ['batch_id', 'site_id', 'minute', 'outcome', 'reason', 'num'], body: Buffer.from(ledger), token: 'ledger' });
  await from.warehouse.insert({ table: 'event_ids', columns: ['batch_id', 'site_id', 'id'], body: Buffer.from(Array.from({ length: 900 }, (_, i) => `${JSON.stringify([i % 9, 1, String(i)])}\n`).join('')), token: 'ids' });
  const listed = Array.from({ length: 700 }, (_, i) => ({ url: `https://one.example/page-${String(i)}`, publishedAt: (minute - i * 3_600) * 1_000 }));
  for (const [staging, reading] of [[11, 12], [13, 14]] as const) {
    await from.warehouse.sitemapUrls.stage(1, staging, listed.slice(reading), 0);
    await from.warehouse.sitemapUrls.publish(1, staging, reading, reading === 14 ? [12] : []);
  }
  // A rule applied back in time, so that rows are set aside, deleted and inserted anew.
  const history = await openHistory(from);
  const rule = await history.spiders.add({ type: 'other', name: 'Lumo', keywords: ['lumo'], enabled: true });
  const process = await history.process();
  await process.apply(rule.id);
  await process.settled();
  await process.end();
}, 120_000);
afterAll(async () => {
  for (const engine of [from, ...targets]) await engine.stop();
});

it('every table of the schema is copied, or known to be none of anybody', async () => {
  const { rows } = await from.warehouse.query<{ name: string }>("SELECT name FROM system.tables WHERE database = 'footfall'", {});
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...COPIED_TABLES, ...NOT_COPIED].toSorted());
  const counts = Object.entries(await allRows(from)).map(([table, lines]) => [table, lines.length > 0]);
  expect(counts).toEqual(COPIED_TABLES.map((table) => [table, true]));
});

describe.each(['child', 'sharded'] as const)('copying into a store (%s)', (place) => {
  let to: TestEngine;
  beforeAll(async () => {
    to = await newTarget(place);
  }, 60_000);

  it('brings every row of every table, and finds them equal', { timeout: 120_000 }, async () => {
    const copier = copierTo(to);
    const [first, second] = await copyAll(copier);
    const rows = await allRows(from);
    const total = Object.values(rows).reduce((sum, lines) => sum + lines.length, 0);
    expect([first, second]).toEqual([total, 0]);
    expect(await allRows(to)).toEqual(rows);
    expect(copier.equal().reduce((sum, { rows: num }) => sum + num, 0)).toBe(total);
    // Nothing has changed since: nothing is read again, once parts are merged no more.
    await expect.poll(() => copier.round(), { timeout: 30_000 }).toEqual({ copied: 0, slices: 0, compared: 0 });
  });

  it('catches up with what comes, changes and goes', { timeout: 120_000 }, async () => {
    const session = place === 'child' ? '4242' : '4343';
    const copier = copierTo(to);
    await copyAll(copier);
    const { rows: some } = await from.warehouse.query<{ site_id: number; visitor: string; at: string }>('SELECT site_id, visitor, toUnixTimestamp64Milli(created_at) AS at FROM visits ORDER BY id LIMIT 3', {});
    await from.warehouse.fixSessions(some.map(({ site_id: siteId, visitor, at }) => ({ siteId, visitor, at: Number(at), sessionId: session, entryUrl: 'https://entry.example/' })));
    expect(await copyAll(copier)).not.toEqual([0]);
    await from.warehouse.eraseVisitor({ siteIds: [1, 2, 3], type: 'fingerprint', value: 'none', visitor: some[0]?.visitor ?? '' });
    await from.warehouse.insert({ table: 'event_ids', columns: ['batch_id', 'site_id', 'id'], body: Buffer.from('[77,1,"77"]\n'), token: `late-${place}` });
    expect(await copyAll(copier)).not.toEqual([0]);
    const rows = await allRows(from);
    expect(rows['visits']?.filter((line) => line.includes(`"${session}"`)).length).toBeGreaterThan(0);
    expect(await allRows(to)).toEqual(rows);
  });

  it('goes on from wherever it was broken off', { timeout: 120_000 }, async () => {
    for (const table of ['visits', 'spider_hits', 'events', 'event_ids']) {
      const { rows } = await to.warehouse.query<{ batch: string }>(`SELECT DISTINCT toString(batch_id) AS batch FROM ${table} WHERE batch_id % 2 = 0`, {});
      await to.warehouse.deleteBatches(table, rows.map(({ batch }) => Number(batch)));
    }
    const ends: string[] = [];
    for (;;) {
      let slices = 0;
      const breaking: Copies = {
        ...to.warehouse.copies,
        async store(table, rows) {
          slices += 1;
          if (slices < 2) return to.warehouse.copies.store(table, rows);
          rows.destroy();
          throw new Error('the power went');
        },
      };
      const copier = createVisitsCopier({ from: inSmallSlices(from.warehouse.copies), to: breaking, progress: () => undefined, signal });
      const ended = await copyAll(copier).then(() => 'equal', (error: unknown) => (error instanceof Error ? error.message : 'unknown'));
      ends.push(ended);
      if (ended !== 'the power went') break;
    }
    expect(ends.length).toBeGreaterThan(1);
    expect(ends.at(-1)).toBe('equal');
    expect(await allRows(to)).toEqual(await allRows(from));
  });
});

it('a value that is absent, and one that is 0, are not the same; nor is a row that is there twice', async () => {
  const [one, other] = [await newTarget('child'), await newTarget('child')];
  const visit = (batch: number, cores: number | null): string => `${JSON.stringify([batch, '1', 1, 1_763_700_000_000, cores])}\n`;
  const columns = ['batch_id', 'id', 'site_id', 'created_at', 'cpu_cores'];
  const insert = (store: TestEngine, body: string, token: string): Promise<void> => store.warehouse.insert({ table: 'visits', columns, body: Buffer.from(body), token });
  await insert(one, visit(1, null) + visit(2, 4), 'a');
  await insert(other, visit(1, 0) + visit(2, 4) + visit(2, 4), 'b');
  const copier = createVisitsCopier({ from: one.warehouse.copies, to: other.warehouse.copies, progress: () => undefined, signal });
  expect(await copier.round()).toMatchObject({ copied: 2, slices: 1 });
  expect(await allRows(other)).toEqual(await allRows(one));
  expect((await copier.round()).slices).toBe(0);
});

it('ends between two slices when it is told to', async () => {
  const to = await newTarget('child');
  const end = new AbortController();
  const copier = createVisitsCopier({ from: inSmallSlices(from.warehouse.copies), to: to.warehouse.copies, progress: () => end.abort(new Error('enough')), signal: end.signal });
  await expect(copier.round()).rejects.toThrow('enough');
});
