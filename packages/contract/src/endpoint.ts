import { z } from 'zod';
import type { GrantableRoute } from './catalogue/grantable-routes.js';

/**
 * Who may call: deny by default, so each endpoint states it. A list names the screens that show the answer: whoever was
 * granted one of them. `signed-in`: everyone, for what is one's own or shows granted sites only; `site-key` asks for a
 * site's API key. Administrators may call everything but the last.
 */
export type Access = 'public' | 'signed-in' | 'admin' | 'site-key' | readonly [GrantableRoute, ...GrantableRoute[]];

/**
 * What a call does to what is kept: `reads` nothing; `session` concerns the session alone that makes it, or notes an error
 * of its console; `changes` all the rest. Whoever views the console as a role may not make calls that change.
 */
export type Effect = 'reads' | 'session' | 'changes';

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `resource.action`; the key a handler is bound by. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path under `/api`, as the specification spells it. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** `reads` for a GET that has no DELETE beside it, else `changes`, unless said otherwise: a call that nobody thought of is refused. */
  readonly effect: Effect;
  readonly summary: string;
  /** Query parameters of a GET or DELETE, JSON body of a POST. */
  readonly input: I;
  /** Shape of the envelope's `data`. */
  readonly output: O;
  /** Milliseconds a client waits: 5,000 unless said otherwise (specification 1, section 9). */
  readonly timeout: number;
  /** Paths that answer alike, e.g. the DELETE beside a specified GET. */
  readonly aliases: readonly { readonly method: Endpoint['method']; readonly path: `/${string}` }[];
  /** Bytes that the body of a request may have, where that is not the usual 1 MiB. */
  readonly bodyLimit?: number;
  /**
   * What a share link may ask of it, held to before `input`; without one it reaches nothing here. Whoever has the link is a stranger: nothing that
   * tells of a single visitor may fit, and no field that is not named.
   */
  readonly shared?: z.ZodType;
  /** Answers with a file in place of the envelope; its failures are envelopes like all others. See `defineDownload`. */
  readonly file: boolean;
}

/** An endpoint that answers with a file. */
export type Download<I extends z.ZodType = z.ZodType> = Endpoint<I, z.ZodNever> & { readonly file: true };

export type Input<E extends Endpoint> = z.input<E['input']>;
export type Parsed<E extends Endpoint> = z.output<E['input']>;
export type Output<E extends Endpoint> = z.output<E['output']>;

const DEFAULT_TIMEOUT = 5_000;
/** Milliseconds in which a download must begin and between whose pieces no more may pass. Source: specification 1, section 9. */
const DOWNLOAD_TIMEOUT = 60_000;

/** The only place where a path or a shape is spelled; routes, console and OpenAPI are made from it. */
export function defineEndpoint<I extends z.ZodType, O extends z.ZodType>(
  spec: Omit<Endpoint<I, O>, 'timeout' | 'aliases' | 'effect' | 'bodyLimit' | 'shared' | 'file'> & Partial<Pick<Endpoint, 'timeout' | 'aliases' | 'effect' | 'bodyLimit' | 'shared'>>,
): Endpoint<I, O> {
  const effect = spec.method === 'GET' && !spec.aliases?.some(({ method }) => method === 'DELETE') ? 'reads' : 'changes';
  return Object.freeze({ timeout: DEFAULT_TIMEOUT, aliases: [], effect, file: false, ...spec });
}

/**
 * A download, by GET and, for inputs that no address holds, by POST alike. Headers of the answer: `filename`, the file's name,
 * percent-encoded; `x-total-rows`, how many rows will come (of a zip: in all its files).
 */
export function defineDownload<I extends z.ZodType>(spec: Pick<Endpoint<I>, 'id' | 'path' | 'access' | 'summary' | 'input'>): Download<I> {
  const { path } = spec;
  return Object.freeze({ method: 'GET', output: z.never(), timeout: DOWNLOAD_TIMEOUT, aliases: [{ method: 'POST', path }], effect: 'reads', file: true, ...spec } as const);
}
