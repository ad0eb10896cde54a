import { afterAll, beforeAll } from 'vitest';
import { IS_SHARDED, ON_SERVERS, SHARES_FILES, startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { World } from './world.js';

/** Whether the store is one process's own: elsewhere nothing is rolled up, and nothing kept. */
export const alone = SHARES_FILES && !IS_SHARDED && !ON_SERVERS;

/** A world for the tests of a file, with an engine of its own. @param fill what is done to it before the first of them */
export function openWorld(random: () => number, fill: (world: World) => Promise<void> = () => Promise.resolve()): { readonly engine: () => TestEngine; readonly world: () => World } {
  let opened: { readonly engine: TestEngine; readonly world: World } | undefined;
  beforeAll(async () => {
    if (!alone) return;
    const engine = await startEngine();
    opened = { engine, world: new World(engine, random) };
    await opened.world.warehouse.rolled?.load();
    await fill(opened.world);
  }, 120_000);
  afterAll(async () => {
    await opened?.world.job.stop();
    await opened?.world.warehouse.close();
    await opened?.engine.stop();
  });
  const known = () => {
    if (opened === undefined) throw new Error('no world is open');
    return opened;
  };
  return { engine: () => known().engine, world: () => known().world };
}
