import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Api } from './api.js';
import { freePort, RunningServer } from './running-server.js';
import { readStored } from './stored.js';

/*
 * The import of a log killed without warning at random moments, three times, and started again: the command by itself, then the server that it asks. At
 * the end every line is stored exactly once, by a count that knows nothing of the importer: each line is made here, and says what it is.
 */
const LINES = Number(process.env['IMPORT_LINES'] ?? 60_000);
const KILLS = 3;
const SITE = 'crash.example';
const MAIN = join(import.meta.dirname, '../../dist/main.js');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const PERSON = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const two = (number: number): string => String(number).padStart(2, '0');
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Made {
  readonly views: number;
  readonly crawls: number;
  /** How often each page is in the log: lines that are equal to the last letter are visits each. */
  readonly pages: Map<string, number>;
}

/** Five requests a second: of ten, three are views (one of them written twice, letter by letter), two of a crawler, the rest pictures. */
async function writeLog(file: string): Promise<Made> {
  const out = createWriteStream(file);
  const pages = new Map<string, number>();
  let [views, crawls] = [0, 0];
  for (let line = 0; line < LINES; line += 1) {
    const at = new Date(Date.UTC(2026, 0, 1) + Math.floor(line / 50) * 10_000);
    const kind = line % 10;
    const isView = kind === 0 || kind === 1 || kind === 4;
    const isCrawl = kind === 2 || kind === 3;
    const page = isView || isCrawl ? `/page/${kind === 1 ? line - 1 : line}` : `/picture/${line}.png`;
    const time = `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()] ?? ''}/${at.getUTCFullYear()}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;
    const text = `81.2.${Math.floor(line / 1_000) % 250}.${Math.floor(line / 100) % 10} - - [${time}] "GET ${page} HTTP/1.1" 200 12 "-" "${isCrawl ? CRAWLER : PERSON}"\n`;
    if (isView) views += 1;
    if (isCrawl) crawls += 1;
    if (isView || isCrawl) pages.set(`https://${SITE}${page}`, (pages.get(`https://${SITE}${page}`) ?? 0) + 1);
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return { views, crawls, pages };
}

/** `footfall import` as a process of its own. */
function startImport(folder: string, file: string) {
  const child = spawn(process.execPath, [MAIN, 'import', file, '--site', SITE, '--json'], { env: { ...process.env, FOOTFALL_DATA: folder, FOOTFALL_TIMEZONE: 'UTC', FOOTFALL_MEMORY: '1G', FOOTFALL_LOG_LEVEL: 'error' }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const gone = once(child, 'exit');
  return {
    /** Ends it without warning, when it runs still. */
    async kill(): Promise<boolean> {
      const killed = child.exitCode === null && child.kill('SIGKILL');
      await gone;
      return killed;
    },
    async finished(): Promise<{ code: number | null; output: string }> {
      await gone;
      return { code: child.exitCode, output };
    },
  };
}

/** Imports to the end; the engine of a process that was killed may hold the folder for a moment. */
async function importToTheEnd(folder: string, file: string): Promise<{ lines: number; visits: number; spider_hits: number; refused: Record<string, number> }> {
  for (let tries = 0; ; tries += 1) {
    const { code, output } = await startImport(folder, file).finished();
    if (code === 0) return JSON.parse(output) as { lines: number; visits: number; spider_hits: number; refused: Record<string, number> };
    if (tries >= 20) throw new Error(output);
    await pause(500);
  }
}

it.each(['the command', 'the server'])(`${LINES.toLocaleString('en')} lines, %s killed ${String(KILLS)} times: each is stored exactly once`, { timeout: 240_000 + LINES / 5 }, async (victim) => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-crash-'));
  const data = join(folder, 'data');
  const file = join(folder, 'access.log');
  const server = new RunningServer(data, await freePort());
  try {
    const made = await writeLog(file);
    await server.start();
    const api = new Api(server.origin);
    await api.signIn();
    await api.post('/website/add', { name: 'Crash', domain: SITE });
    if (victim === 'the command') await server.end('SIGTERM');

    // An import of this size lasts about as long as its lines take at the pace that the first one shows.
    let span = 1_500 + LINES / 130;
    let killed = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const importing = startImport(data, file);
      const started = Date.now();
      await Promise.race([pause(span * (0.25 + 0.65 * Math.random())), importing.finished()]);
      if (victim === 'the server') await server.end('SIGKILL');
      if (await importing.kill()) killed += 1;
      else span = Math.min(span, Date.now() - started);
      await pause(300);
      if (victim === 'the server') await server.start();
    }
    const last = await importToTheEnd(data, file);
    const again = await importToTheEnd(data, file);
    await server.end('SIGTERM');
    await pause(500);

    const stored = await readStored(data);
    process.stderr.write(`${victim}: killed ${killed} of ${KILLS} while importing, ${last.refused['duplicate'] ?? 0} lines were stored by then\n`);
    expect({ lines: last.lines, visits: stored.visits, spiderHits: stored.spiderHits }).toEqual({ lines: LINES, visits: made.views, spiderHits: made.crawls });
    expect([...stored.pages].filter(([page, num]) => made.pages.get(page) !== num)).toEqual([]);
    expect(stored.pages.size).toBe(made.pages.size);
    expect(again).toMatchObject({ visits: 0, spider_hits: 0, refused: { duplicate: made.views + made.crawls } });
    const refused = Object.values(stored.refused).reduce((sum, num) => sum + num, 0);
    expect(stored.received).toBe(stored.visits + stored.spiderHits + refused);
  } finally {
    await server.end('SIGKILL');
    await pause(500);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
});
