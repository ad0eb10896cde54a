/**
 * Sessions: who a token belongs to, for how long, and how it is renewed.
 *
 * Invariants: the store holds hashes, never tokens; a session that was signed out is refused at once by this process,
 * and after at most `cacheTime` by another one on the same store; a token is replaced once only, and parallel requests
 * that still carry the old one are answered during the grace, so that a renewal never signs anybody out; signing out
 * ends the token and those that it replaced or that replaced it; what a user may do is read with the session, so that
 * it is as old as `cacheTime` at most, and where this process changed it (`refresh`) not old at all.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SessionRow, Sessions as SessionStore, SessionUser } from '../metadata/sessions.js';

/** Milliseconds a session lives after its last use. */
export const SESSION_TIME = 7 * 24 * 3_600_000;
/** Milliseconds after which a token is replaced. */
export const RENEW_AFTER = 3_600_000;
/** Milliseconds that a replaced token still answers. */
export const GRACE = 60_000;
/** Milliseconds between two notes of use in the store. */
export const TOUCH_EVERY = 60_000;
/** Milliseconds that a session is believed without asking the store again: where one process serves, and where others may end it. */
export const CACHE_TIME = { alone: 5_000, shared: 1_000 } as const;
const CACHE_SIZE = 10_000;
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/u;
const MAX_AGENT = 500;

export interface Opened {
  readonly token: string;
  /** Seconds. */
  readonly expiresIn: number;
}

export interface Authenticated {
  readonly user: SessionUser;
  readonly family: string;
  /** Names the token to `successorOf`. */
  readonly tokenHash: string;
  /** Of what only reads: what is granted to a program's token (token-caller.ts), or what strangers are shown (share-caller.ts). */
  readonly onlyReads?: 'granted' | 'shared';
}

/** Who calls, by what stands in the Authorization header, from an address. */
export interface Callers {
  authenticate(authorization: string | undefined, address: string): Promise<Authenticated | undefined>;
  successorOf(tokenHash: string): string | undefined;
}

export interface Sessions {
  /** Signs a user in. */
  open(userId: number, from: { readonly address: string; readonly agent: string }): Promise<Opened>;
  /** Whose an Authorization header is (`Bearer token` or `token`); undefined for an unknown, ended or disabled one. */
  authenticate(authorization: string | undefined): Promise<Authenticated | undefined>;
  /** The token that took over from the given one lately, to hand to the client; undefined when there is none. */
  successorOf(tokenHash: string): string | undefined;
  /** Answers a session as a role's holder from its next request on; null: as its user. */
  view(family: string, role: string | null): Promise<void>;
  /** Signs out. */
  end(family: string): Promise<void>;
  /** Signs a user out everywhere, but where the family is the given one. @returns how many sessions ended */
  endAllOf(userId: number, exceptFamily?: string): Promise<number>;
  /** A user's sessions that are not over, the last used first. */
  ofUser(userId: number): Promise<SessionRow[]>;
  /** What users are and may do has changed: the next request of each sees it. */
  refresh(): void;
}

interface Known {
  readonly session: SessionRow;
  readonly user: SessionUser;
  readonly readAt: number;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The sessions over a store. */
export function createSessions({ store, now, cacheTime = CACHE_TIME.alone }: { readonly store: SessionStore; readonly now: () => number; readonly cacheTime?: number }): Sessions {
  const cache = new LRUCache<string, Known>({ max: CACHE_SIZE });
  const successors = new LRUCache<string, { token: string; family: string; until: number }>({ max: CACHE_SIZE });
  /** One renewal per token at a time. */
  const renewals = new Map<string, Promise<void>>();
  /** Counts sign-outs and refreshes: a read that was under way during one must not be kept. */
  let endings = 0;

  function forget(families: ReadonlySet<string>): void {
    endings += 1;
    for (const [hash, known] of cache.entries()) if (families.has(known.session.family)) cache.delete(hash);
    for (const [hash, successor] of successors.entries()) if (families.has(successor.family)) successors.delete(hash);
  }

  function forgetWhatIsKnown(): void {
    endings += 1;
    cache.clear();
  }

  function create(userId: number, family: string, from: Pick<SessionRow, 'address' | 'agent' | 'viewing'>): { token: string; row: SessionRow } {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const at = now();
    const row: SessionRow = {
      tokenHash: hashOf(token),
      family,
      userId,
      createdAt: at,
      lastSeenAt: at,
      expiresAt: at + SESSION_TIME,
      address: from.address,
      agent: from.agent.slice(0, MAX_AGENT),
      replacedBy: null,
      viewing: from.viewing,
    };
    return { token, row };
  }

  async function read(tokenHash: string): Promise<Known | undefined> {
    const cached = cache.get(tokenHash);
    if (cached && now() - cached.readAt < cacheTime) return cached;
    const before = endings;
    const found = await store.find(tokenHash);
    if (!found) {
      cache.delete(tokenHash);
      return undefined;
    }
    const known = { ...found, readAt: now() };
    if (before === endings) cache.set(tokenHash, known);
    return known;
  }

  async function renew({ session }: Known): Promise<void> {
    const { token, row } = create(session.userId, session.family, session);
    const graceEnd = now() + GRACE;
    if (await store.replace(session.tokenHash, row, graceEnd)) {
      successors.set(session.tokenHash, { token, family: session.family, until: graceEnd });
    }
    // Replaced now, or by another process before: what was read is out of date either way.
    cache.delete(session.tokenHash);
  }

  async function keepAlive(known: Known): Promise<void> {
    const { session } = known;
    if (session.replacedBy !== null) return;
    const at = now();
    if (at - session.createdAt >= RENEW_AFTER) {
      const running = renewals.get(session.tokenHash) ?? renew(known).finally(() => renewals.delete(session.tokenHash));
      renewals.set(session.tokenHash, running);
      await running;
    } else if (at - session.lastSeenAt >= TOUCH_EVERY) {
      const touched = { ...session, lastSeenAt: at, expiresAt: at + SESSION_TIME };
      // First in the cache, so that parallel requests don't write the same again; only if nobody signed out meanwhile.
      if (cache.get(session.tokenHash) === known) cache.set(session.tokenHash, { ...known, session: touched });
      await store.touch(session.tokenHash, touched.lastSeenAt, touched.expiresAt);
    }
  }

  return {
    async open(userId, from) {
      await store.purge(now());
      const { token, row } = create(userId, randomUUID(), { ...from, viewing: null });
      await store.insert(row);
      return { token, expiresIn: SESSION_TIME / 1_000 };
    },
    async authenticate(authorization) {
      const token = authorization?.trim().replace(/^bearer\s+/iu, '');
      if (token === undefined || !TOKEN.test(token)) return undefined;
      const known = await read(hashOf(token));
      if (!known || known.session.expiresAt <= now() || known.user.disabled) return undefined;
      await keepAlive(known);
      return { user: known.user, family: known.session.family, tokenHash: known.session.tokenHash };
    },
    successorOf(tokenHash) {
      const successor = successors.get(tokenHash);
      return successor && successor.until > now() ? successor.token : undefined;
    },
    async view(family, role) {
      await store.view(family, role);
      forgetWhatIsKnown();
    },
    async end(family) {
      await store.endFamily(family);
      forget(new Set([family]));
    },
    async endAllOf(userId, exceptFamily) {
      const ended = new Set(await store.endAllOf(userId, exceptFamily));
      forget(ended);
      return ended.size;
    },
    async ofUser(userId) {
      const rows = await store.ofUser(userId);
      return rows.filter((row) => row.expiresAt > now()).toSorted((a, b) => b.lastSeenAt - a.lastSeenAt || b.createdAt - a.createdAt);
    },
    refresh: forgetWhatIsKnown,
  };
}
