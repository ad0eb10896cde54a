/**
 * Statements that somebody wrote, asked of the store from a database that holds nothing.
 *
 * The names in a statement mean what stands in front of it (WITH) or nothing at all: no table of ours lies where they are looked up. Beside that, the
 * store filters every table of ours by the sites, however a statement came to read it (`additional_table_filters`). What may stand in a statement
 * is decided before, by whoever calls this (ADR 16).
 */
import { ClickHouseError } from '@clickhouse/client';
import { FootfallError } from '@footfall/contract';
import { type Connection, STORE_SETTINGS } from './connection.js';
import { NUMBERS_KEPT_ONCE } from './ddl.js';
import { questionFailure, StoreUnavailable } from './failures.js';
import { paramText, type QueryParams } from './query-params.js';
import { AnswerTooLarge } from './question-request.js';
import type { StreamSlots } from './stream-slots.js';
import { OTHER_TABLES, RECORDS } from './tables/all.js';

/** What one statement may take and give. */
export interface StatementLimits {
  readonly seconds: number;
  /** Bytes of memory. */
  readonly memory: number;
  readonly rowsRead: number;
  /** Of the answer. */
  readonly rows: number;
  readonly bytes: number;
}

export interface StatementAnswer {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** In the order of the columns. 64-bit integers are text. */
  readonly rows: readonly (readonly unknown[])[];
  /** Milliseconds that the store took. */
  readonly took: number;
}

/** How the store reads a statement, without running it. */
export interface ReadStatement {
  /** As the store writes it itself: one line, no comments. */
  readonly text: string;
  /** The databases that there are. */
  readonly databases: readonly string[];
}

/** What is asked beside the text itself. */
export interface StatementOptions {
  readonly params: QueryParams;
  readonly signal: AbortSignal;
}

export interface Statements {
  /** The database that our tables lie in. */
  readonly database: string;
  /** @throws FootfallError `sql.invalid` for text that is not one statement; of `store.*` as a question does */
  read(sql: string, signal: AbortSignal): Promise<ReadStatement>;
  /** The tree of a SELECT, line by line (EXPLAIN AST). @throws as `read` */
  tree(select: string, options: StatementOptions): Promise<string[]>;
  /**
   * Its answer, whole; at its turn, as downloads.
   * @param sites ids of the sites whose rows may be read
   * @throws as `read`; FootfallError `store.too_much`, `store.too_slow` over the limits, `store.busy` when downloads take all places
   */
  run(select: string, options: StatementOptions & { readonly sites: readonly number[]; readonly limits: StatementLimits }): Promise<StatementAnswer>;
}

interface Compact {
  readonly meta: readonly { readonly name: string; readonly type: string }[];
  readonly data: readonly (readonly unknown[])[];
  readonly statistics?: { readonly elapsed: number };
}

const READ_SECONDS = 5;
/** What the way there and back may take beyond the store's own limit. */
const PATIENCE_MS = 2_000;
/** Of a statement's memory, what grouping and sorting may hold before they go through the disk. */
const IN_MEMORY = 0.4;
/** How long a statement waits for its place. */
const WAIT_MS = 8_000;
/** ACCESS_DENIED: what would leave the database, which the embedded engine refuses by itself. */
const LEAVES = 497;
/** UNKNOWN_DATABASE. */
const NO_DATABASE = 81;
/** Characters of the store's own words that are told. */
const REASON_LENGTH = 400;

/** The store's words for what is wrong, without where it stood and what it lists for hundreds of characters. */
const reasonOf = (message: string): string => (message.split(/\.? Expected one of: |[.:]? In scope |: [Ww]hile executing /u)[0] ?? '').replace(/ in scope .*/su, '').trim().slice(0, REASON_LENGTH);

function failure(error: unknown): FootfallError {
  const known = questionFailure(error instanceof StoreUnavailable ? new FootfallError('store.unavailable', {}, { cause: error }) : error);
  if (known.errorName !== 'server.failed' || !(error instanceof ClickHouseError)) return known;
  if (Number(error.code) === NO_DATABASE) return new FootfallError('sql.unavailable', {}, { cause: error });
  if (Number(error.code) === LEAVES) return new FootfallError('sql.refused', { reason: reasonOf(error.message).split(', which ')[0] }, { cause: error });
  return new FootfallError('sql.invalid', { reason: reasonOf(error.message) }, { cause: error });
}

type Settings = Readonly<Record<string, string | number>>;

/** One thread, so that a statement leaves the store to those who wait for a screen. */
const settingsFor = (seconds: number): Settings => ({ ...STORE_SETTINGS, ...NUMBERS_KEPT_ONCE, readonly: 2, max_execution_time: seconds, max_threads: 1, enable_analyzer: 1, cancel_http_readonly_queries_on_client_close: 1 });

/** A condition for each table of ours, and for where a cluster keeps its rows: of records those of these sites; of anything else none. */
function filters(database: string, sites: readonly number[]): string {
  const own = sites.length === 0 ? '0' : `site_id IN (${sites.join(', ')})`;
  const conditions = [...RECORDS.map(({ name }) => [name, own] as const), ...OTHER_TABLES.map((name) => [name, '0'] as const)];
  return `{${conditions.flatMap(([name, condition]) => [name, `${name}_local`].map((table) => `'${database}.${table}': '${condition}'`)).join(', ')}}`;
}

/** In its place among downloads, which leave readers to the screens. @throws FootfallError `store.busy` when there is none in time */
async function inPlace<T>(slots: StreamSlots, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(WAIT_MS);
  let begun = false;
  async function* place(): AsyncGenerator<T> {
    begun = true;
    yield await work();
  }
  try {
    const { value, done } = await first(slots.run(place, AbortSignal.any([signal, late])));
    if (done === true) throw new Error('a statement ended without an answer');
    return value;
  } catch (error) {
    throw late.aborted && !begun && !signal.aborted ? new FootfallError('store.busy', {}, { cause: error }) : error;
  }
}

/** What a generator gives first; it is ended with that. */
async function first<T>(generator: AsyncGenerator<T>): Promise<IteratorResult<T>> {
  try {
    return await generator.next();
  } finally {
    await generator.return(undefined);
  }
}

/**
 * @param connection to a database that holds nothing
 * @param database where our tables lie
 * @param slots the places of downloads
 */
export function createStatements(connection: Connection, database: string, slots: StreamSlots): Statements {
  async function ask<T>(sql: string, seconds: number, { params, signal }: StatementOptions, settings: Settings = settingsFor(seconds), mostBytes = Number.POSITIVE_INFINITY): Promise<T> {
    const patience = AbortSignal.timeout(seconds * 1_000 + PATIENCE_MS);
    const options = new URLSearchParams({ default_format: 'JSONCompact' });
    for (const [name, value] of Object.entries(settings)) options.set(name, String(value));
    for (const [name, value] of Object.entries(params)) options.set(`param_${name}`, paramText(value));
    try {
      signal.throwIfAborted();
      return JSON.parse(await connection.asking().ask(sql, options, AbortSignal.any([signal, patience]), { mostBytes })) as T;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (patience.aborted) throw new FootfallError('store.too_slow', {}, { cause: error });
      if (error instanceof AnswerTooLarge) throw new FootfallError('store.too_much', {}, { cause: error });
      throw failure(error);
    }
  }

  return {
    database,
    async read(sql, signal) {
      const { data } = await ask<Compact>(
        'SELECT formatQuerySingleLine({footfall_text:String}), (SELECT groupArray(name) FROM system.databases)', READ_SECONDS, { params: { footfall_text: sql }, signal },
      );
      const [text, databases] = data[0] ?? [];
      return { text: String(text), databases: (databases as readonly unknown[]).map(String) };
    },
    async tree(select, options) {
      // Without settings, which the embedded engine writes into the text; nothing is run here.
      const { data } = await ask<Compact>(`EXPLAIN AST ${select}`, READ_SECONDS, options, {});
      return data.map(([line]) => String(line));
    },
    run: (select, { sites, limits, ...options }) =>
      inPlace(slots, options.signal, async () => {
        const spill = Math.floor(limits.memory * IN_MEMORY);
        const { meta, data, statistics } = await ask<Compact>(select, limits.seconds, options, {
          ...settingsFor(limits.seconds),
          additional_table_filters: filters(database, sites),
          max_rows_to_read: limits.rowsRead,
          max_result_rows: limits.rows, max_result_bytes: limits.bytes, result_overflow_mode: 'throw',
          max_memory_usage: Math.floor(limits.memory), max_bytes_before_external_group_by: spill, max_bytes_before_external_sort: spill,
        }, limits.bytes);
        return { columns: meta, rows: data, took: Math.round((statistics?.elapsed ?? 0) * 1_000) };
      }),
  };
}
