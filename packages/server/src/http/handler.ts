import type { endpoints, Endpoint, Output, Parsed } from '@footfall/contract';
import type { FileAnswer } from '../file-answer.js';
import type { SessionUser } from '../metadata/sessions.js';
import type { User } from '../metadata/users.js';

/** The user behind a request, as far as handlers may know. */
export type SignedInUser = Pick<User, 'id' | 'username' | 'nickname' | 'email' | 'avatar' | 'introduction' | 'roles' | 'grants' | 'preferences'> & Partial<Pick<SessionUser, 'viewing'>>;

/** What a handler knows of the request besides its input. */
export interface RequestContext {
  /** Never null on an endpoint whose access is not `public`. */
  readonly user: SignedInUser | null;
  /** The session that the token belongs to; null where `user` is. */
  readonly sessionFamily: string | null;
  /** Fires when the client goes away before the answer. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** One of the console's languages: what the client asks for, else `en`. */
  readonly language: string;
  /** The client's address, as far as the proxies in front are trusted. */
  readonly address: string;
  /** The User-Agent header, '' without one. */
  readonly agent: string;
}

/** Answers one endpoint: takes the checked input, gives the envelope's `data`, or of a download the file, fails with a FootfallError. */
export type Handler<E extends Endpoint> = (input: Parsed<E>, context: RequestContext) => Promise<E extends { readonly file: true } ? FileAnswer : Output<E>>;

/** One handler for each endpoint of a group. */
export type HandlersOf<G extends Readonly<Record<string, Endpoint>>> = { readonly [K in keyof G]: Handler<G[K]> };

/** Handlers for the whole contract. */
export type AllHandlers = { readonly [G in keyof typeof endpoints]: HandlersOf<(typeof endpoints)[G]> };

/** The user of a request that the binding let through as signed in. */
export function userOf(context: RequestContext): SignedInUser {
  if (!context.user) throw new Error('a handler asked for the user on a public endpoint');
  return context.user;
}
