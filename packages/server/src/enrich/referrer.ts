import type { Channel } from '@footfall/contract';
import { createReferrerIndex, type Engine } from './referrer-index.js';
import { Remembered } from './remembered.js';
import { detached, MAX_TEXT, storable } from './text.js';

/** What a referring url says of where a visit came from. */
export interface ReferrerFacts {
  /** The url as stored, '' when it is none. */
  readonly url: string;
  /** Lower case, without port; '' when there is no referrer. */
  readonly host: string;
  readonly channel: Exclude<Channel, 'campaign'>;
  /** Name of the search engine, AI assistant or social network, else ''. */
  readonly name: string;
  /** Lower case, as people compare terms. */
  readonly term: string;
  /** Whether the host is known for made-up referrers. */
  readonly spam: boolean;
}

const REFERRERS = 10_000;
const DIRECT: ReferrerFacts = { url: '', host: '', channel: 'direct', name: '', term: '', spam: false };

/**
 * Reads referring urls, each distinct one once. Assistants are asked before engines and engines before networks, because the
 * more particular hosts stand in that order (`gemini.google.com`, `www.google.com`). Text that is no url is no referrer.
 */
export function createReferrerReader(): (referrer: string) => ReferrerFacts {
  const known = new Remembered<ReferrerFacts>(REFERRERS);
  const index = createReferrerIndex();

  function read(referrer: string): ReferrerFacts {
    if (!URL.canParse(referrer)) return DIRECT;
    const { protocol, hostname, pathname, search } = new URL(referrer);
    if (protocol !== 'http:' && protocol !== 'https:' && protocol !== 'android-app:') return DIRECT;
    const host = hostname.toLowerCase();
    if (host === '') return DIRECT;
    const spam = index.spam(host);
    // Written out each time: an object that another one is spread into has a make of its own, and every look at it would be a first one.
    const facts = (channel: ReferrerFacts['channel'], name: string, term = ''): ReferrerFacts => ({ url: referrer, host, channel, name, term, spam });

    const assistant = index.assistant(host, pathname);
    if (assistant !== '') return facts('ai', assistant);
    const network = index.network(host, pathname);
    for (const engine of index.engines(host, pathname)) {
      const term = searchTerm(engine, pathname, search);
      // A social network that can be searched is a network until somebody did.
      if (term === '' && (network !== '' || !meansSearch(engine, host, pathname, search))) continue;
      return facts('search', engineName(engine, search), term);
    }
    return network === '' ? facts('link', '') : facts('social', network);
  }

  return (received) => {
    if (received === '' || received === '-') return DIRECT;
    const referrer = storable(received, MAX_TEXT.url);
    const held = known.get(referrer);
    if (held !== undefined) return held;
    const facts = read(detached(referrer));
    known.set(referrer, facts);
    return facts;
  };
}

/**
 * Whether a page of an engine without a term was a search. Browsers mostly send the bare origin today; of the hosts listed, those named
 * after the engine or after searching count then, and portals that only let others search do not.
 */
function meansSearch(engine: Engine, host: string, path: string, query: string): boolean {
  if (query === '' && /^\/*$/u.test(path)) {
    const [word = ''] = engine.name.toLowerCase().split(/[^a-z0-9]/u);
    return engine.bareHost || /(?:^|\.)(?:search|suche|recherche)\./u.test(host) || (word !== '' && host.includes(word));
  }
  // `/search` is where engines keep what belongs to searching, whatever they send besides.
  if (/^\/search(?:\/|$)/u.test(path)) return true;
  const pairs = query.slice(1).split('&');
  // A term left empty, by the engine or by what passed the address on, was searched for all the same.
  const asked = engine.parameters.some((name) => pairs.includes(`${name}=`));
  return asked || engine.barePaths.some((pattern) => pattern.test(path + query));
}

function searchTerm(engine: Engine, path: string, query: string): string {
  for (const name of engine.parameters) {
    const value = parameter(query, name);
    // Google Images puts the search it came from, url and all, into `prev`.
    const term = decoded(value === '' && name === 'q' ? parameter(decoded(parameter(query, 'prev'), ''), 'q') : value, engine.charset);
    if (term !== '') return storable(term.toLowerCase(), MAX_TEXT.term);
  }
  for (const pattern of engine.patterns) {
    const term = decoded(pattern.exec(path + query)?.[1] ?? '', engine.charset);
    if (term !== '') return storable(term.toLowerCase(), MAX_TEXT.term);
  }
  return '';
}

/** Google tells its kinds of search apart by a parameter, not by the host. */
function engineName({ name }: Engine, query: string): string {
  if (name !== 'Google') return name;
  const kind = parameter(query, 'tbm');
  if (kind === 'isch' || parameter(query, 'udm') === '2') return 'Google Images';
  if (kind === 'vid') return 'Google Video';
  if (kind === 'shop') return 'Google Shopping';
  return kind === 'nws' ? 'Google News' : name;
}

/** The raw value of the first parameter of that name; '' without one. */
function parameter(query: string, name: string): string {
  const start = query.indexOf('?') + 1;
  for (const pair of query.slice(start).split('&')) {
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1);
  }
  return '';
}

/** Percent-decoded text: UTF-8 when it is, else the engine's old charset, else with replacement characters. */
function decoded(raw: string, charset: string): string {
  const spaced = raw.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced.trim();
  const bytes = percentBytes(spaced);
  for (const label of charset === '' ? ['utf-8'] : ['utf-8', charset]) {
    const text = decodeStrictly(bytes, label);
    if (text !== null) return text.trim();
  }
  return bytes.toString('utf8').trim();
}

function percentBytes(text: string): Buffer {
  const bytes: Buffer[] = [];
  let from = 0;
  for (const match of text.matchAll(/(?:%[0-9a-f]{2})+/giu)) {
    bytes.push(Buffer.from(text.slice(from, match.index), 'utf8'), Buffer.from(match[0].replaceAll('%', ''), 'hex'));
    from = match.index + match[0].length;
  }
  bytes.push(Buffer.from(text.slice(from), 'utf8'));
  return Buffer.concat(bytes);
}

/** Null when the bytes are not of that charset, or this build of Node does not know it. */
function decodeStrictly(bytes: Buffer, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
