/** A process that ends at any point of applying or undoing a rule, while hits go on arriving: what comes after it ends where one without would have. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connection } from '../../src/warehouse/connection.js';
import { openConnection } from '../../src/warehouse/connection.js';
import { createMoves, type Moves } from '../../src/warehouse/moves.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { NOW } from '../truth/records.js';
import { dump, fill, type HistoryWorld, makeWorldRecords, openHistory } from './world.js';

let engine: TestEngine;
let world: HistoryWorld;
let connection: Connection;
const records = makeWorldRecords();
beforeAll(async () => {
  engine = await startEngine();
  await fill(engine, { visits: records.visits.slice(0, 80), hits: records.hits.slice(0, 30), events: records.events.slice(0, 20) });
  world = await openHistory(engine);
  connection = openConnection(engine.supervisor, 'footfall', engine.log);
});
afterAll(async () => {
  await connection.close();
  await world.metadata.close();
  await engine.stop();
});

/** Moves whose n-th statement that changes something is carried out or not, and then heard of no more. */
function dyingMoves(at: number, isCarriedOut: boolean, onDeath: () => void): Moves {
  let statements = 0;
  const dead = new Error('the process has ended');
  const client = new Proxy(connection.client(), {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'command' && name !== 'exec') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return async (...given: unknown[]) => {
        statements += 1;
        if (statements > at) throw dead;
        if (statements < at) return (value as (...all: unknown[]) => unknown).apply(target, given);
        if (isCarriedOut) await (value as (...all: unknown[]) => Promise<unknown>).apply(target, given);
        onDeath();
        throw dead;
      };
    },
  });
  return createMoves({ ...connection, client: () => client, asking: () => connection.asking(), rowsFolder: () => connection.rowsFolder(), close: () => connection.close() }, 'footfall', { kind: 'single' });
}

/** Ends the process as its n-th change is made; another one goes on. Answers with whether it got so far. */
async function interrupted(at: number, isCarriedOut: boolean, begin: (server: Awaited<ReturnType<HistoryWorld['process']>>) => Promise<unknown>): Promise<boolean> {
  let ended: Promise<void> | undefined;
  const server: Awaited<ReturnType<HistoryWorld['process']>> = await world.process(dyingMoves(at, isCarriedOut, () => {
    ended = server.end();
  }));
  await begin(server);
  await server.settled();
  await (ended ?? server.end());
  const next = await world.process();
  await next.settled();
  await next.end();
  return ended !== undefined;
}

it('ends as if nothing had happened, wherever it was interrupted', async () => {
  const { id } = await world.spiders.add({ type: 'ai_training', name: 'Lumo', keywords: ['lumo'], enabled: true });
  const before = await dump(engine);
  const server = await world.process();
  const run = await server.apply(id);
  await server.settled();
  const after = (await world.runs.byId(run.id))?.moved;
  const applied = await dump(engine);
  await server.undo(run.id);
  await server.settled();
  await server.end();
  expect(await dump(engine)).toEqual(before);

  // A ledger row of a run says which run it is of.
  const told = (state: Record<string, readonly string[]>) => ({ ...state, ledger: state['ledger']?.map((line) => line.replace(/"\d{16}"/u, 'run')) });
  // Applied and undone in turn, each interrupted at the next of its changes, heard of by the store or not.
  let steps = 0;
  for (let at = 1; ; at += 1) {
    const reached = await interrupted(at, at % 4 < 2, (one) => one.apply(id));
    const [latest] = await world.runs.all();
    expect([at, latest?.state, latest?.moved]).toEqual([at, 'applied', after]);
    expect(told(await dump(engine))).toEqual(told(applied));
    await interrupted(at, at % 4 >= 2, (one) => one.undo(latest?.id ?? 0));
    expect((await world.runs.byId(latest?.id ?? 0))?.state).toBe('undone');
    expect(await dump(engine)).toEqual(before);
    if (!reached) break;
    steps = at;
  }
  expect(steps).toBeGreaterThan(8);
}, 300_000);

it('never touches what comes in meanwhile', async () => {
  const [rule] = await world.spiders.all();
  const late = makeWorldRecords().visits.slice(200, 240).map((visit, i) => ({ ...visit, id: String(900_000 + i), received_at: NOW + 3_600_000, user_agent: 'Lumo/1.0' }));
  let inserted: Promise<void> | undefined;
  const moves: Moves = {
    ...bound(engine.warehouse.moves),
    async stage(...given) {
      const counts = await engine.warehouse.moves.stage(...given);
      inserted = fill(engine, { visits: late, hits: [], events: [] });
      await inserted;
      return counts;
    },
  };
  const before = await dump(engine);
  const server = await world.process(moves);
  const run = await server.apply(rule?.id ?? 0);
  await server.settled();
  await inserted;
  const { rows } = await engine.warehouse.query<{ num: string }>("SELECT count() AS num FROM visits WHERE user_agent = 'Lumo/1.0'", {});
  expect(Number(rows[0]?.num)).toBe(late.length);
  await server.undo(run.id);
  await server.settled();
  await server.end();
  const now = await dump(engine);
  expect(now['visits']).toHaveLength((before['visits']?.length ?? 0) + late.length);
  expect([now['spider_hits'], now['events'], now['ledger']]).toEqual([before['spider_hits'], before['events'], before['ledger']]);
});

function bound(moves: Moves): Moves {
  return {
    idle: () => moves.idle(), agentsMentioning: (words) => moves.agentsMentioning(words), stage: (...given) => moves.stage(...given), move: (...given) => moves.move(...given),
    restore: (run) => moves.restore(run), affected: (run) => moves.affected(run), forget: (run) => moves.forget(run),
  };
}
