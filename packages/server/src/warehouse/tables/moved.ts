/**
 * What a rule that was applied back in time takes, as it was, by run: what is needed to move it, to go on after a crash, and to
 * undo it. Every column of the tables that it came from: a migration that adds one there adds it here.
 */
import type { StoredColumn, TableDescription } from '../ddl.js';
import { EVENTS } from './events.js';
import { SPIDER_HITS } from './spider-hits.js';
import { VISITS } from './visits.js';

const RUN: StoredColumn = { name: 'run', type: 'UInt64', codec: 'Delta, ZSTD(1)' };

/** Rows lie where those lie that they are of, so that a change finds them on its own shard. */
function movedOf(table: TableDescription): TableDescription {
  return { name: `moved_${table.name}`, columns: [RUN, ...table.columns], derived: [], indexes: [], partitionBy: 'run', orderBy: ['site_id', 'created_at', 'id'], shardBy: table.shardBy };
}

export const MOVED_VISITS = movedOf(VISITS);
export const MOVED_HITS = movedOf(SPIDER_HITS);
export const MOVED_EVENTS = movedOf(EVENTS);

/** The agents that a run takes, and the keyword by which it takes them. */
export const MOVED_AGENTS: TableDescription = {
  name: 'moved_agents',
  columns: [RUN, { name: 'user_agent', type: 'String', codec: 'ZSTD(3)' }, { name: 'reason', type: 'String', codec: 'ZSTD(3)' }],
  derived: [],
  indexes: [],
  partitionBy: 'run',
  orderBy: ['user_agent'],
  shardBy: 'run',
};
