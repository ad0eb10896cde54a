/**
 * The only way to the server. Invariants:
 * - path, method, shapes and patience come from the contract's endpoint, nothing is spelled here;
 * - the token is read anew for each call and goes into the Authorization header, never along as a cookie;
 * - a renewed token is kept only while the one that it renews is still the current one, so that an answer that
 *   arrives after signing out brings no session back;
 * - what comes back is checked against the endpoint's shape before anybody sees it;
 * - a call either answers, throws ApiError, or throws the AbortError of its caller's own signal. It shows nothing.
 */
import type { Endpoint, Input, Output } from '@footfall/contract';
import { z } from 'zod';
import { ApiError, errorNameOf } from './api-error';
import { queryText } from './query-text';
import type { TokenStore } from './token-store';

/** The session is over, or there was none. */
const EXPIRED = 401;

const envelope = z.object({ code: z.number(), message: z.string(), data: z.unknown() });
const details = z.record(z.string(), z.unknown());

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The call outlives the page that makes it. */
  readonly keepalive?: boolean;
}

export interface Client {
  /** Calls an endpoint of the contract and answers with its `data`. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Output<E>>;
}

export interface ClientOptions {
  /** '' for the page's own origin. */
  readonly origin: string;
  readonly tokens: TokenStore;
  readonly fetch: typeof fetch;
}

/** A client of the server at `origin`. */
export function createClient({ origin, tokens, fetch }: ClientOptions): Client {
  async function ask(endpoint: Endpoint, input: unknown, token: string | undefined, options: CallOptions): Promise<{ response: Response; body: unknown }> {
    const patience = AbortSignal.timeout(endpoint.timeout);
    const signal = options.signal ? AbortSignal.any([options.signal, patience]) : patience;
    const { url, init } = requestOf(endpoint, input);
    try {
      const headers = { accept: 'application/json', ...init.headers, ...(token === undefined ? {} : { authorization: token }) };
      const response = await fetch(`${origin}/api${url}`, { ...init, headers, signal, credentials: 'omit', cache: 'no-store', keepalive: options.keepalive ?? false });
      return { response, body: await readJson(response) };
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      if (patience.aborted) throw new ApiError('timeout', 'No answer in time', { cause });
      if (cause instanceof ApiError) throw cause;
      throw new ApiError('network', cause instanceof Error ? cause.message : 'Error', { cause });
    }
  }

  return {
    async call(endpoint, input, options = {}) {
      let token = tokens.read();
      let { response, body } = await ask(endpoint, input, token, options);
      const current = tokens.read();
      // Another tab signed in anew meanwhile: what was refused for the old token has done nothing.
      if (response.status === EXPIRED && token !== undefined && current !== undefined && current !== token) {
        token = current;
        ({ response, body } = await ask(endpoint, input, token, options));
      }
      const renewed = response.headers.get('authorization');
      if (renewed && token !== undefined && tokens.read() === token) tokens.write(renewed);
      return dataOf(endpoint, response, body);
    },
  };
}

/** A change by GET is for old callers: where the contract has a DELETE beside it, that is used. */
function requestOf(endpoint: Endpoint, input: unknown): { url: string; init: { method: string; headers?: Record<string, string>; body?: string } } {
  const { method, path } = endpoint.aliases.find((alias) => alias.method === 'DELETE') ?? endpoint;
  if (method === 'POST') return { url: path, init: { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) } };
  const query = queryText(input);
  return { url: query === '' ? path : `${path}?${query}`, init: { method } };
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
  if (!read.success) throw new ApiError('shape', response.statusText || 'Error', { code: response.status, cause: read.error });
  const { code, message, data } = read.data;
  if (code !== 200) {
    const told = details.safeParse(data);
    const facts = told.success ? told.data : {};
    throw new ApiError('refused', message || 'Error', { code, errorName: errorNameOf(facts['error']), details: facts });
  }
  const answer = endpoint.output.safeParse(data);
  if (!answer.success) throw new ApiError('shape', `The answer of ${endpoint.id} does not have the agreed shape: ${answer.error.issues[0]?.path.join('.') ?? ''}`, { code, cause: answer.error });
  return answer.data as Output<E>;
}
