import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { health } from './api.js';
import { pause } from './load.js';
import { freePort, RunningServer } from './running-server.js';
import { Scene, SITE } from './scene.js';
import { readStored } from './stored.js';

/*
 * `footfall backup` beside a server under load, `footfall restore` into a new folder, and a server on that: every view that was acknowledged
 * before the command began is there once, none that was begun after it ended, and the ledger adds up. The original loses nothing either.
 */
/** Of load.mjs. */
const CONNECTIONS = 16;
const MAIN = join(import.meta.dirname, '../../dist/main.js');

async function footfall(words: readonly string[], data: string): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [MAIN, ...words], { env: { ...process.env, FOOTFALL_DATA: data, FOOTFALL_MEMORY: '1G', FOOTFALL_TIMEZONE: 'UTC' }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  await once(child, 'close');
  return { code: child.exitCode, output, errors };
}

interface Findings {
  readonly findings: readonly { part: string; level: string; says: string }[];
}

it('backed up under load, restored, and served: each view once on both sides of the instant', { timeout: 240_000 }, async () => {
  const scene = await Scene.open();
  const backup = join(scene.base, 'backup');
  const restored = join(scene.base, 'restored');
  try {
    await scene.untilAcknowledged(300);
    const before = scene.names();
    const made = await footfall(['backup', backup, '--json'], scene.data);
    expect({ code: made.code, errors: made.errors }).toEqual({ code: 0, errors: '' });
    const { held_ms: held } = JSON.parse(made.output) as { held_ms: number };
    const during = new Set(scene.names());
    await scene.untilAcknowledged(300);

    const examined = await footfall(['doctor', '--json'], scene.data);
    const { findings } = JSON.parse(examined.output) as Findings;
    expect(findings.filter(({ level }) => level === 'fail')).toEqual([]);
    expect(findings).toContainEqual({ part: 'server', level: 'ok', says: 'runs', remedy: '' });

    const again = await footfall(['backup', backup], scene.data);
    expect({ code: again.code, errors: again.errors.trim() }).toEqual({ code: 1, errors: `footfall: ${backup} is not empty: name a new folder for each backup.` });
    const taken = await footfall(['restore', backup, '--json'], restored);
    expect({ code: taken.code, errors: taken.errors }).toEqual({ code: 0, errors: '' });

    const server = new RunningServer(restored, await freePort());
    await server.start();
    while ((await health(server.origin)).journal.waiting_rows > 0) await pause(50);
    expect(await server.end('SIGTERM')).toBe(0);
    const stored = await readStored(restored);
    const nameOf = (page: string): string => page.slice(`https://${SITE}/view/`.length);
    expect(before.filter((name) => stored.pages.get(`https://${SITE}/view/${name}`) !== 1)).toEqual([]);
    expect([...stored.pages].filter(([, num]) => num !== 1)).toEqual([]);
    expect(stored.unbalanced).toEqual([]);
    // What was under way as the command ended may have been in it and not yet answered; of the 300 that came after, nothing is.
    const later = [...stored.pages.keys()].map(nameOf).filter((name) => !during.has(name));
    expect(later.length).toBeLessThanOrEqual(CONNECTIONS);
    await scene.finish(`backup under load: ${String(before.length)} views before it, ${String(stored.pages.size)} in it, nothing stored for ${String(held)} ms`);
    expect(scene.server.failedStarts).toBe(0);
  } finally {
    await scene.close();
  }
});
