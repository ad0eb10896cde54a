/** A rule applied back in time takes what a plain count says, and giving it back leaves every row as it was. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { plainSessions } from '../session-repair/plain.js';
import { sessionId } from '../../src/enrich/session-id.js';
import { dump, fill, type HistoryWorld, makeWorldRecords, openHistory } from './world.js';

const records = makeWorldRecords();
/** Said by hand: what contains "lumo", but not the longer "lumo deep", which is another rule's. */
const isTaken = (agent: string): boolean => agent.toLowerCase().includes('lumo') && !agent.toLowerCase().includes('lumo deep');
const keep = records.visits.filter(({ user_agent }) => !isTaken(user_agent));
const gone = records.visits.filter(({ user_agent }) => isTaken(user_agent));

let engine: TestEngine;
let world: HistoryWorld;
beforeAll(async () => {
  engine = await startEngine();
  await fill(engine, records);
  world = await openHistory(engine);
});
afterAll(async () => {
  await world.metadata.close();
  await engine.stop();
});

const count = async (sql: string): Promise<number> => Number((await engine.warehouse.query<{ num: string }>(`SELECT count() AS num FROM ${sql}`, {})).rows[0]?.num);

describe('a rule', () => {
  it('applied back in time, takes exactly what it names, from people, other spiders and the unknown, and undone gives all of it back', async () => {
    const deep = await world.spiders.add({ type: 'other', name: 'Deep reader', keywords: ['LUMO deep'], enabled: true });
    const lumo = await world.spiders.add({ type: 'ai_training', name: 'Lumo', keywords: ['Lumo', ' '], enabled: true });
    await world.spiders.add({ type: 'other', name: 'Off', keywords: ['lumospider 2'], enabled: false });
    const before = await dump(engine);
    const server = await world.process();
    const begun = await server.apply(lumo.id);
    expect(begun).toMatchObject({ state: 'staging', createdBy: 'ann', spiderId: lumo.id });
    await expect(server.apply(deep.id)).rejects.toMatchObject({ errorName: 'spider.busy' });
    await server.settled();

    const takenHits = records.hits.filter(({ user_agent }) => isTaken(user_agent));
    const left = new Set(keep.map(({ site_id, visitor }) => `${site_id}/${visitor}`));
    const went = new Set(gone.map(({ site_id, visitor }) => `${site_id}/${visitor}`));
    const takenEvents = records.events.filter(({ site_id, visitor }) => visitor !== '0' && went.has(`${site_id}/${visitor}`) && !left.has(`${site_id}/${visitor}`));
    expect(Math.min(gone.length, takenHits.length, takenEvents.length, keep.length)).toBeGreaterThan(20);
    expect(await world.runs.byId(begun.id)).toMatchObject({
      state: 'applied', problem: '',
      moved: { people: gone.length, spiders: takenHits.filter(({ spider_id }) => spider_id === 900).length, unknown: takenHits.filter(({ spider_id }) => spider_id === 0).length, own: 0, events: takenEvents.length },
    });
    expect(await count('visits')).toBe(keep.length);
    expect(await count('events')).toBe(records.events.length - takenEvents.length);
    expect(await count(`spider_hits WHERE spider_id = ${lumo.id} AND type = 'ai_training' AND name = 'Lumo' AND reason = 'Lumo'`)).toBe(gone.length + takenHits.length);
    expect(await count('spider_hits')).toBe(records.hits.length + gone.length);
    expect(Number((await engine.warehouse.query<{ num: string }>("SELECT sum(num) AS num FROM ledger WHERE outcome = 'refused' AND reason = 'crawler'", {})).rows[0]?.num)).toBe(takenEvents.length);

    const plain = plainSessions(keep.map(({ site_id, visitor, id, created_at, url }) => ({ site: site_id, visitor, id: BigInt(id), at: created_at, url })));
    const expected = plain.flatMap(({ start, entry, visits }) => visits.map(({ site, visitor, id }) => `${site} ${visitor} ${String(id)} ${sessionId(site, visitor, start)} ${entry}`)).toSorted();
    const { rows } = await engine.warehouse.query<{ line: string }>("SELECT concat(toString(site_id), ' ', toString(visitor), ' ', toString(id), ' ', toString(session_id), ' ', entry_url) AS line FROM visits", {});
    expect(rows.map(({ line }) => line).toSorted()).toEqual(expected);
    expect(new Set(expected.map((line) => line.split(' ')[3])).size).not.toBe(new Set(records.visits.map((visit) => visit.session_id)).size);

    await server.undo(begun.id);
    await server.settled();
    expect(await world.runs.byId(begun.id)).toMatchObject({ state: 'undone', undoneBy: 'bob', problem: '' });
    expect(await dump(engine)).toEqual(before);
    await expect(server.undo(begun.id)).rejects.toMatchObject({ errorName: 'spider.run_fixed' });
    await expect(server.undo(4_711)).rejects.toMatchObject({ errorName: 'spider.run_unknown' });
    await server.end();
  });

  it('takes from one that was applied before, and the two are undone one after the other, the later first', async () => {
    const [deep, lumo] = await world.spiders.all();
    const before = await dump(engine);
    const server = await world.process();
    const first = await server.apply(lumo?.id ?? 0);
    await server.settled();
    const between = await dump(engine);
    await world.spiders.edit(deep?.id ?? 0, { keywords: ['LUMO deep', 'lumospider'] });
    const second = await server.apply(deep?.id ?? 0);
    await server.settled();
    expect((await world.runs.byId(second.id))?.moved.spiders).toBeGreaterThan(20);
    await expect(server.undo(first.id)).rejects.toMatchObject({ errorName: 'spider.run_fixed' });
    await server.undo(second.id);
    await server.settled();
    expect(await dump(engine)).toEqual(between);
    await server.undo(first.id);
    await server.settled();
    expect(await dump(engine)).toEqual(before);
    await server.end();
  });

  it('that is off, has no keyword or is none is not applied', async () => {
    const off = (await world.spiders.all()).find(({ enabled }) => !enabled);
    const empty = await world.spiders.add({ type: 'other', name: 'Empty', keywords: [' '], enabled: true });
    const server = await world.process();
    await expect(server.apply(off?.id ?? 0)).rejects.toMatchObject({ errorName: 'spider.disabled' });
    await expect(server.apply(empty.id)).rejects.toMatchObject({ errorName: 'spider.disabled' });
    await expect(server.apply(9_999)).rejects.toMatchObject({ errorName: 'spider.unknown' });
    await server.end();
  });
});
