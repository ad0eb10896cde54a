import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { metadataEnvironment } from '../../scripts/setup/postgres.mjs';

const MAIN = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url));
const READY_WITHIN = 60_000;
/** Milliseconds ahead of UTC. */
const SHANGHAI_OFFSET = 8 * 3_600_000;
const LATE = 22;

/** Far from its own midnight, whenever the tests run: what they call today is to last until they have ended. */
function timeZone(): string {
  const hour = new Date(Date.now() + SHANGHAI_OFFSET).getUTCHours();
  return hour < LATE ? 'Asia/Shanghai' : 'America/Lima';
}

export interface RunningServer {
  readonly url: string;
  readonly folder: string;
  readonly output: () => string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly command?: readonly string[];
  readonly folder?: string;
  readonly env?: Record<string, string>;
}

/** Starts the built server on a free loopback port and waits until it takes visits. The folder is removed on stop unless it was given. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'footfall-e2e-'));
  const child = spawn(process.execPath, [MAIN, ...(options.command ?? ['serve'])], {
    env: { ...process.env, FOOTFALL_HOST: '127.0.0.1', FOOTFALL_PORT: '0', FOOTFALL_DATA: folder, FOOTFALL_TIMEZONE: timeZone(), FOOTFALL_LOG_LEVEL: 'warn', ...(await metadataEnvironment(folder)), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const started = Date.now();
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(output)?.[0];
    if (url !== undefined && (await healthy(url))) {
      return { url, folder, output: () => output, child, stop: () => stop(child, options.folder === undefined ? folder : null) };
    }
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output}`);
    if (Date.now() - started > READY_WITHIN) throw new Error(`the server was not ready in time:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function healthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).status === 200;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess, remove: string | null): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  if (remove !== null) rmSync(remove, { recursive: true, force: true });
}
