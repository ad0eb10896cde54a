/** The configuration of packaging's cluster, read by the engine's own reader, with what the environment puts into it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { type EngineProcess, rowsOf, startEngine, temporaryFolder } from './engine-process.js';

const packaged = (name: string): string => fileURLToPath(new URL(`../../../packaging/clickhouse/${name}`, import.meta.url));

const folder = temporaryFolder();
let engine: EngineProcess | undefined;
afterEach(async () => {
  await engine?.stop();
  folder.remove();
});

it('is two shards of two replicas that replicate by themselves, and says which one this is', async () => {
  engine = await startEngine(folder.path, { ENGINE_CONFIG: packaged('server.xml'), FOOTFALL_SHARD: '2', FOOTFALL_REPLICA: 'clickhouse-2-1', FOOTFALL_CLUSTER_SECRET: 'a-secret' });
  const client = engine.client();
  expect(await rowsOf(client, "SELECT shard_num, replica_num, host_name, port, internal_replication FROM system.clusters WHERE cluster = 'footfall' ORDER BY shard_num, replica_num")).toEqual(
    [[1, 1], [1, 2], [2, 1], [2, 2]].map(([shard, replica]) => ({ shard_num: shard, replica_num: replica, host_name: `clickhouse-${String(shard)}-${String(replica)}`, port: 9000, internal_replication: 1 })),
  );
  expect(await rowsOf(client, 'SELECT macro, substitution FROM system.macros ORDER BY macro')).toEqual([{ macro: 'replica', substitution: 'clickhouse-2-1' }, { macro: 'shard', substitution: '2' }]);
});

it('of the keepers is read as well', async () => {
  engine = await startEngine(folder.path, { ENGINE_CONFIG: packaged('keeper.xml'), FOOTFALL_KEEPER: '3' });
  expect(engine.first.fatal).toBeUndefined();
  expect(await rowsOf(engine.client(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('that is not there, or is no XML, is said at the start', async () => {
  engine = await startEngine(folder.path, { ENGINE_CONFIG: fileURLToPath(import.meta.url) });
  expect(engine.first.fatal).toBeDefined();
});

/** Why tests of a cluster translate what they send (packages/server/test/warehouse/cluster-stand-in.ts). */
it('of a cluster is as far as one engine goes: no keeper, no statements on all servers, no server that is asked over the network', async () => {
  const config = join(folder.path, 'apart.xml');
  const replica = (more: string): string => `<shard><replica><host>127.0.0.1</host><port>9000</port>${more}</replica></shard>`;
  const twice = replica('') + replica('');
  mkdirSync(folder.path, { recursive: true });
  writeFileSync(config, `<clickhouse><tcp_port>9000</tcp_port><remote_servers><here>${twice}</here><apart>${replica('<default_database>a</default_database>')}</apart></remote_servers></clickhouse>`);
  engine = await startEngine(join(folder.path, 'data'), { ENGINE_CONFIG: config });
  const client = engine.client();
  await client.command({ query: 'CREATE DATABASE a ENGINE=Atomic' });
  await expect(client.command({ query: "CREATE TABLE a.t (n UInt8) ENGINE = ReplicatedMergeTree('/t', 'r') ORDER BY n" })).rejects.toThrow(/zookeeper/iu);
  await expect(client.command({ query: 'CREATE TABLE a.t ON CLUSTER here (n UInt8) ENGINE = MergeTree ORDER BY n' })).rejects.toThrow(/zookeeper|ddl/iu);
  await expect(rowsOf(client, "SELECT * FROM cluster('apart', system.one)")).rejects.toThrow(/connection/iu);
  // Shards without a database of their own are the engine itself, as often as they are named.
  expect(await rowsOf(client, "SELECT _shard_num AS shard FROM cluster('here', system.one) ORDER BY shard")).toEqual([{ shard: 1 }, { shard: 2 }]);
}, 60_000);
