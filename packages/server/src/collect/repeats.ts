import type { CustomEvent, Hit } from '@footfall/contract';
import type { Arrival } from '../enrich/arrival.js';
import type { Enriched } from '../enrich/enrich.js';
import { happening, isStoredAsSent, NO_SESSION } from '../enrich/event.js';
import type { SessionRef, Sessions } from '../enrich/sessions.js';
import { detached, MAX_TEXT, storable } from '../enrich/text.js';
import { type EventMembers, eventMembers, writeEventAgain } from '../journal/event-row.js';
import type { RowBlock } from '../journal/row-block.js';
import { sessionMembers, type VisitMembers, visitMembers, writeVisitAgain } from '../journal/visit-row.js';
import { originOf } from './admit.js';

/*
 * A server sends event after event of the same visitor, who comes from the same address with the same agent. All that is found out of such an arrival, but
 * for its session, follows from what it has in common with the one before: the steps (enrich/enrich.ts) look at the page's address for its parameters
 * only, and at its time and title not at all. So what was found out is kept as the bytes that say it in a row, and written again. Invariants:
 * - a row that is written here is to the byte what enriching and writing make of the arrival; a test holds both to each other;
 * - whatever the steps depend on is compared (`isLike`), or forgets everything when it changes (`revision`);
 * - a crawler's request is never one of these, nor a page whose address has parameters.
 */

/** Visitors of a generation: two of them are remembered, the older one is dropped whole. */
const VISITORS = 5_000;

/**
 * Visitors that are looked out for, each in one of the few places that its key leads to: of who comes once no more is kept than that. With one place for each
 * key two visitors who come by turns would push each other out for ever: of a thousand that a server sends again and again, one in twenty. So many are
 * enough for all of a generation.
 */
const PLACES = 4;
/** A power of two. */
const SLOTS = 16_384;

/** Longer texts are not remembered (UTF-16 units of an agent, a referrer, languages, an entry page): a stranger with a key would decide about memory. */
const LONGEST = 1_024;

/** Arrivals alike, of which there were two, with what their rows have in common. */
interface Like {
  readonly site: Arrival['site'];
  readonly ip: string;
  readonly userAgent: string | null;
  readonly referrer: string;
  /** Whether the referrer was none, or the site itself. */
  readonly isInside: boolean;
  readonly client: Hit | null;
  readonly visitor: string;
  visits: VisitMembers | null;
  events: EventMembers | null;
  /** Of the last page view, with the members that say it and what stands around it. */
  session: (SessionRef & { readonly members: Uint8Array }) | null;
}

export interface Repeats {
  /** Writes the row of an arrival that is like earlier ones. @returns whether there were such; nothing is done if not */
  write(arrival: Arrival, block: RowBlock): boolean;
  /** What was found out of an arrival. */
  note(arrival: Arrival, enriched: Enriched): void;
}

export interface RepeatsParts {
  readonly sessions: Pick<Sessions, 'assign' | 'find'>;
  /** Another number each time that what the steps do changes. */
  readonly revision: () => number;
}

/**
 * Whether the arrival is one of those that are looked at: all that a server's event tells of a browser is compared. Who can not be told is
 * another visitor to an event than to a page view.
 */
function isPlain(arrival: Arrival): boolean {
  const { source, hints, userAgent, referrer, client, url } = arrival;
  const isShort = (userAgent?.length ?? 0) <= LONGEST && referrer.length <= LONGEST && (client?.l.length ?? 0) <= LONGEST;
  return source === 'event' && hints === undefined && isShort && keyOf(arrival) !== '' && !url.includes('?');
}

/** Whether an arrival, of whose page the host is the site's, surely came from nowhere or from that host. */
function isFromInside({ url, referrer }: Arrival): boolean {
  if (referrer === '') return true;
  const origin = originOf(url);
  return origin !== null && referrer.startsWith(origin);
}

/** The session of a page view as a row says it, with what stands around it. */
function sessionOf(like: Like, members: VisitMembers, { sessionId, entryUrl }: SessionRef): Uint8Array {
  const last = like.session;
  if (last !== null && last.sessionId === sessionId && last.entryUrl === entryUrl) return last.members;
  const around = sessionMembers({ session_id: sessionId, entry_url: entryUrl }, members);
  if (entryUrl.length <= LONGEST) like.session = { sessionId, entryUrl, members: around };
  return around;
}

/** By what an arrival is looked for. */
function keyOf({ client, ip }: Arrival): string {
  return client === null || client.f === '' ? ip : client.f;
}

/** 31 bits of a key, never 0. */
function hashOf(key: string): number {
  let hash = key.length;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x9e3779b1) ^ (hash >>> 15);
  return (hash >>> 1) | 1;
}

/** Whether two tell the same of a browser; a server tells no more (server-events/clients.ts). */
function isSame(one: Hit | null, other: Hit | null): boolean {
  return one === other || (one !== null && other !== null && one.f === other.f && one.l === other.l && one.s?.[0] === other.s?.[0] && one.s?.[1] === other.s?.[1]);
}

function isLike(like: Like, arrival: Arrival): boolean {
  return (
    like.site === arrival.site &&
    like.ip === arrival.ip &&
    like.userAgent === arrival.userAgent &&
    isSame(like.client, arrival.client) &&
    (like.referrer === arrival.referrer || (like.isInside && isFromInside(arrival)))
  );
}

function likeOf({ site, ip, userAgent, referrer, client }: Arrival, visitor: string, referer: string): Like {
  return {
    site,
    ip: detached(ip),
    userAgent: userAgent === null ? null : detached(userAgent),
    referrer: detached(referrer),
    isInside: referer === '',
    client,
    visitor,
    visits: null,
    events: null,
    session: null,
  };
}

export function createRepeats({ sessions, revision }: RepeatsParts): Repeats {
  let young = new Map<string, Like>();
  let old = new Map<string, Like>();
  let known = revision();
  const cameOnce = new Int32Array(SLOTS * PLACES);

  /** Whether one of the last few with the same slot had the same key, who is looked out for anew then. */
  function cameBefore(key: string): boolean {
    const hash = hashOf(key);
    const first = ((hash >>> 1) & (SLOTS - 1)) * PLACES;
    for (let at = first; at < first + PLACES; at += 1) {
      if (cameOnce[at] !== hash) continue;
      cameOnce[at] = 0;
      return true;
    }
    cameOnce.copyWithin(first + 1, first, first + PLACES - 1);
    cameOnce[first] = hash;
    return false;
  }

  function keep(key: string, like: Like): void {
    if (young.size >= VISITORS) {
      old = young;
      young = new Map();
    }
    young.set(detached(key), like);
  }

  function find(arrival: Arrival): Like | undefined {
    if (known !== revision()) {
      known = revision();
      young = new Map();
      old = new Map();
    }
    const key = keyOf(arrival);
    const held = young.get(key);
    const like = held ?? old.get(key);
    if (like === undefined || !isLike(like, arrival)) return undefined;
    if (held === undefined) keep(key, like);
    return like;
  }

  /* Written out: spreads of objects cost more than all the rest. */
  function writeVisit(arrival: Arrival, like: Like, block: RowBlock): boolean {
    const { visits: members } = like;
    if (members === null) return false;
    const { id, site, at, receivedAt } = arrival;
    const url = storable(arrival.url, MAX_TEXT.url);
    const title = storable(arrival.title, MAX_TEXT.title);
    const session = sessionOf(like, members, sessions.assign(site.id, like.visitor, at, url));
    block.write('visits', writeVisitAgain, { id, site_id: site.id, created_at: at, received_at: receivedAt, url, title, session, rest: members.rest });
    return true;
  }

  function writeEvent(arrival: Arrival, event: CustomEvent, { visitor, events: members }: Like, block: RowBlock): boolean {
    if (members === null) return false;
    const { id, site, at, receivedAt } = arrival;
    // Honest properties need not be copied first.
    const { name, props, numbers } = isStoredAsSent(event) ? { name: event[0], props: event[1], numbers: event[1] } : happening(event);
    const url = storable(arrival.url, MAX_TEXT.url);
    const title = storable(arrival.title, MAX_TEXT.title);
    const session = sessions.find(site.id, visitor, at);
    block.write('events', writeEventAgain, { id, site_id: site.id, created_at: at, received_at: receivedAt, session_id: session?.sessionId ?? NO_SESSION, name, props, numbers, url, title, members });
    return true;
  }

  return {
    write(arrival, block) {
      if (!isPlain(arrival)) return false;
      const like = find(arrival);
      if (like === undefined) return false;
      return arrival.event === undefined ? writeVisit(arrival, like, block) : writeEvent(arrival, arrival.event, like, block);
    },

    note(arrival, enriched) {
      if (!isPlain(arrival) || (enriched.kind !== 'visit' && enriched.kind !== 'event')) return;
      const key = keyOf(arrival);
      let like = find(arrival);
      if (like === undefined) {
        if (!cameBefore(key)) return;
        const { visitor, referer } = enriched.kind === 'visit' ? enriched.visit : enriched.event;
        like = likeOf(arrival, visitor, referer);
        keep(key, like);
      }
      if (enriched.kind === 'visit') like.visits ??= visitMembers(enriched.visit);
      else like.events ??= eventMembers(enriched.event);
    },
  };
}
