import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pino, type Logger } from 'pino';
import { createWarehouse, type Warehouse } from '../../src/warehouse/client.js';
import { openConnection, type AddressSource } from '../../src/warehouse/connection.js';
import { statementsDatabase, type Topology } from '../../src/warehouse/ddl.js';
import { createFailover } from '../../src/warehouse/failover.js';
import { createSupervisor, type Supervisor } from '../../src/warehouse/supervisor.js';
import { CLUSTER, clusterConfig, startClusterFront, type ClusterFront } from './cluster-stand-in.js';

export const ENGINE_MAIN = fileURLToPath(new URL('../../../engine/dist/main.js', import.meta.url));
export const MEMORY = 1_000_000_000;
const SHARDS = 3;

/** How the tests' store is reached (FOOTFALL_TEST_STORE): as the server's own child, by an address, over shards, or at the address in FOOTFALL_TEST_CLICKHOUSE_URL. */
type Place = 'child' | 'url' | 'sharded' | 'server';
const SERVER = process.env['FOOTFALL_TEST_CLICKHOUSE_URL'] ?? '';
const SERVER_CLUSTER = process.env['FOOTFALL_TEST_CLICKHOUSE_CLUSTER'] ?? '';
const PLACES: Readonly<Record<string, Place>> = { url: 'url', sharded: 'sharded', server: 'server' };
const PLACE: Place = PLACES[process.env['FOOTFALL_TEST_STORE'] ?? ''] ?? 'child';

/** Whether rows may be handed over in files. */
export const SHARES_FILES = PLACE === 'child';
/** Whether a server that is there is asked. */
export const ON_SERVERS = PLACE === 'server';
/** Whether a table's rows lie in several. */
export const IS_SHARDED = PLACE === 'sharded' || (PLACE === 'server' && SERVER_CLUSTER !== '');

export interface TestEngine {
  /** Not of a server of somebody's. */
  readonly supervisor: Supervisor;
  readonly warehouse: Warehouse;
  readonly folder: string;
  readonly log: Logger;
  /** Where the store is sharded: what stands in for the cluster. */
  readonly front?: ClusterFront;
  stop(): Promise<void>;
}

/** An engine's main module that reads a configuration file first. */
function withConfig(folder: string, text: string): string {
  const [config, main] = [join(folder, 'config.xml'), join(folder, 'main.mjs')];
  writeFileSync(config, text);
  writeFileSync(main, `process.env.ENGINE_CONFIG = ${JSON.stringify(config)};\nawait import(${JSON.stringify(pathToFileURL(ENGINE_MAIN).href)});\n`);
  return main;
}

/** A database of its own on a server that is there. */
async function startOnServer(migrate: boolean): Promise<TestEngine> {
  const log = pino({ level: 'silent' });
  const topology: Topology = SERVER_CLUSTER === '' ? { kind: 'single' } : { kind: 'cluster', cluster: SERVER_CLUSTER };
  const database = `footfall_test_${randomBytes(6).toString('hex')}`;
  const source = createFailover(SERVER.split(','), log);
  const warehouse = createWarehouse({ source, log, now: Date.now, database, topology });
  if (migrate) await warehouse.migrate();
  const none = (): never => {
    throw new Error('this test needs an engine of its own: it is not for FOOTFALL_TEST_CLICKHOUSE_URL');
  };
  return {
    supervisor: { current: none, start: none, stop: none, kill: none, pid: none, onChange: none },
    warehouse,
    folder: '',
    log,
    async stop() {
      await warehouse.close();
      const connection = openConnection(source, 'default', log);
      for (const name of [database, statementsDatabase(database)]) await connection.client().command({ query: `DROP DATABASE IF EXISTS ${name}${topology.kind === 'single' ? '' : ` ON CLUSTER ${topology.cluster}`} SYNC` });
      await connection.close();
      source.stop();
    },
  };
}

/** A real engine on an empty folder of its own, with our schema. */
export async function startEngine({ migrate = true, place = PLACE }: { migrate?: boolean; place?: Place } = {}): Promise<TestEngine> {
  if (place === 'server') return startOnServer(migrate);
  const folder = mkdtempSync(join(tmpdir(), 'footfall-warehouse-'));
  const log = pino({ level: 'silent' });
  const main = place === 'sharded' ? withConfig(folder, clusterConfig(SHARDS)) : ENGINE_MAIN;
  const supervisor = createSupervisor({ main, dataFolder: join(folder, 'data'), memory: MEMORY, log, backOff: () => 20 });
  await supervisor.start();
  const front = place === 'sharded' ? await startClusterFront(supervisor, SHARDS) : undefined;
  const { url, password } = supervisor.current() ?? { url: '', password: '' };
  const byAddress = place === 'url' ? createFailover([url.replace('//', `//default:${password}@`)], log) : undefined;
  const source: AddressSource = front ?? byAddress ?? supervisor;
  const warehouse = createWarehouse({ source, log, now: Date.now, topology: front === undefined ? { kind: 'single' } : { kind: 'cluster', cluster: CLUSTER }, alone: source === supervisor });
  if (migrate) await warehouse.migrate();
  return {
    supervisor,
    warehouse,
    folder: join(folder, 'data'),
    log,
    ...(front === undefined ? {} : { front }),
    async stop() {
      await warehouse.close();
      byAddress?.stop();
      await front?.stop();
      await supervisor.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
