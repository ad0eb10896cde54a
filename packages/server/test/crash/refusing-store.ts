import http from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createSupervisor } from '../../src/warehouse/supervisor.js';
import { pause } from './load.js';

const ENGINE = join(import.meta.dirname, '../../../engine/dist/main.js');
const BODY = 'Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE)';

/** A ClickHouse of its own, behind a door that refuses inserts of visits while it is told to, keeps the answers to them, or is shut. */
export interface RefusingStore {
  readonly url: string;
  /** The folder as a data folder: the store lies in `visits`. */
  readonly folder: string;
  refusing: boolean;
  /** Inserts are done, and nobody is told: the connection breaks instead. */
  swallowing: boolean;
  swallowed: number;
  /** Nothing goes through. */
  gone: boolean;
  /** Nothing is answered, and no connection ends: a machine that stands still, a network that drops all. */
  hanging: boolean;
  /** How many were refused. */
  refused: number;
  /** Ends the store; its files stay. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

async function bodyOf(request: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export async function startRefusingStore(): Promise<RefusingStore> {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-store-'));
  const supervisor = createSupervisor({ main: ENGINE, dataFolder: join(folder, 'visits'), memory: 1024 ** 3, log: pino({ level: 'silent' }) });
  await supervisor.start();
  const address = supervisor.current();
  if (address === null) throw new Error('the engine does not listen');
  const { hostname, port } = new URL(address.url);
  const agent = new http.Agent({ keepAlive: true });

  const pass = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const statement = (new URL(request.url ?? '', 'http://store').searchParams.get('query') ?? '') + body.subarray(0, 40).toString('latin1');
    while (store.hanging) await pause(50);
    if (store.gone) {
      response.destroy();
      return;
    }
    const isInsert = /^\s*INSERT INTO (?:visits|spider_hits|events|event_ids|ledger)\b/u.test(statement);
    if (store.refusing && isInsert) {
      store.refused += 1;
      response.writeHead(500, { 'x-clickhouse-exception-code': '243', 'content-type': 'text/plain' }).end(BODY);
      return;
    }
    const asking = http.request({ agent, host: hostname, port, method: request.method, path: request.url, headers: request.headers }, (answer) => {
      if (store.swallowing && isInsert) {
        answer.resume();
        answer.on('end', () => {
          store.swallowed += 1;
          response.destroy();
        });
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    asking.on('error', () => response.destroy());
    // What is swallowed is done to its end.
    response.on('close', () => {
      if (!(store.swallowing && isInsert)) asking.destroy();
    });
    asking.end(body);
  };
  const door = http.createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    door.listen(0, '127.0.0.1', resolve);
  });
  const store: RefusingStore = {
    url: `http://${address.username}:${encodeURIComponent(address.password)}@127.0.0.1:${String((door.address() as AddressInfo).port)}`,
    folder,
    refusing: false,
    swallowing: false,
    swallowed: 0,
    gone: false,
    hanging: false,
    refused: 0,
    stop: () => supervisor.stop(),
    async close() {
      store.hanging = false;
      door.closeAllConnections();
      door.close();
      agent.destroy();
      await supervisor.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return store;
}
