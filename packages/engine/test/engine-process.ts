/** Starting the built engine as the application does, and clients for it. */
import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { createClient } from '@clickhouse/client';

export const SECRET = 'a-secret-of-the-tests';
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface FirstLine {
  readonly listening?: string;
  readonly version?: string;
  readonly pid?: number;
  readonly fatal?: string;
  readonly message?: string;
}

export interface EngineProcess {
  readonly child: Child;
  readonly pid: number;
  readonly first: FirstLine;
  readonly url: string;
  readonly exited: Promise<Exit>;
  /** Everything written to standard error so far. */
  log(): string;
  client(options?: { database?: string; settings?: ClickHouseSettings; gzip?: boolean }): ClickHouseClient;
  /** Closes standard input and waits for the exit. */
  stop(): Promise<Exit>;
  /** Peak resident memory in bytes since `resetPeak`. */
  peakMemory(): number;
}

export function temporaryFolder(): { path: string; remove: () => void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'engine-test-')));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts the process and waits for its first line; it may be `fatal`. */
export async function startEngine(data: string, environment: Readonly<Record<string, string>> = {}): Promise<EngineProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, UV_THREADPOOL_SIZE: '16', ENGINE_DATA: data, ENGINE_SECRET: SECRET, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const exited = once(child, 'exit').then(([code, signal]): Exit => ({ code: code as number | null, signal: signal as string | null }));
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    void exited.then((exit) => reject(new Error(`exit ${JSON.stringify(exit)} without a line; log: ${log}`)));
  });
  const first = JSON.parse(line) as FirstLine;
  const url = first.listening ?? '';
  const clients: ClickHouseClient[] = [];
  return {
    child,
    pid: child.pid ?? 0,
    first,
    url,
    exited,
    log: () => log,
    client: ({ database, settings, gzip } = {}) => {
      const client = createClient({
        url,
        password: SECRET,
        request_timeout: 120_000,
        max_open_connections: 50,
        log: { level: 127 },
        ...(database === undefined ? {} : { database }),
        ...(settings === undefined ? {} : { clickhouse_settings: settings }),
        ...(gzip === true ? { compression: { request: true, response: true } } : {}),
      });
      clients.push(client);
      return client;
    },
    stop: async () => {
      await Promise.all(clients.map((client) => client.close()));
      child.stdin.end();
      return exited;
    },
    peakMemory: () => 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8'))?.[1] ?? 0),
  };
}

/** An engine in a temporary folder with an Atomic database `test`, for one test file. */
export async function startWithDatabase(environment: Readonly<Record<string, string>> = {}): Promise<{
  engine: EngineProcess;
  client: ClickHouseClient;
  folder: string;
  end: () => Promise<void>;
}> {
  const folder = temporaryFolder();
  const engine = await startEngine(folder.path, environment);
  await engine.client().command({ query: 'CREATE DATABASE test ENGINE=Atomic' });
  return {
    engine,
    client: engine.client({ database: 'test' }),
    folder: folder.path,
    end: async () => {
      await engine.stop();
      folder.remove();
    },
  };
}

/** Rows of a query as JSONEachRow objects. */
export async function rowsOf<T>(client: ClickHouseClient, query: string, extra: { query_params?: Record<string, unknown>; clickhouse_settings?: ClickHouseSettings } = {}): Promise<T[]> {
  const result = await client.query({ query, format: 'JSONEachRow', ...extra });
  return result.json<T>();
}
