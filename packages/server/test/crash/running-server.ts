import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';

const MAIN = join(import.meta.dirname, '../../dist/main.js');
const START_MS = 60_000;
export const PASSWORD = 'crash-test-password';
export const METRICS_TOKEN = 'crash-test-metrics-token';

/**
 * A loopback address of this process's own. While a server is down between two starts its port is free to anybody: on the
 * common 127.0.0.1 a server of another test could answer its visitors.
 */
export const HOST = `127.${[1, 2, 3].map(() => randomInt(1, 255)).join('.')}`;

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, HOST);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** Whether a process exists and was started by that parent, so that only our own are ever ended. */
function isChildOf(pid: number, parent: number): boolean {
  try {
    return readFileSync(`/proc/${String(pid)}/status`, 'utf8').includes(`\nPPid:\t${String(parent)}\n`);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

/** `serve` as a process of its own, in a folder of its own. */
export class RunningServer {
  #child: ChildProcess | null = null;
  #output = '';
  /** Starts that ended before they were ready; another was made after each. */
  failedStarts = 0;

  constructor(
    readonly folder: string,
    readonly port: number,
    readonly env: Readonly<Record<string, string>> = {},
    readonly words: readonly string[] = ['serve'],
  ) {}

  get origin(): string {
    return `http://${HOST}:${String(this.port)}`;
  }

  /** All that it said. */
  get output(): string {
    return this.#output;
  }

  /** What failed starts said. */
  get complaints(): string[] {
    return this.#output.match(/^footfall: .*$/gmu) ?? [];
  }

  /**
   * Resolves once it takes visits; a start that fails is made again, as a service manager would.
   * @throws Error with the output when it never gets ready
   */
  async start(): Promise<void> {
    const until = Date.now() + START_MS;
    while (Date.now() < until) {
      const child = this.#spawn();
      while (child.exitCode === null && Date.now() < until) {
        if (await this.#isReady()) return;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      this.failedStarts += 1;
    }
    throw new Error(`the server did not get ready:\n${this.#output.slice(-4_000)}`);
  }

  /** Begins a start that ends by itself; says how. */
  async startRefused(): Promise<{ code: number | null; output: string }> {
    const child = this.#spawn();
    await once(child, 'close');
    return { code: child.exitCode, output: this.#output };
  }

  /** Begins a start and ends it without warning after so many milliseconds, ready or not. */
  async startInVain(ms: number): Promise<void> {
    this.#spawn();
    await new Promise((resolve) => setTimeout(resolve, ms));
    await this.end('SIGKILL');
  }

  /** The engine that the running server started last, null when it is not there now. */
  enginePid(): number | null {
    const announced = [...this.#output.matchAll(/"pid":(\d+),"msg":"engine listens"/gu)].at(-1)?.[1];
    const pid = Number(announced);
    return this.#child?.pid !== undefined && announced !== undefined && isChildOf(pid, this.#child.pid) ? pid : null;
  }

  /** Ends a process without warning, if it is there, or does to it what the signal says. */
  static kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }

  /** Server and engine do nothing any more, as on a machine without power: what the kernel was told before goes on. */
  stand(): void {
    for (const pid of [this.#child?.pid, this.enginePid()]) if (typeof pid === 'number') RunningServer.kill(pid, 'SIGSTOP');
  }

  /** Resolves when the process is gone. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    return child.exitCode;
  }

  #spawn(): ChildProcess {
    const env = { ...process.env, FOOTFALL_DATA: this.folder, FOOTFALL_PORT: String(this.port), FOOTFALL_HOST: HOST, FOOTFALL_ADMIN_PASSWORD: PASSWORD, FOOTFALL_METRICS_TOKEN: METRICS_TOKEN, FOOTFALL_TIMEZONE: 'UTC', FOOTFALL_MEMORY: '1G', FOOTFALL_LOG_LEVEL: 'info', ...this.env };
    const child = spawn(process.execPath, [MAIN, ...this.words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#child = child;
    return child;
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.origin}/healthz`)).status === 200;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  }
}
