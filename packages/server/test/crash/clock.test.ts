import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openParts } from '../../src/deps.js';
import { lookAtClock } from '../../src/doctor/look-at-clock.js';
import { checkJournal } from '../../src/journal/check.js';
import { startServer } from '../../src/server.js';
import { readStored } from './stored.js';

/*
 * A clock that is set back while the server runs, and again while it does not: what is acknowledged is stored at once all the same, once, and
 * the ledger adds up in the minutes that the clock shows twice.
 */
const HOUR = 3_600_000;
const SITE = 'crash.example';

it('set back by hours, running and stopped: each view is stored once, without waiting for the clock to catch up', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-clock-'));
  const clock = { at: Date.now() };
  const started = performance.now();
  const now = (): number => clock.at + Math.floor(performance.now() - started);
  const config = readConfig({ FOOTFALL_DATA: folder, FOOTFALL_PORT: '0', FOOTFALL_HOST: '127.0.0.1', FOOTFALL_TIMEZONE: 'UTC', FOOTFALL_ADMIN_PASSWORD: 'a secret one', FOOTFALL_MEMORY: '512M' });
  let serial = 0;
  const names: string[] = [];

  async function send(origin: string, num: number): Promise<void> {
    for (let i = 0; i < num; i += 1) {
      serial += 1;
      const name = serial.toString(16).padStart(16, '0');
      const body = JSON.stringify({ v: 1, i: name, u: `https://${SITE}/view/${name}`, f: (serial % 7).toString(16).padStart(16, '0') });
      const { status } = await fetch(`${origin}/collect`, { method: 'POST', body, headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0' } });
      expect(status).toBe(204);
      names.push(name);
    }
  }

  /** A process: opened, asked to do something, and closed. */
  async function run(work: (origin: string, drained: () => Promise<void>, stored: () => Promise<void>) => Promise<void>): Promise<void> {
    const parts = await openParts(config, pino({ level: 'silent' }), now);
    if (parts.directory.all().length === 0) {
      await parts.sites.add({ name: 'Crash', domain: SITE, isStat: true, timeZone: null });
      await parts.directory.reload();
    }
    const server = await startServer(parts, now);
    const untilStored = async (): Promise<void> => {
      // Nobody asks for it to be stored now: the journal seals by itself.
      while (parts.flusher.status().waitingRows > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    };
    await work(`http://127.0.0.1:${String(server.address.port)}`, () => parts.flusher.drained(), untilStored);
    await server.close(1_000);
    await parts.close(10_000);
  }

  try {
    await run(async (origin, drained, untilStored) => {
      await send(origin, 20);
      clock.at -= 5 * HOUR;
      await send(origin, 20);
      await untilStored();
      await send(origin, 20);
      clock.at += HOUR;
      await send(origin, 20);
      await drained();
    });
    clock.at -= 24 * HOUR;
    await run(async (origin, _drained, untilStored) => {
      await send(origin, 20);
      await untilStored();
    });
    const { highWater } = await checkJournal(join(folder, 'journal'), true);
    expect(lookAtClock({ now: now(), highWater, newest: null, built: null })).toMatchObject([{ level: 'warn', says: expect.stringContaining('it was set back') as unknown }]);
    const stored = await readStored(folder);
    expect(stored.pages).toEqual(new Map(names.map((name) => [`https://${SITE}/view/${name}`, 1])));
    expect(stored.unbalanced).toEqual([]);
    expect(stored.received).toBe(100);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
