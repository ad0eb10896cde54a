/**
 * Keeps the embedded engine running as a child process.
 *
 * Invariants:
 * - At most one child at a time, and it never outlives this process: it stops when its standard input closes.
 * - Every start has a new secret, handed over in the environment, so that nothing else on the machine can ask it.
 * - `current()` gives an address only while the child says that it listens; after a crash it is null until the next one does.
 * - A crash is followed by another start, ever more slowly while crashes follow each other; the first start is not: when
 *   the engine can not start at all, the operator must know.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { AddressSource, StoreAddress } from './connection.js';

/** Why the engine did not start: `reason` is its own name for it, such as `data_in_use`. */
export class EngineStartError extends Error {
  constructor(readonly reason: string, message: string) {
    super(message);
    this.name = 'EngineStartError';
  }
}

export interface SupervisorOptions {
  /** The engine's main module. */
  readonly main: string;
  readonly dataFolder: string;
  /** Bytes. */
  readonly memory: number;
  readonly readers?: number;
  /** Folder that backups may be written to. */
  readonly backups?: string;
  readonly log: Logger;
  /** Milliseconds to wait before the n-th start in a row after a crash (n from 0). */
  readonly backOff?: (attempt: number) => number;
}

export interface Supervisor extends AddressSource {
  /** @throws EngineStartError when the engine can not start. */
  start(): Promise<void>;
  /** Lets running questions end, then stops the engine; resolves when it is gone. */
  stop(): Promise<void>;
  /** Ends the engine at once and for good, as a crash would; `stop` still says when it is gone. */
  kill(): void;
  /** Process id of the engine, null while there is none. */
  pid(): number | null;
  /** Told when the engine begins and ceases to answer; returns how to stop being told. */
  onChange(listener: (up: boolean) => void): () => void;
}

const DEFAULT_READERS = 4;
/** The engine needs threads for every reader beside those for files; ESM reads this only from the spawn environment. */
const THREADS = 16;
/** Whoever comes in goes first: an answer that waits for a processor is soon there, a beacon that waits keeps those behind it waiting as well. */
const NICENESS = 5;
const START_MS = 120_000;
/** The engine gives running statements 10 s; beyond this it is stuck. */
const STOP_MS = 30_000;
/** Having run so long, a crash counts as the first of its kind. */
const STEADY_MS = 60_000;

/** 0.1 s, doubling up to 30 s. */
function doubling(attempt: number): number {
  return Math.min(30_000, 100 * 2 ** Math.min(attempt, 20));
}

interface Running {
  readonly child: ChildProcess;
  readonly address: StoreAddress;
  readonly gone: Promise<void>;
}

/** The child's first line of standard output: where it listens, or why it can not. */
const announcement = z.union([z.object({ listening: z.string() }), z.object({ fatal: z.string(), message: z.string() })]);

function readAnnouncement(text: string): z.infer<typeof announcement> {
  const unexpected = { fatal: 'engine_failed', message: `The engine said something unexpected: ${text.slice(0, 200)}` };
  try {
    return announcement.safeParse(JSON.parse(text)).data ?? unexpected;
  } catch (error) {
    if (error instanceof SyntaxError) return unexpected;
    throw error;
  }
}

/**
 * In the server's own session, although Ctrl-C reaches the engine then, which takes no notice (engine/src/signals.ts): where the kernel
 * schedules by session (`sched_autogroup_enabled`, the default), niceness says nothing between two of them.
 */
function spawnEngine(options: SupervisorOptions, secret: string): ChildProcess {
  const { main, dataFolder, memory, readers = DEFAULT_READERS, backups } = options;
  const child = fork(main, [], {
    execArgv: [],
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    env: {
      ENGINE_DATA: dataFolder,
      ENGINE_SECRET: secret,
      ENGINE_MEMORY: String(memory),
      ENGINE_PORT: '0',
      ENGINE_READERS: String(readers),
      ...(backups === undefined ? {} : { ENGINE_BACKUPS: backups }),
      UV_THREADPOOL_SIZE: String(THREADS),
      TZ: 'UTC',
      PATH: '/usr/local/bin:/usr/bin:/bin',
    },
  });
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  return child;
}

/** Starts one child and waits until it listens. */
async function launch(options: SupervisorOptions): Promise<Running> {
  const secret = randomBytes(24).toString('base64url');
  const child = spawnEngine(options, secret);
  const { log } = options;
  child.stdin?.on('error', (error) => log.debug({ err: error }, 'engine stdin'));
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => log.info({ engine: line }, 'engine'));
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string, message: string): void => reject(new EngineStartError(reason, message));
    const timer = setTimeout(() => fail('start_timeout', `The engine did not start within ${START_MS / 1_000} s.`), START_MS);
    child.once('error', (error) => fail('spawn_failed', error.message));
    child.once('close', (code, signal) => fail('engine_failed', `The engine ended before it listened (${signal ?? `exit code ${code}`}).`));
    if (child.stdout) {
      createInterface({ input: child.stdout }).once('line', (text) => {
        const line = readAnnouncement(text);
        if ('listening' in line) resolve(line.listening);
        else fail(line.fatal, line.message);
      });
    }
    void gone.then(() => clearTimeout(timer));
  }).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { child, gone, address: Object.freeze({ url, username: 'default', password: secret, rowsFolder: join(realpathSync(options.dataFolder), 'spool') }) };
}

/** See the invariants above. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { log, backOff = doubling } = options;
  const listeners = new Set<(up: boolean) => void>();
  let running: Running | null = null;
  let starting: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopping = false;

  const tell = (up: boolean): void => {
    for (const listener of listeners) listener(up);
  };

  const later = (attempt: number): void => {
    const wait = backOff(attempt);
    log.error({ wait_ms: wait, attempt }, 'the engine ended; starting it again');
    timer = setTimeout(() => {
      starting = begin(attempt + 1).catch((error: unknown) => {
        log.error({ err: error }, 'the engine did not start');
        if (!stopping) later(attempt + 1);
      });
    }, wait);
  };

  const begin = async (attempt: number): Promise<void> => {
    const launched = await launch(options);
    const since = performance.now();
    running = launched;
    log.info({ pid: launched.child.pid }, 'engine listens');
    launched.child.once('close', () => {
      running = null;
      tell(false);
      if (!stopping) later(performance.now() - since > STEADY_MS ? 0 : attempt);
    });
    tell(true);
  };

  return {
    current: () => running?.address ?? null,
    pid: () => running?.child.pid ?? null,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      stopping = false;
      starting = begin(0);
      return starting;
    },
    kill() {
      stopping = true;
      running?.child.kill('SIGKILL');
    },
    async stop() {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      await starting?.catch((error: unknown) => log.debug({ err: error }, 'stopped while starting'));
      if (running === null) return;
      const { child, gone } = running;
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      child.kill('SIGTERM');
      await gone;
      clearTimeout(kill);
    },
  };
}
