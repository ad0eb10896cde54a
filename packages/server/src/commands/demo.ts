import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfigWith } from '../config.js';
import { openParts } from '../deps.js';
import { openLog } from '../log.js';
import { OperatorError } from '../operator-error.js';
import { type Command, DONE, UsageError, wordsOf } from './command.js';
import { createTaker, fillDemo, type Filled } from './demo/fill.js';
import type { DemoView } from './demo/views.js';
import { serveUntilStopped } from './serve.js';

const FOLDER = './demo-data';
const MARK = 'this-is-a-footfall-demo';
const PASSWORD = 'footfall-demo';
const DRAIN = 60_000;
const DEFAULT_DAYS = 28;

interface Words {
  readonly days: number;
  readonly seed: number;
  readonly fillOnly: boolean;
}

function readWords(args: readonly string[]): Words {
  return wordsOf(() => {
    const { values } = parseArgs({ args: [...args], options: { days: { type: 'string', default: String(DEFAULT_DAYS) }, seed: { type: 'string', default: '1' }, 'fill-only': { type: 'boolean', default: false } } });
    const [days, seed] = [Number(values.days), Number(values.seed)];
    if (!Number.isInteger(days) || days < 1 || days > 400) throw new UsageError('--days takes a number from 1 to 400');
    if (!Number.isInteger(seed)) throw new UsageError('--seed takes a whole number');
    return { days, seed, fillOnly: values['fill-only'] };
  });
}

/** The demo's own settings: a folder apart, this machine only unless told otherwise, a password that is known. */
function demoConfig(): Config {
  return readConfigWith({ FOOTFALL_HOST: '127.0.0.1', FOOTFALL_DATA: FOLDER, FOOTFALL_ADMIN_PASSWORD: PASSWORD });
}

/** Empties the folder of an earlier demo; refuses any other that holds something. */
function freshFolder(folder: string): void {
  const mark = join(folder, MARK);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    if (!existsSync(mark)) throw new OperatorError(`${resolve(folder)} holds data that is not a demo's: set FOOTFALL_DATA to an empty folder, or leave it unset for ${FOLDER}.`);
    rmSync(folder, { recursive: true });
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(mark, 'Made by "footfall demo", which empties this folder whenever it starts.\n');
}

/** One line on a terminal that the next one replaces; nothing where nobody watches. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
}

/** Plays what was prepared beyond now, each view at its time, until stopped. */
async function play(ahead: readonly DemoView[], take: (views: readonly DemoView[]) => Promise<void>, stopped: Promise<unknown>): Promise<void> {
  const end = stopped.then(() => 'stopped' as const);
  for (const view of ahead) {
    const time = new Promise<'time'>((wake) => {
      setTimeout(() => wake('time'), Math.max(0, view.at - Date.now())).unref();
    });
    if ((await Promise.race([end, time])) === 'stopped') return;
    await take([view]);
  }
}

/** `footfall demo`: invented traffic of invented sites, through the real way in, then served. */
export const demo: Command = {
  name: 'demo',
  usage: `demo [--days ${DEFAULT_DAYS}] [--seed 1] [--fill-only]`,
  summary: `fill ${FOLDER} with invented traffic and serve it`,
  async run(args) {
    const { days, seed, fillOnly } = readWords(args);
    const config = demoConfig();
    freshFolder(config.dataFolder);
    const parts = await openParts(config, openLog(config.logLevel === 'info' ? 'warn' : config.logLevel));
    let filled: Filled;
    try {
      filled = await fillDemo(parts, { days, seed, now: Date.now() }, showProgress);
      showProgress('');
    } finally {
      await parts.close(DRAIN);
    }
    process.stderr.write(`demo: ${filled.visits.toLocaleString('en')} visits and ${filled.spiderHits.toLocaleString('en')} spider hits of ${days} days in ${config.dataFolder}\n`);
    if (fillOnly) return DONE;
    process.stdout.write(`Sign in as ${config.adminUsername}, password ${config.adminPassword}\n`);
    await serveUntilStopped(config, (running, stopped) => {
      void play(filled.ahead, createTaker(running), stopped).catch((error: unknown) => running.log.warn({ err: error }, 'the demo plays no further'));
    });
    return DONE;
  },
};
