import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from './api.js';
import { expectExactlyOnce, type Load, namesIn, pause, startLoad, untilStored } from './load.js';
import { freePort, RunningServer } from './running-server.js';
import { readStored } from './stored.js';

export const SITE = 'crash.example';

export interface SceneOptions {
  /** Where the server keeps its data; a folder of the scene's own unless told otherwise. */
  readonly data?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Views a second. */
  readonly rate?: number;
}

/** A server with one site, and visitors who send each view until it is acknowledged. */
export class Scene {
  private constructor(
    readonly base: string,
    readonly data: string,
    readonly server: RunningServer,
    readonly api: Api,
    readonly load: Load,
  ) {}

  static async open({ data, env, rate = 400 }: SceneOptions = {}): Promise<Scene> {
    const base = mkdtempSync(join(tmpdir(), 'footfall-crash-'));
    const folder = data ?? join(base, 'data');
    const server = new RunningServer(folder, await freePort(), env);
    await server.start();
    const api = new Api(server.origin);
    await api.signIn();
    await api.post('/website/add', { name: 'Crash', domain: SITE });
    const load = startLoad(server.origin, SITE, join(base, 'acknowledged'), rate);
    return new Scene(base, folder, server, api, load);
  }

  /** Names of the views acknowledged so far. */
  names(): string[] {
    return namesIn(join(this.base, 'acknowledged'));
  }

  /** Resolves when so many more views are acknowledged. */
  async untilAcknowledged(more: number): Promise<void> {
    const target = this.load.acknowledged() + more;
    while (this.load.acknowledged() < target) {
      if (!this.load.running()) throw new Error(`the visitors gave up: a good view was refused; the server said: ${this.server.output.slice(-4_000)}`);
      await pause(50);
    }
  }

  /** Lets all be acknowledged and stored, ends the server, and holds what is stored to what was acknowledged; says how it came out. */
  async finish(title: string): Promise<void> {
    const { retried } = await this.load.finish();
    await untilStored(this.server.origin).catch((error: unknown) => {
      throw new Error(`${String(error)}; the server said: ${this.server.output.slice(-4_000)}`, { cause: error });
    });
    const code = await this.server.end('SIGTERM');
    if (code !== 0) throw new Error(`the server ended with ${String(code)}`);
    expectExactlyOnce(await readStored(this.data), this.names(), SITE, `${title}, retried ${String(retried)}`);
  }

  /** Ends everything in any case. */
  async close(): Promise<void> {
    this.load.kill();
    const engine = this.server.enginePid();
    await this.server.end('SIGKILL');
    // It ends by itself when the server is gone, unless it was stopped.
    if (engine !== null) RunningServer.kill(engine);
    await pause(500);
    rmSync(this.base, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
}
