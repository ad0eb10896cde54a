import { expect, it } from 'vitest';
import { health } from './api.js';
import { expectExactlyOnce, pause, untilStored } from './load.js';
import { startRefusingStore } from './refusing-store.js';
import { Scene, SITE } from './scene.js';
import { readStored } from './stored.js';

/*
 * A ClickHouse server of the operator's that takes no inserts for long, while it answers questions: the journal grows, the ledger says what
 * waits, and all of it is stored when the server takes inserts again.
 */
const REFUSE_MS = Number(process.env['REFUSE_SECONDS'] ?? 4) * 1_000;

interface LedgerAnswer {
  readonly received: number;
  readonly stored: number;
  readonly waiting: number;
  readonly refused: readonly { readonly num: number }[];
}

it(`a store that refuses inserts for ${String(REFUSE_MS / 1_000)} s: what waits is told, and is stored once when it takes them again`, { timeout: REFUSE_MS * 2 + 180_000 }, async () => {
  const store = await startRefusingStore();
  const scene = await Scene.open({ env: { FOOTFALL_CLICKHOUSE_URL: store.url } });
  try {
    await scene.untilAcknowledged(200);
    store.refusing = true;
    const until = Date.now() + REFUSE_MS;
    let most = 0;
    const sums: { received: number; accounted: number }[] = [];
    while (Date.now() < until || store.refused === 0) {
      // Nothing goes into the store now: its figures stand still, and with what waits they add up at every instant.
      const refusedBefore = store.refused;
      const { received, stored, waiting, refused } = (await scene.api.get('/ledger?minutes=1440')) as LedgerAnswer;
      if (refusedBefore > 2) sums.push({ received, accounted: stored + waiting + refused.reduce((sum, { num }) => sum + num, 0) });
      most = Math.max(most, (await health(scene.server.origin)).journal.waiting_rows);
      await pause(Math.min(1_000, REFUSE_MS / 10));
    }
    expect(most).toBeGreaterThan(0);
    expect(sums.filter((sum) => sum.received !== sum.accounted)).toEqual([]);
    expect(sums.length).toBeGreaterThan(0);
    store.refusing = false;
    await scene.untilAcknowledged(200);
    const { retried } = await scene.load.finish();
    const since = performance.now();
    await untilStored(scene.server.origin, 120_000 + REFUSE_MS / 2);
    const took = Math.round((performance.now() - since) / 1_000);
    expect(await scene.server.end('SIGTERM')).toBe(0);
    await store.stop();
    const title = `store refused ${String(store.refused)} inserts in ${String(REFUSE_MS / 1_000)} s, ${String(most)} rows waited at most, and were stored ${String(took)} s after the last, the ledger added up ${String(sums.length)} times, retried ${String(retried)}`;
    expectExactlyOnce(await readStored(store.folder), scene.names(), SITE, title);
    expect(retried).toBe(0);
  } finally {
    await scene.close();
    await store.close();
  }
});
