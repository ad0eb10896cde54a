import type { ClickHouseSettings, ResponseJSON } from '@clickhouse/client';
import { FootfallError } from '@footfall/contract';
import { STORE_SETTINGS, type Connection } from './connection.js';
import { questionFailure, StoreUnavailable } from './failures.js';
import { paramText, type QueryParams } from './query-params.js';

export interface QueryOptions {
  /** Firing it stops the question in the store as well. */
  readonly signal?: AbortSignal;
  readonly queryId?: string;
  readonly maxSeconds?: number;
}

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
 * @throws FootfallError `store.too_slow`, `store.busy`, `store.unavailable`; `server.failed` for a mistake in the SQL.
 *   When `signal` fired, its own reason.
 */
export async function ask<T>(connection: Connection, sql: string, params: QueryParams, options: QueryOptions): Promise<Answer<T>> {
  const { signal, queryId, maxSeconds = DEFAULT_SECONDS } = options;
  const patience = AbortSignal.timeout(maxSeconds * 1_000 + PATIENCE_MS);
  try {
    signal?.throwIfAborted();
    const body = await answer<T>(connection, sql, params, {
      abort: signal === undefined ? patience : AbortSignal.any([signal, patience]),
      queryId,
      settings: { max_execution_time: maxSeconds, readonly: '2', cancel_http_readonly_queries_on_client_close: 1 },
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

/** The quick way while everything fits into the address of a request; longer values go as the client sends them. */
async function answer<T>(connection: Connection, sql: string, params: QueryParams, { abort, queryId, settings }: Sending): Promise<ResponseJSON<T>> {
  const options = new URLSearchParams({ default_format: 'JSON' });
  for (const [name, value] of Object.entries({ ...STORE_SETTINGS, ...settings })) options.set(name, String(value));
  if (queryId !== undefined) options.set('query_id', queryId);
  let length = 0;
  for (const [name, value] of Object.entries(params)) {
    const text = paramText(value);
    length += text.length;
    options.set(`param_${name}`, text);
  }
  if (length <= MAX_ADDRESS_VALUES) return JSON.parse(await connection.asking().ask(sql, options, abort)) as ResponseJSON<T>;
  const result = await connection.client().query({
    query: sql,
    query_params: params,
    format: 'JSON',
    abort_signal: abort,
    clickhouse_settings: settings,
    ...(queryId === undefined ? {} : { query_id: queryId }),
  });
  return result.json<T>();
}

/**
 * The rows of an answer as they arrive, in constant memory; nothing is held beyond one chunk.
 * @throws as `ask`, possibly after some rows were given.
 */
export async function* askStream<T>(connection: Connection, sql: string, params: QueryParams, options: QueryOptions): AsyncGenerator<readonly T[]> {
  const { signal, queryId, maxSeconds = DEFAULT_SECONDS } = options;
  try {
    signal?.throwIfAborted();
    const result = await connection.client().query({
      query: sql,
      query_params: params,
      format: 'JSONEachRow',
      ...(signal === undefined ? {} : { abort_signal: signal }),
      ...(queryId === undefined ? {} : { query_id: queryId }),
      clickhouse_settings: { max_execution_time: maxSeconds, readonly: '2', wait_end_of_query: 0 },
    });
    for await (const chunk of result.stream<T>()) yield chunk.map((row) => row.json());
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (error instanceof StoreUnavailable) throw new FootfallError('store.unavailable', {}, { cause: error });
    throw questionFailure(error);
  }
}
