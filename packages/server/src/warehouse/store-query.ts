import type { ClickHouseSettings, ResponseJSON } from '@clickhouse/client';
import { FootfallError } from '@footfall/contract';
import { STORE_SETTINGS, type Connection } from './connection.js';
import { questionFailure, StoreUnavailable } from './failures.js';
import { paramText, type QueryParams } from './query-params.js';

/** How a statement is worked out, by the store's names. */
export type StatementSettings = Readonly<Record<string, string | 0 | 1>>;

export interface QueryOptions {
  /** Firing it stops the question in the store as well. */
  readonly signal?: AbortSignal;
  readonly queryId?: string;
  readonly maxSeconds?: number;
  /** What one question may take; no more than the store as a whole without it. */
  readonly caps?: QuestionCaps;
  /** None of them changes the answer. */
  readonly settings?: StatementSettings;
  /** For work that nobody waits for: one thread, which reads with pauses, so that it leaves the processors to those who come and those who ask. */
  readonly quietly?: boolean;
}

/** Limits of one question. */
export interface QuestionCaps {
  /** Bytes of memory; what does not fit into a part of it goes through the disk where it can. */
  readonly memory: number;
  /** Rows of its answer; of one that is streamed, none. */
  readonly rows: number;
}

/** Of a question's memory, what grouping and sorting may hold before they go through the disk. */
const IN_MEMORY = 0.4;

function capSettings(caps: QuestionCaps | undefined): ClickHouseSettings {
  if (caps === undefined) return {};
  const spill = String(Math.floor(caps.memory * IN_MEMORY));
  return { max_memory_usage: String(Math.floor(caps.memory)), max_bytes_before_external_group_by: spill, max_bytes_before_external_sort: spill };
}

/** Rows a second that a quiet question reads at most, and what of a processor it uses then, about: looking at sessions takes some 65 ns of one a row. */
export const QUIET_SPEED = 4_000_000;
export const QUIET_SHARE = 0.25;
/**
 * A little is read, a pause, a little more: who takes a processor for a tenth of a second keeps everything else waiting that is about to run
 * there, however low its priority.
 */
const QUIET: ClickHouseSettings = { max_threads: 1, max_block_size: '8192', max_execution_speed: String(QUIET_SPEED), timeout_before_checking_execution_speed: 0 };

export interface Answer<T> {
  readonly rows: readonly T[];
  readonly statistics: { readonly elapsed: number; readonly rows_read: number };
}

const DEFAULT_SECONDS = 30;
/** What the way there and back may take beyond the store's own limit. */
const PATIENCE_MS = 2_000;
/** Characters of values in an address at most: three bytes each when encoded, and Node takes 16 KiB of head by default. */
const MAX_ADDRESS_VALUES = 3_000;

/**
 * Asks one question. Not to be used in it: WITH TOTALS, whose answer is not JSON when there are no rows (26.7 writes the
 * totals before the opening bracket).
 * @throws FootfallError `store.too_slow`, `store.too_much`, `store.busy`, `store.unavailable`; `server.failed` for a mistake in the SQL.
 *   When `signal` fired, its own reason.
 */
export async function ask<T>(connection: Connection, sql: string, params: QueryParams, options: QueryOptions): Promise<Answer<T>> {
  const { signal, queryId, maxSeconds = DEFAULT_SECONDS, caps, quietly = false, settings = {} } = options;
  const patience = AbortSignal.timeout(maxSeconds * 1_000 + PATIENCE_MS);
  try {
    signal?.throwIfAborted();
    const body = await answer<T>(connection, sql, params, {
      abort: signal === undefined ? patience : AbortSignal.any([signal, patience]),
      queryId,
      settings: {
        ...settings, max_execution_time: maxSeconds, readonly: '2', cancel_http_readonly_queries_on_client_close: 1,
        ...(quietly ? QUIET : {}), ...capSettings(caps), ...(caps === undefined ? {} : { max_result_rows: String(caps.rows), result_overflow_mode: 'throw' }),
      },
    });
    return {
      rows: body.data,
      statistics: { elapsed: body.statistics?.elapsed ?? 0, rows_read: body.statistics?.rows_read ?? 0 },
    };
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (patience.aborted) throw new FootfallError('store.too_slow', {}, { cause: error });
    if (error instanceof StoreUnavailable) throw new FootfallError('store.unavailable', {}, { cause: error });
    throw questionFailure(error);
  }
}

interface Sending {
  readonly abort: AbortSignal;
  readonly queryId: string | undefined;
  readonly settings: ClickHouseSettings;
}

/** Values go into the address of the request as long as they fit, else beside the statement. */
async function answer<T>(connection: Connection, sql: string, params: QueryParams, { abort, queryId, settings }: Sending): Promise<ResponseJSON<T>> {
  const options = new URLSearchParams({ default_format: 'JSON' });
  for (const [name, value] of Object.entries({ ...STORE_SETTINGS, ...settings })) options.set(name, String(value));
  if (queryId !== undefined) options.set('query_id', queryId);
  const values = new Map(Object.entries(params).map(([name, value]) => [`param_${name}`, paramText(value)]));
  const length = [...values.values()].reduce((sum, text) => sum + text.length, 0);
  const isLong = length > MAX_ADDRESS_VALUES;
  if (!isLong) for (const [name, text] of values) options.set(name, text);
  return JSON.parse(await connection.asking().ask(sql, options, abort, isLong ? { values } : {})) as ResponseJSON<T>;
}

/** A piece of an answer: rows as lists of values, in the order of `columns`. 64-bit integers are text. */
export interface Piece {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly StoredValue[])[];
}

export type StoredValue = string | number | null;

/**
 * How an answer that may be long is worked out: blocks small enough that wide rows stay small, and on disk what would not fit
 * into memory. One thread beside the reader, so that a download leaves the store to those who wait for a screen.
 */
const STREAM_SETTINGS = {
  wait_end_of_query: 0,
  max_threads: 1,
  max_block_size: '8192',
  output_format_parallel_formatting: 0,
  max_bytes_before_external_sort: '200000000',
  max_bytes_before_external_group_by: '200000000',
  cancel_http_readonly_queries_on_client_close: 1,
} as const;

/** Whole lines of a stream of bytes, as many as came at once. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(10);
    if (end < 0) {
      rest.push(chunk);
      continue;
    }
    const lines = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8');
    rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    if (lines !== '') yield lines;
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString('utf8');
}

/**
 * The rows of an answer as they arrive, in constant memory; nothing is held beyond one chunk.
 * @throws as `ask`, possibly after some rows were given. An answer that breaks off is `store.unavailable`.
 */
export async function* askStream(connection: Connection, sql: string, params: QueryParams, options: QueryOptions): AsyncGenerator<Piece> {
  const { signal, queryId, maxSeconds = DEFAULT_SECONDS, caps, settings = {} } = options;
  // A reader who stops reading ends the question as well, wherever it is.
  const done = new AbortController();
  try {
    signal?.throwIfAborted();
    const { stream } = await connection.client().exec({
      query: `${sql}\nFORMAT JSONCompactEachRowWithNames`,
      query_params: params,
      abort_signal: signal === undefined ? done.signal : AbortSignal.any([signal, done.signal]),
      ...(queryId === undefined ? {} : { query_id: queryId }),
      clickhouse_settings: { ...settings, ...capSettings(caps), ...STREAM_SETTINGS, max_execution_time: maxSeconds, readonly: '2' },
    });
    let columns: readonly string[] | null = null;
    for await (const lines of linesOf(stream as AsyncIterable<Buffer>)) {
      const rows = JSON.parse(`[${lines.replaceAll('\n', ',')}]`) as StoredValue[][];
      columns ??= rows.shift() as string[];
      if (rows.length > 0) yield { columns, rows };
    }
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (error instanceof StoreUnavailable || error instanceof SyntaxError) throw new FootfallError('store.unavailable', {}, { cause: error });
    throw questionFailure(error);
  } finally {
    done.abort();
  }
}
