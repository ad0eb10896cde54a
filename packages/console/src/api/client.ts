/**
 * The only way to the server. Invariants:
 * - path, method, shapes and patience come from the contract's endpoint, nothing is spelled here;
 * - the token is read anew for each call and goes into the Authorization header, never along as a cookie;
 * - a renewed token is kept only while the one that it renews is still the current one, so that an answer that
 *   arrives after signing out brings no session back;
 * - what comes back is checked against the endpoint's shape before anybody sees it;
 * - a call either answers, throws ApiError, or throws the AbortError of its caller's own signal. It shows nothing.
 */
import type { Download, Endpoint, Input, Output } from '@footfall/contract';
import { z } from 'zod';
import { ApiError, errorNameOf } from './api-error';
import { type DownloadedFile, type DownloadProgress, readFile } from './file-reader';
import { type Patience, patienceOf } from './patience';
import { queryText } from './query-text';
import type { TokenStore } from './token-store';

/** The session is over, or there was none. */
const EXPIRED = 401;
/** The envelope's code of an answer. */
const WELL = 200;

const envelope = z.object({ code: z.number(), message: z.string(), data: z.unknown() });
const details = z.record(z.string(), z.unknown());

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The call outlives the page that makes it. */
  readonly keepalive?: boolean;
}

export interface DownloadOptions extends Pick<CallOptions, 'signal'> {
  /** Told as the file comes, a few times a second. */
  readonly onProgress?: (progress: DownloadProgress) => void;
}

export interface Client {
  /** Calls an endpoint of the contract and answers with its `data`. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Output<E>>;
  /** Fetches a file. Its patience is for the beginning, and then for each next piece. */
  download<E extends Download>(endpoint: E, input: Input<E>, options?: DownloadOptions): Promise<DownloadedFile>;
}

export interface ClientOptions {
  /** '' for the page's own origin. */
  readonly origin: string;
  readonly tokens: TokenStore;
  readonly fetch: typeof fetch;
}

/** A client of the server at `origin`. */
export function createClient({ origin, tokens, fetch }: ClientOptions): Client {
  async function ask<T>(endpoint: Endpoint, request: Request, token: string | undefined, options: CallOptions, read: Reader<T>): Promise<Asked<T>> {
    const patience = patienceOf(endpoint.timeout);
    const signal = options.signal ? AbortSignal.any([options.signal, patience.signal]) : patience.signal;
    const { url, init } = request;
    try {
      const headers = { accept: 'application/json', ...init.headers, ...(token === undefined ? {} : { authorization: token }) };
      const response = await fetch(`${origin}/api${url}`, { ...init, headers, signal, credentials: 'omit', cache: 'no-store', keepalive: options.keepalive ?? false });
      return { response, body: await read(response, patience) };
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      if (patience.signal.aborted) throw new ApiError('timeout', 'No answer in time', { cause });
      if (cause instanceof ApiError) throw cause;
      throw new ApiError('network', cause instanceof Error ? cause.message : 'Error', { cause });
    } finally {
      patience.end();
    }
  }

  async function askAsUser<T>(endpoint: Endpoint, request: Request, options: CallOptions, read: Reader<T>): Promise<Asked<T>> {
    let token = tokens.read();
    let asked = await ask(endpoint, request, token, options, read);
    const current = tokens.read();
    // Another tab signed in anew meanwhile: what was refused for the old token has done nothing.
    if (asked.response.status === EXPIRED && token !== undefined && current !== undefined && current !== token) {
      token = current;
      asked = await ask(endpoint, request, token, options, read);
    }
    const renewed = asked.response.headers.get('authorization');
    if (renewed && token !== undefined && tokens.read() === token) tokens.write(renewed);
    return asked;
  }

  return {
    async call(endpoint, input, options = {}) {
      const { response, body } = await askAsUser(endpoint, requestOf(endpoint, input), options, readJson);
      return dataOf(endpoint, response, body);
    },
    async download(endpoint, input, { onProgress, ...options } = {}) {
      const read: Reader<unknown> = (response, patience) => (response.ok ? readFile(response, () => patience.renew(), onProgress) : readJson(response));
      const { response, body } = await askAsUser(endpoint, fileRequestOf(endpoint, input), options, read);
      if (response.ok) return body as DownloadedFile;
      throw refusalOf(response, body);
    },
  };
}

interface Request {
  readonly url: string;
  readonly init: { readonly method: string; readonly headers?: Record<string, string>; readonly body?: string };
}

interface Asked<T> {
  readonly response: Response;
  readonly body: T;
}

type Reader<T> = (response: Response, patience: Patience) => Promise<T>;

/** A change by GET is for old callers: where the contract has a DELETE beside it, that is used. */
function requestOf(endpoint: Endpoint, input: unknown): Request {
  const { method, path } = endpoint.aliases.find((alias) => alias.method === 'DELETE') ?? endpoint;
  if (method === 'POST') return posted(path, input);
  const query = queryText(input);
  return { url: query === '' ? path : `${path}?${query}`, init: { method } };
}

/** Files are asked for by POST where they can be: rules and headings may be longer than an address. */
function fileRequestOf(endpoint: Download, input: unknown): Request {
  return endpoint.aliases.some(({ method }) => method === 'POST') ? posted(endpoint.path, input) : requestOf(endpoint, input);
}

function posted(path: string, input: unknown): Request {
  return { url: path, init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) } };
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('shape', response.statusText || 'Error', { code: response.status, cause });
  }
}

function dataOf<E extends Endpoint>(endpoint: E, response: Response, body: unknown): Output<E> {
  const read = envelope.safeParse(body);
  if (!read.success || read.data.code !== WELL) throw refusalOf(response, body);
  const answer = endpoint.output.safeParse(read.data.data);
  if (!answer.success) throw new ApiError('shape', `The answer of ${endpoint.id} does not have the agreed shape: ${answer.error.issues[0]?.path.join('.') ?? ''}`, { code: WELL, cause: answer.error });
  return answer.data as Output<E>;
}

/** What an answer that is none says: no, or nothing that was agreed. */
function refusalOf(response: Response, body: unknown): ApiError {
  const read = envelope.safeParse(body);
  if (!read.success) return new ApiError('shape', response.statusText || 'Error', { code: response.status, cause: read.error });
  const { code, message, data } = read.data;
  const told = details.safeParse(data);
  const facts = told.success ? told.data : {};
  return new ApiError('refused', message || 'Error', { code, errorName: errorNameOf(facts['error']), details: facts });
}
