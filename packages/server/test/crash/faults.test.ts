import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Api, health } from './api.js';
import { canMount, LoopDisk } from './disk.js';
import { pause } from './load.js';
import { freePort, RunningServer } from './running-server.js';
import { Scene } from './scene.js';

/*
 * The whole server under load: told to stop, asked for by a second one on its folder, with an engine that hangs; and on a disk of its own,
 * which loses power or is filled to the last byte, with journal, SQLite and the store on it together. Where nothing may be mounted,
 * the simulated disks of test/journal, which are cut, torn and filled, stand alone.
 */
const STOPS = Number(process.env['STOPS'] ?? 2);
const CUTS = Number(process.env['POWER_CUTS'] ?? 1);
const FILLS = Number(process.env['DISK_FILLS'] ?? 1);
const FULL_MS = Number(process.env['DISK_FULL_SECONDS'] ?? 2) * 1_000;
const ROUND_MS = 60_000;

const between = (low: number, high: number): number => low + Math.random() * (high - low);

/** Adds sites without end; tells which were acknowledged. */
function addSites(origin: string, signal: AbortSignal): { readonly added: string[]; readonly done: Promise<void> } {
  const added: string[] = [];
  const add = async (): Promise<void> => {
    const api = new Api(origin);
    for (let serial = 0; !signal.aborted; serial += 1) {
      const domain = `added-${String(serial)}.example`;
      try {
        if (serial % 20 === 0) await api.signIn();
        await api.post('/website/add', { name: domain, domain });
        added.push(domain);
        await pause(50);
      } catch (error) {
        // It was cut off: whether it was added is not known, and either is right.
        if (!(error instanceof Error)) throw error;
        await pause(100);
        await api.signIn().catch(() => undefined);
      }
    }
  };
  return { added, done: add() };
}

async function domainsOf(origin: string): Promise<Set<string>> {
  const api = new Api(origin);
  await api.signIn();
  const list = (await api.post('/common/domain_list', {})) as { domain: string }[];
  return new Set(list.map(({ domain }) => domain));
}

describe.each(canMount() ? ['a disk of its own'] : [])('%s', () => {
  it(`${String(CUTS)} power cuts: every acknowledged view and site is there, each once`, { timeout: CUTS * ROUND_MS + 120_000 }, async () => {
    const disk = new LoopDisk(2_048);
    const scene = await Scene.open({ data: join(disk.path, 'data') });
    const stop = new AbortController();
    const sites = addSites(scene.server.origin, stop.signal);
    try {
      for (let cut = 0; cut < CUTS; cut += 1) {
        await scene.untilAcknowledged(200);
        await pause(between(0, 4_000));
        const engine = scene.server.enginePid();
        // Nobody answers after a power cut. A write that was on its way may still be told as done by a file system that is shut down, and is not.
        scene.server.stand();
        disk.cutPower();
        await scene.server.end('SIGKILL');
        if (engine !== null) RunningServer.kill(engine);
        await disk.unmount();
        disk.mount();
        await scene.server.start();
      }
      stop.abort();
      await sites.done;
      const there = await domainsOf(scene.server.origin);
      expect(sites.added.filter((domain) => !there.has(domain))).toEqual([]);
      await scene.finish(`power cuts ${String(CUTS)}, starts repeated ${String(scene.server.failedStarts)} ${JSON.stringify(scene.server.complaints)}, sites acknowledged ${String(sites.added.length)}`);
    } finally {
      stop.abort();
      await scene.close();
      await disk.remove();
    }
  });

  it(`filled ${String(FILLS)} times: what is refused is told so and sent again, nothing is lost, no restart is needed`, { timeout: FILLS * (ROUND_MS + FULL_MS) + 120_000 }, async () => {
    const disk = new LoopDisk(768);
    const scene = await Scene.open({ data: join(disk.path, 'data') });
    try {
      for (let fill = 0; fill < FILLS; fill += 1) {
        await scene.untilAcknowledged(200);
        // What is deleted makes room while it is full: taken too, until nothing can be written.
        for (let state = 0; state !== 503; state = (await fetch(`${scene.server.origin}/healthz`)).status) {
          disk.fill();
          await pause(50);
        }
        await pause(FULL_MS);
        disk.empty();
        await scene.untilAcknowledged(200);
        expect((await health(scene.server.origin)).journal.dead_rows).toBe(0);
      }
      await scene.finish(`disk filled ${String(FILLS)} times`);
      expect(scene.server.failedStarts).toBe(0);
    } finally {
      await scene.close();
      await disk.remove();
    }
  });
});

it(`a second server is refused in plain words; ${String(STOPS)} times told to stop, the last with an engine that hangs: ends well, loses nothing`, { timeout: STOPS * ROUND_MS + 120_000 }, async () => {
  const scene = await Scene.open();
  const took: number[] = [];
  try {
    await scene.untilAcknowledged(50);
    const { code, output } = await new RunningServer(scene.data, await freePort()).startRefused();
    expect({ code, output: output.trim() }).toEqual({ code: 1, output: `footfall: Another server is already using the folder ${join(scene.data, 'journal')}: stop it first, or give this one a folder of its own.` });
    for (let stop = 0; stop < STOPS; stop += 1) {
      await scene.untilAcknowledged(150);
      const engine = scene.server.enginePid();
      if (stop === STOPS - 1 && engine !== null) process.kill(engine, 'SIGSTOP');
      await scene.untilAcknowledged(50);
      const told = performance.now();
      expect(await scene.server.end('SIGTERM')).toBe(0);
      took.push(Math.round(performance.now() - told));
      await scene.server.start();
    }
    await scene.finish(`SIGTERM ${String(STOPS)} times, ended within ${String(Math.max(...took))} ms (${took.join(', ')})`);
    expect(scene.server.failedStarts).toBe(0);
  } finally {
    await scene.close();
  }
});
