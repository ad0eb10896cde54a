import type { z } from 'zod';
import type { GrantableRoute } from './catalogue/grantable-routes.js';

/**
 * Who may call: deny by default, so each endpoint states it. A list names the screens that show the answer: whoever was
 * granted one of them. `signed-in`: everyone, for what is one's own or shows granted sites only; `site-key` asks for a
 * site's API key. Administrators may call everything but the last.
 */
export type Access = 'public' | 'signed-in' | 'admin' | 'site-key' | readonly [GrantableRoute, ...GrantableRoute[]];

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `resource.action`; the key a handler is bound by. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path under `/api`, as the specification spells it. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  /** Query parameters of a GET or DELETE, JSON body of a POST. */
  readonly input: I;
  /** Shape of the envelope's `data`. */
  readonly output: O;
  /** Milliseconds a client waits: 5,000 unless said otherwise (specification 1, section 9). */
  readonly timeout: number;
  /** Paths that answer alike, e.g. the DELETE beside a specified GET. */
  readonly aliases: readonly { readonly method: Endpoint['method']; readonly path: `/${string}` }[];
}

export type Input<E extends Endpoint> = z.input<E['input']>;
export type Parsed<E extends Endpoint> = z.output<E['input']>;
export type Output<E extends Endpoint> = z.output<E['output']>;

const DEFAULT_TIMEOUT = 5_000;

/** The only place where a path or a shape is spelled; routes, console and OpenAPI are made from it. */
export function defineEndpoint<I extends z.ZodType, O extends z.ZodType>(
  spec: Omit<Endpoint<I, O>, 'timeout' | 'aliases'> & Partial<Pick<Endpoint, 'timeout' | 'aliases'>>,
): Endpoint<I, O> {
  return Object.freeze({ timeout: DEFAULT_TIMEOUT, aliases: [], ...spec });
}
