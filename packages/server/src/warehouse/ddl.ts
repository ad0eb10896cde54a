/**
 * One description of a table becomes the DDL of every size: a MergeTree on a single node, or a Replicated table on
 * every replica with a Distributed one in front of it. Nobody else writes CREATE TABLE.
 *
 * Invariants:
 * - Every table carries every setting of STORAGE.md. Each was found necessary by cutting power: without the fsyncs
 *   acknowledged rows are lost, without old_parts_lifetime the sources of a merge are gone before the merge is on disk,
 *   without the broken-part limits a table that lost an unfinished part would refuse to open.
 * - Statements can be run again: a kill in the middle of a migration leaves nothing that a second run trips over.
 * - Names come from descriptions in this folder, never from input.
 */

type Settings = readonly (readonly [string, number])[];

export interface StoredColumn {
  readonly name: string;
  readonly type: string;
  readonly codec?: string;
}

/** Computed when read, takes no room, can not be inserted. */
export interface DerivedColumn {
  readonly name: string;
  readonly type: string;
  readonly sql: string;
}

export interface SkipIndex {
  readonly name: string;
  readonly column: string;
  readonly type: string;
}

export interface TableDescription {
  readonly name: string;
  /** In the order of the journal's rows, which is the order of the insert list. */
  readonly columns: readonly StoredColumn[];
  readonly derived: readonly DerivedColumn[];
  readonly indexes: readonly SkipIndex[];
  readonly partitionBy: string;
  readonly orderBy: readonly string[];
  /** Expression over the columns that spreads rows over the shards of a cluster. */
  readonly shardBy: string;
  /** Settings of this table alone, beside those that every table carries. */
  readonly settings?: Settings;
}

export type Topology = { readonly kind: 'single' } | { readonly kind: 'cluster'; readonly cluster: string };

/**
 * Of every statement that makes tables, alters them or brings them back from a backup, and of those that users write, who may name a type that they
 * are shown: the store refuses a dictionary of numbers, which mostly is a mistake, unless it is told that it is meant (`few` of tables/columns.ts).
 * On a cluster it goes with the statement to all servers.
 */
export const NUMBERS_KEPT_ONCE = { allow_suspicious_low_cardinality_types: 1 } as const;

/** How many insert tokens a table remembers; a replay is exact within so many batches. */
const DEDUPLICATION_WINDOW = 10_000;

/**
 * And for how many seconds a replicated one does: a week. Servers since 25.10 forget after an hour (ClickHouse#87414), and a journal may wait
 * for longer than that with a batch whose answer was lost.
 */
const DEDUPLICATION_SECONDS = 604_800;

const DURABILITY: Settings = [
  ['fsync_after_insert', 1],
  ['fsync_part_directory', 1],
  ['min_rows_to_fsync_after_merge', 1],
  ['min_compressed_bytes_to_fsync_after_merge', 1],
  ['old_parts_lifetime', 480],
  ['max_suspicious_broken_parts', 1_000_000],
  ['max_suspicious_broken_parts_bytes', 1_000_000_000_000],
  // A part below this keeps all columns in one file instead of files for each: an insert has few to fsync, which the
  // journal on the same disk would wait for. Larger parts, made by merges, have a file per column.
  ['min_bytes_for_wide_part', 134_217_728],
];

const NAME = /^[a-z_][a-z0-9_]*$/u;

function checked(name: string): string {
  if (!NAME.test(name)) throw new Error(`Not a name for DDL: ${JSON.stringify(name)}`);
  return name;
}

function settings(table: TableDescription, topology: Topology): string {
  const deduplication: Settings =
    topology.kind === 'single'
      ? [['non_replicated_deduplication_window', DEDUPLICATION_WINDOW]]
      : [['replicated_deduplication_window', DEDUPLICATION_WINDOW], ['replicated_deduplication_window_seconds', DEDUPLICATION_SECONDS]];
  return listed([...DURABILITY, ...deduplication, ...(table.settings ?? [])]);
}

function body(table: TableDescription): string {
  return [
    ...table.columns.map((column) => `  ${checked(column.name)} ${column.type}${column.codec === undefined ? '' : ` CODEC(${column.codec})`}`),
    ...table.derived.map((column) => `  ${checked(column.name)} ${column.type} ALIAS ${column.sql}`),
    ...table.indexes.map((index) => `  INDEX ${checked(index.name)} ${checked(index.column)} TYPE ${index.type} GRANULARITY 1`),
  ].join(',\n');
}

function onCluster(topology: Topology): string {
  return topology.kind === 'single' ? '' : ` ON CLUSTER ${checked(topology.cluster)}`;
}

/** The database itself: Atomic, because chDB's default database is an overlay. */
export function createDatabase(database: string, topology: Topology): string {
  return `CREATE DATABASE IF NOT EXISTS ${checked(database)}${onCluster(topology)} ENGINE = Atomic`;
}

/** The database that statements of users are asked in: it holds nothing, so that a name in them means nothing but what they are given. */
export const statementsDatabase = (database: string): string => `${database}_sql`;

/**
 * The statements that make a table, in order. On a cluster the rows live in `<name>_local`, and `<name>` is the
 * Distributed table that everything reads and writes, so that questions are the same text in every size.
 * `{shard}` and `{replica}` are the servers' own macros.
 */
export function createTable(database: string, table: TableDescription, topology: Topology): string[] {
  const name = checked(table.name);
  const stored = topology.kind === 'single' ? name : `${name}_local`;
  const path = `'/clickhouse/tables/{shard}/${database}/${name}', '{replica}'`;
  const engine = topology.kind === 'single' ? 'MergeTree' : `ReplicatedMergeTree(${path})`;
  const statements = [
    `CREATE TABLE IF NOT EXISTS ${checked(database)}.${stored}${onCluster(topology)}\n(\n${body(table)}\n)\n` +
      `ENGINE = ${engine}\nPARTITION BY ${table.partitionBy}\nORDER BY (${table.orderBy.map(checked).join(', ')})\n` +
      `SETTINGS ${settings(table, topology)}`,
  ];
  if (topology.kind === 'cluster') {
    statements.push(
      `CREATE TABLE IF NOT EXISTS ${database}.${name}${onCluster(topology)} AS ${database}.${stored}\n` +
        `ENGINE = Distributed(${topology.cluster}, ${database}, ${stored}, ${table.shardBy})`,
    );
  }
  return statements;
}

/** A table as it was before the columns were added to it. */
export function before(table: TableDescription, added: readonly StoredColumn[]): TableDescription {
  const names = new Set(added.map(({ name }) => name));
  return { ...table, columns: table.columns.filter(({ name }) => !names.has(name)) };
}

/** One statement for the stored table, and on a cluster another one for the Distributed table in front of it, which has no codecs. */
function alterColumns(database: string, table: TableDescription, verb: string, columns: readonly StoredColumn[], topology: Topology, ending = ''): string[] {
  const tables = tablesOf(table, topology);
  return tables.map((stored) => {
    const clauses = columns.map((column) => `${verb} ${checked(column.name)} ${column.type}${column.codec === undefined || stored !== tables[0] ? '' : ` CODEC(${column.codec})`}`);
    return `ALTER TABLE ${checked(database)}.${stored}${onCluster(topology)} ${clauses.join(', ')}${ending}`;
  });
}

/**
 * The statements that add columns at the end of a table; rows already stored have '' or 0 there. On a cluster the stored
 * table comes first, so that the Distributed one never asks it for what it does not have.
 */
export function addColumns(database: string, table: TableDescription, added: readonly StoredColumn[], topology: Topology): string[] {
  return alterColumns(database, table, 'ADD COLUMN IF NOT EXISTS', added, topology);
}

/**
 * The statements that give columns other types and codecs, those with another type one at a time and in front: rows that were changed in place
 * can not be read while two columns are on their way (26.7: "Applying patch parts is not supported with more than one on-fly ALTER MODIFY"), nor
 * can the way be ended then. None waits for rows already stored to be written anew. A codec alone is that of rows written from then on.
 */
export function modifyColumns(database: string, table: TableDescription, retyped: readonly StoredColumn[], recoded: readonly StoredColumn[], topology: Topology): string[] {
  const together = recoded.length === 0 ? [] : [recoded];
  return [...retyped.map((column) => [column]), ...together].flatMap((columns) => alterColumns(database, table, 'MODIFY COLUMN', columns, topology, ' SETTINGS alter_sync = 0'));
}

/** A stored table, and on a cluster the Distributed one in front of it; `last` puts that one first. */
function tablesOf(table: TableDescription, topology: Topology, last = false): string[] {
  const name = checked(table.name);
  if (topology.kind === 'single') return [name];
  return last ? [name, `${name}_local`] : [`${name}_local`, name];
}

/** The statements that add columns which are made of others when they are read. */
export function addDerived(database: string, table: TableDescription, derived: readonly DerivedColumn[], topology: Topology): string[] {
  if (derived.length === 0) return [];
  const clauses = derived.map(({ name, type, sql }) => `ADD COLUMN IF NOT EXISTS ${checked(name)} ${type} ALIAS ${sql}`).join(', ');
  return tablesOf(table, topology).map((stored) => `ALTER TABLE ${checked(database)}.${stored}${onCluster(topology)} ${clauses}`);
}

/** The statements that drop columns; on a cluster from the Distributed table first, which must not ask for what is not there. None waits for rows already stored. */
export function dropColumns(database: string, table: TableDescription, names: readonly string[], topology: Topology): string[] {
  const clauses = names.map((name) => `DROP COLUMN IF EXISTS ${checked(name)}`).join(', ');
  return tablesOf(table, topology, true).map((stored) => `ALTER TABLE ${checked(database)}.${stored}${onCluster(topology)} ${clauses} SETTINGS alter_sync = 0`);
}

/** The statement that gives columns of all rows values made of other columns, by name. It does not wait until they have them. */
export function fillColumns(database: string, table: TableDescription, made: Readonly<Record<string, string>>, topology: Topology): string {
  const [stored = ''] = tablesOf(table, topology);
  const assignments = Object.entries(made).map(([name, sql]) => `${checked(name)} = ${sql}`).join(', ');
  return `ALTER TABLE ${checked(database)}.${stored}${onCluster(topology)} UPDATE ${assignments} WHERE 1`;
}

const listed = (all: Settings): string => all.map(([name, value]) => `${checked(name)} = ${value}`).join(', ');

function modifySettings(database: string, table: TableDescription, topology: Topology, changed: Settings): string {
  const stored = topology.kind === 'single' ? checked(table.name) : `${checked(table.name)}_local`;
  return `ALTER TABLE ${checked(database)}.${stored}${onCluster(topology)} MODIFY SETTING ${listed(changed)}`;
}

/**
 * Lets a change of rows that failed be tried again within two seconds. The default is up to five minutes, doubled with each failure: after a
 * disk was full, everything that waits for the change, storing included, would stand still for as long as that once there is room again.
 */
export const CHANGES_RETRIED_SOON: Settings = [['max_postpone_time_for_failed_mutations_ms', 2_000]];

export function retryChangesSoon(database: string, table: TableDescription, topology: Topology): string {
  return modifySettings(database, table, topology, CHANGES_RETRIED_SOON);
}

/** Lets rows of a table be changed in place (lightweight updates): each row keeps where it was first written, by which a change finds it. */
export const UPDATES_ALLOWED: Settings = [['enable_block_number_column', 1], ['enable_block_offset_column', 1]];

export function allowUpdates(database: string, table: TableDescription, topology: Topology): string {
  return modifySettings(database, table, topology, UPDATES_ALLOWED);
}
