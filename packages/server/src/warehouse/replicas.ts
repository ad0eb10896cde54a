import { everywhere } from './cluster.js';
import type { Connection } from './connection.js';
import type { Topology } from './ddl.js';
import { ask } from './store-query.js';

/** The servers of a cluster. */
export interface Replicas {
  /** Of all shards, as the cluster is described; and of them, those that the one that was asked can reach. */
  readonly total: number;
  readonly reached: number;
  /** Seconds that the one furthest behind has not taken over yet of what others of its shard have. */
  readonly behind: number;
  /** Tables on servers that take nothing, because they lost their keepers. */
  readonly readOnly: number;
}

/** Servers that can not be reached are left out; elsewhere that would be a wrong answer, here it is what is asked. */
const stateOf = (topology: Topology, cluster: string): string => `SELECT
  (SELECT uniqExact(host_name, port) FROM system.clusters WHERE cluster = {cluster:String}) AS total,
  (SELECT count() FROM clusterAllReplicas('${cluster}', system.one)) AS reached,
  (SELECT max(absolute_delay) FROM ${everywhere(topology, 'system.replicas')} WHERE database = {database:String}) AS behind,
  (SELECT countIf(is_readonly) FROM ${everywhere(topology, 'system.replicas')} WHERE database = {database:String}) AS read_only
  SETTINGS skip_unavailable_shards = 1`;

/**
 * How the servers of a cluster are; null of a single one.
 * @throws FootfallError as a question does
 */
export async function replicasOf(connection: Connection, database: string, topology: Topology): Promise<Replicas | null> {
  if (topology.kind === 'single') return null;
  const { cluster } = topology;
  const { rows } = await ask<Record<'total' | 'reached' | 'behind' | 'read_only', string>>(connection, stateOf(topology, cluster), { cluster, database }, {});
  const [state] = rows;
  if (state === undefined) throw new Error('the store gave no answer');
  return { total: Number(state.total), reached: Number(state.reached), behind: Number(state.behind), readOnly: Number(state.read_only) };
}
