/** Reading a request's URL the way ClickHouse's HTTP interface does: options, parameters, settings. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { EngineError } from '../engine-error.js';

export interface RequestOptions {
  readonly query: string;
  readonly queryId: string;
  readonly database: string;
  readonly defaultFormat: string;
  readonly waitForEnd: boolean;
  readonly allowFiles: boolean;
  /** Where the rows of an INSERT stand that come without a body: the absolute path of a file on this machine. */
  readonly rowsFile: string | undefined;
  readonly readonly: boolean;
  readonly gzip: boolean;
  readonly parameters: Map<string, string>;
  readonly settings: Map<string, string>;
}

/** Options of the HTTP interface itself, which are not settings of the engine. */
const OPTIONS: ReadonlySet<string> = new Set([
  'query', 'query_id', 'database', 'default_format', 'wait_end_of_query', 'engine_allow_files', 'engine_rows_file',
  'enable_http_compression', 'http_zlib_compression_level', 'user', 'password', 'quota_key', 'stacktrace',
  'buffer_size', 'send_progress_in_http_headers', 'http_headers_progress_interval_ms',
  'cancel_http_readonly_queries_on_client_close', 'replace_running_query', 'add_http_cors_header',
]);
const UNSUPPORTED: ReadonlySet<string> = new Set(['session_id', 'session_timeout', 'session_check', 'role', 'compress', 'decompress']);

const isOn = (value: string | null): boolean => value === '1' || value === 'true';

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * @throws EngineError 48 for what this engine does not have: sessions, roles, ClickHouse's own compression
 */
export function readOptions(request: IncomingMessage, url: URL): RequestOptions {
  const parameters = new Map<string, string>();
  const settings = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
    else if (UNSUPPORTED.has(name)) {
      if (value !== '' && value !== '0') throw EngineError.of('NOT_IMPLEMENTED', `${name} is not supported: every request stands alone, with its settings and database in the URL.`);
    } else if (!OPTIONS.has(name)) settings.set(name, value);
  }
  const get = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const readonly = settings.get('readonly');
  const acceptsGzip = /\bgzip\b/.test(header(request, 'accept-encoding') ?? '');
  return {
    query: get('query') ?? '',
    queryId: get('query_id') || randomUUID(),
    database: get('database') ?? header(request, 'x-clickhouse-database') ?? 'default',
    defaultFormat: get('default_format') ?? header(request, 'x-clickhouse-format') ?? 'TabSeparated',
    waitForEnd: isOn(url.searchParams.get('wait_end_of_query')),
    rowsFile: get('engine_rows_file'),
    allowFiles: isOn(url.searchParams.get('engine_allow_files')),
    readonly: readonly !== undefined && readonly !== '0' && readonly !== '',
    gzip: acceptsGzip && isOn(url.searchParams.get('enable_http_compression')),
    parameters,
    settings,
  };
}
