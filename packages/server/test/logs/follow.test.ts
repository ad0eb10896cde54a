import { appendFile, copyFile, mkdtemp, readdir, rename, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Checkpoint, fileCheckpoints } from '../../src/logs/follow/checkpoint.js';
import { followSource } from '../../src/logs/follow/follow-source.js';
import { createRestartPoints } from '../../src/logs/restart-points.js';
import { createStore } from './importing.js';

const UA = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const START = Date.UTC(2026, 2, 1, 10);
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
/** The line of a view `second` seconds after ten. */
function view(second: number, path = `/${second}`): string {
  const [, year = '', month = '', day = '', time = ''] = /^(\d+)-(\d+)-(\d+)T(.{8})/u.exec(new Date(START + second * 1_000).toISOString()) ?? [];
  return `81.2.69.143 - - [${day}/${MONTHS.slice(Number(month) * 3 - 3, Number(month) * 3)}/${year}:${time} +0000] "GET ${path} HTTP/1.1" 200 12 "-" "${UA}"\n`;
}
const views = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => view(from + at)).join('');

let folder = '';
let path = '';
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-follow-'));
  path = join(folder, 'access.log');
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await rm(folder, { recursive: true });
});

const checkpoints = () => fileCheckpoints(join(folder, 'follow'), 'shop.example', path);

/** Follows the log into a store. */
function follow(store: ReturnType<typeof createStore>) {
  const stop = new AbortController();
  const saved: Checkpoint[] = [];
  const durable = checkpoints();
  const source = followSource({
    path, signal: stop.signal, everyMs: 5,
    checkpoints: { load: () => durable.load(), save: async (checkpoint) => {
      await durable.save(checkpoint);
      saved.push(checkpoint);
    } },
  });
  let lines = 0;
  const done = store.import([source], { progress: (progress) => (lines = progress.lines) });
  done.catch(() => undefined);
  const end = () => {
    stop.abort();
    return done;
  };
  stops.push(() => end().catch(() => undefined));
  return { saved, end, lines: () => lines };
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 2_000) throw new Error('it did not come');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('following a log', () => {
  it('takes what is there, then what is added, whole lines only', async () => {
    await writeFile(path, views(0, 100));
    const store = createStore();
    const { end } = follow(store);
    await until(() => store.ids.size === 100);
    const next = view(100);
    await appendFile(path, next.slice(0, 40));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(store.ids.size).toBe(100);
    await appendFile(path, next.slice(40) + view(101).slice(0, 30));
    await until(() => store.ids.size === 101);
    expect((await end()).report).toMatchObject({ lines: 101, visits: 101, refused: {} });
  });

  it('goes on through a rotation that renames, and reads what was still written to the old file', async () => {
    await writeFile(path, views(0, 100));
    const store = createStore();
    const { end } = follow(store);
    await until(() => store.ids.size === 100);
    await rename(path, `${path}.1`);
    await appendFile(`${path}.1`, views(100, 150));
    await writeFile(path, views(150, 200));
    await until(() => store.ids.size === 200);
    // The last line of the old file has no end: it is over all the same.
    await appendFile(path, view(200).trimEnd());
    await rename(path, `${path}.2`);
    await writeFile(path, view(201));
    await until(() => store.ids.size === 202);
    expect((await end()).report).toMatchObject({ lines: 202, visits: 202, refused: {} });
  });

  it('goes on through a rotation that copies and cuts back, and finds in the copy what it had not read', async () => {
    await writeFile(path, views(0, 100));
    const store = createStore();
    const { end } = follow(store);
    await until(() => store.ids.size === 100);
    for (const [from, seen, to] of [[100, 110, 130], [130, 131, 132], [132, 140, 300]] as const) {
      await appendFile(path, views(from, seen));
      await until(() => store.ids.size === seen);
      await appendFile(path, views(seen, to));
      await copyFile(path, `${path}.${from}`);
      await truncate(path, 0);
      await until(() => store.ids.size === to);
    }
    await appendFile(path, views(300, 900));
    await until(() => store.ids.size === 900);
    expect((await end()).report).toMatchObject({ lines: 900, visits: 900, refused: {} });
  });

  it('goes on where it was after a restart, without reading everything again', async () => {
    await writeFile(path, views(0, 3_000));
    const store = createStore();
    const first = follow(store);
    await until(() => first.saved.length > 0);
    await appendFile(path, views(3_000, 7_200));
    await until(() => store.ids.size === 7_200);
    await until(() => (first.saved.at(-1)?.offset ?? 0) > 0);
    await first.end();
    await appendFile(path, views(7_200, 7_300));
    const second = follow(store);
    await until(() => store.ids.size === 7_300);
    const { report } = await second.end();
    expect(report.visits).toBe(100);
    expect(report.lines).toBeLessThan(4_500);
  });

  it('counts equal lines on both sides of a restart', async () => {
    await writeFile(path, views(0, 1_000) + view(1_000, '/same') + view(1_000, '/same'));
    const store = createStore();
    const first = follow(store);
    await until(() => store.ids.size === 1_002 && first.saved.length > 0);
    await first.end();
    await appendFile(path, view(1_000, '/same') + view(1_001));
    const second = follow(store);
    await until(() => store.ids.size === 1_004);
    expect((await second.end()).report.visits).toBe(2);
  });

  it.each(['renamed', 'packed', 'copied'])('goes on in the rotated file after a restart: %s', async (how) => {
    await writeFile(path, views(0, 2_000));
    const store = createStore();
    const first = follow(store);
    await until(() => store.ids.size === 2_000 && first.saved.length > 0);
    await first.end();
    await appendFile(path, views(2_000, 2_100));
    if (how === 'packed') {
      await writeFile(`${path}-20260301.gz`, gzipSync(views(0, 2_100)));
      await unlink(path);
    } else if (how === 'copied') {
      await copyFile(path, `${path}.1`);
      await truncate(path, 0);
    } else await rename(path, `${path}.1`);
    await writeFile(path, views(2_100, 2_200));
    const second = follow(store);
    await until(() => store.ids.size === 2_200);
    expect((await second.end()).report.visits).toBe(200);
  });

  it('starts at the beginning when the checkpoint is of no file there is, or damaged', async () => {
    await writeFile(path, views(0, 10));
    await checkpoints().save({ head: { length: 5, hash: 'x' }, offset: 100 });
    const store = createStore();
    const { end } = follow(store);
    await until(() => store.ids.size === 10);
    await end();
    const [file = ''] = await readdir(join(folder, 'follow'));
    await writeFile(join(folder, 'follow', file), '{"path":');
    expect(await checkpoints().load()).toBeNull();
  });

  it('knows the columns of a W3C log after a restart', async () => {
    const row = (second: number) => `2026-03-01 10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')} 1.2.3.4 GET /${second} 200 Mozilla/5.0+Firefox/140.0+(X11)\n`;
    const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at)).join('');
    await writeFile(path, `#Version: 1.0\n#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent)\n${rows(0, 1_000)}`);
    const store = createStore();
    const first = follow(store);
    await until(() => store.ids.size === 1_000 && first.saved.length > 0);
    await appendFile(path, rows(1_000, 2_500));
    await until(() => store.ids.size === 2_500);
    await appendFile(path, rows(2_500, 2_501));
    await until(() => store.ids.size === 2_501 && (first.saved.at(-1)?.offset ?? 0) > 0);
    await first.end();
    await appendFile(path, rows(2_501, 2_600));
    const second = follow(store);
    await until(() => store.ids.size === 2_600);
    expect((await second.end()).report.visits).toBe(99);
  });
});

describe('where reading would begin again', () => {
  it('lies ten minutes of event time back', () => {
    const points = createRestartPoints();
    const minute = 60_000;
    const after = (bytes: number, latest: number): number => {
      points.mark(bytes, latest);
      return points.restartAt();
    };
    expect(after(100, 0)).toBe(0);
    expect(after(200, 5 * minute)).toBe(0);
    expect(after(300, 10 * minute)).toBe(100);
    expect(after(400, 14 * minute)).toBe(100);
    expect(after(500, 15 * minute)).toBe(200);
    // A log that goes back does not move it on.
    expect(after(600, 15 * minute)).toBe(200);
    expect(after(700, 40 * minute)).toBe(500);
  });
});
