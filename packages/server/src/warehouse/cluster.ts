/**
 * What a cluster is told besides what one server is told. Everything here is nothing on a single node.
 *
 * - An insert is done when most replicas of each shard have it: one that answered and was lost takes nothing along. A batch that did
 *   not come that far stays in the journal.
 * - Rows lie on the shard that the table's expression says, always: an INSERT ... SELECT that each shard did by itself would leave them where
 *   they were read, and a change that looks for them by their key would not find them.
 * - A change by a subquery is refused by replicated tables unless told that it says the same on each replica; ours do, for what they
 *   look up was written by a majority before.
 */
import type { Topology } from './ddl.js';

/** Of one statement: the server's settings, or the engine's own beside them. */
export type StatementSettings = Readonly<Record<string, string | number>>;

/** Milliseconds that replicas have to take what one of them took. */
const QUORUM_TIMEOUT = 60_000;
/** Seconds that servers have for a statement that runs on all of them; a change of rows writes parts anew. */
const EVERYWHERE_SECONDS = '600';

const INSERTS: StatementSettings = {
  insert_quorum: 'auto', insert_quorum_parallel: 1, insert_quorum_timeout: QUORUM_TIMEOUT, distributed_foreground_insert: 1, parallel_distributed_insert_select: '0',
};
const CHANGES: StatementSettings = { allow_nondeterministic_mutations: 1, distributed_ddl_task_timeout: EVERYWHERE_SECONDS };

/** Of every statement that inserts. */
export const insertSettings = ({ kind }: Topology): StatementSettings => (kind === 'single' ? {} : INSERTS);

/** Of every statement that changes or removes rows. */
export const changeSettings = ({ kind }: Topology): StatementSettings => (kind === 'single' ? {} : CHANGES);

/** A system table of every server, replicas too. */
export const everywhere = (topology: Topology, table: string): string => (topology.kind === 'single' ? table : `clusterAllReplicas('${topology.cluster}', ${table})`);

/** A system table of one replica of each shard. */
export const ofEachShard = (topology: Topology, table: string): string => (topology.kind === 'single' ? table : `cluster('${topology.cluster}', ${table})`);

/** The table that has the rows of `table`, as a statement that changes them names it. */
export const storedEverywhere = (topology: Topology, table: string): string => (topology.kind === 'single' ? table : `${table}_local ON CLUSTER ${topology.cluster}`);
