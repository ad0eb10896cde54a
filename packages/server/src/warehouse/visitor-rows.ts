/** What the store has of one visitor, to be handed out or removed. Like `erase.ts`, it finds tables and columns by itself, also those of a later release. */
import { JOINED_FACTS } from '@footfall/contract';
import type { Connection } from './connection.js';
import type { Topology } from './ddl.js';
import { removeWhere, tablesOfSites } from './erase.js';
import { batchFailure } from './failures.js';
import type { QueryParams } from './query-params.js';
import { ask, askStream, type StoredValue } from './store-query.js';
import { partedNames } from './tables/joined.js';
import { ROLLED_TABLES } from './tables/rolled.js';
import { VISITS } from './tables/visits.js';

/** Whose rows: all at an address, or all with a fingerprint. */
export interface VisitorKey {
  readonly siteIds: readonly number[];
  /** `ip`: the address in any spelling. */
  readonly type: 'ip' | 'fingerprint';
  readonly value: string;
  /** The number that a fingerprint's rows go by where a table does not keep the fingerprint itself; null for an address. */
  readonly visitor: string | null;
}

/** A row with the table that it is in. */
export interface VisitorRow {
  readonly table: string;
  readonly row: Readonly<Record<string, StoredValue>>;
}

/** Rows of a visitor may be in many parts, each of which is written anew. */
const PATIENCE_SECONDS = 600;

const ROLLED: ReadonlySet<string> = new Set(ROLLED_TABLES.map(({ name }) => name));

interface Place {
  readonly table: string;
  readonly condition: string;
  readonly params: QueryParams;
}

/** The tables that know the visitor, each with its condition. */
async function placesOf(connection: Connection, topology: Topology, { siteIds, type, value, visitor }: VisitorKey): Promise<Place[]> {
  const sites = 'site_id IN {sites:Array(UInt32)}';
  // Numbers of visitors go with the last hour that has them: see rolled/.
  const by = async (column: string): Promise<Set<string>> => new Set((await tablesOfSites(connection, topology, column)).filter((table) => !ROLLED.has(table)));
  if (type === 'ip') {
    const params = { sites: siteIds, value };
    return [...(await by('ip'))].map((table) => ({ table, condition: `${sites} AND ip = toIPv6({value:String})`, params }));
  }
  const withFingerprint = await by('fingerprint');
  const withVisitor = visitor === null ? new Set<string>() : await by('visitor');
  return [...new Set([...withFingerprint, ...withVisitor])].map((table) =>
    withFingerprint.has(table)
      ? { table, condition: `${sites} AND fingerprint = {value:String}`, params: { sites: siteIds, value } }
      : { table, condition: `${sites} AND visitor = {visitor:UInt64}`, params: { sites: siteIds, visitor: visitor ?? '' } },
  );
}

/** How many rows of a visitor a table has. */
async function countIn(connection: Connection, { table, condition, params }: Place): Promise<number> {
  const { rows } = await ask<{ num: string }>(connection, `SELECT count() AS num FROM ${table} WHERE ${condition}`, params, { maxSeconds: PATIENCE_SECONDS });
  return Number(rows[0]?.num ?? 0);
}

/** The facts of a record one by one, also where the table keeps some of them as one. */
const shownOf = (table: string): string => (table === VISITS.name ? `* EXCEPT (${Object.keys(JOINED_FACTS).join(', ')}), ${partedNames.join(', ')}` : '*');

/** Whether a table only stages rows for a moment, or keeps copies of others aside. */
const isAside = ({ table }: Place): boolean => table === 'session_fixes' || table.startsWith('moved_');

/**
 * Removes a visitor's rows from every table, and answers with how many there were in each that had any.
 * @throws StoreUnavailable, FootfallError as a question does: some may be gone then; doing it again ends it
 */
export async function eraseVisitor(connection: Connection, topology: Topology, key: VisitorKey): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  try {
    for (const place of await placesOf(connection, topology, key)) {
      const num = await countIn(connection, place);
      if (num === 0) continue;
      await removeWhere(connection, topology, place.table, place.condition, place.params);
      removed[place.table] = num;
    }
  } catch (error) {
    throw batchFailure(error);
  }
  return removed;
}

/** How many rows `visitorRows` gives. @throws as a question does */
export async function countVisitor(connection: Connection, topology: Topology, key: VisitorKey): Promise<number> {
  let num = 0;
  for (const place of await placesOf(connection, topology, key)) if (!isAside(place)) num += await countIn(connection, place);
  return num;
}

/** A visitor's rows with all their columns, table by table, the oldest first. What is only set aside is not told. @throws as a question does */
export async function* visitorRows(connection: Connection, topology: Topology, key: VisitorKey, signal?: AbortSignal): AsyncGenerator<VisitorRow> {
  for (const { table, condition, params } of (await placesOf(connection, topology, key)).filter((place) => !isAside(place))) {
    const pieces = askStream(connection, `SELECT ${shownOf(table)} FROM ${table} WHERE ${condition} ORDER BY site_id, created_at, id`, params, { maxSeconds: PATIENCE_SECONDS, ...(signal === undefined ? {} : { signal }) });
    for await (const { columns, rows } of pieces) {
      for (const values of rows) yield { table, row: Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null])) };
    }
  }
}
