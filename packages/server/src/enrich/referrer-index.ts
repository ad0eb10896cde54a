import { LRUCache } from 'lru-cache';
import { MORE_ASSISTANTS, MORE_ENGINES, MORE_NETWORKS, NAMES } from './data/referrer-additions.js';
import { AI_ASSISTANTS, type EngineEntry, SEARCH_ENGINES, type SiteEntry, SOCIAL_NETWORKS } from './data/referrer-lists.js';
import { SPAM_HOSTS } from './data/spam-hosts.js';

export interface Engine {
  readonly name: string;
  /** Parameters that hold the term, in the order to try them. */
  readonly parameters: readonly string[];
  /** Patterns over path and query with the term as their first group. */
  readonly patterns: readonly RegExp[];
  /** A WHATWG label for pages that do not write UTF-8; '' for none. */
  readonly charset: string;
  /** Whether the bare host, without path and query, means a search on every host listed; elsewhere the host's name decides. */
  readonly bareHost: boolean;
  /** Paths with query that mean a search although they hold no term. */
  readonly barePaths: readonly RegExp[];
}

export interface ReferrerIndex {
  /** Engines that a page may belong to, most telling first; the caller takes the first that fits path and query. */
  engines(host: string, path: string): Engine[];
  assistant(host: string, path: string): string;
  network(host: string, path: string): string;
  /** Whether the host, or a domain above it, is listed for referrer spam. */
  spam(host: string): boolean;
}

/** A listed value, and the beginning of the path that it asks for; '' for any. */
interface Place<T> {
  readonly path: string;
  readonly value: T;
}

type Places<T> = Map<string, Place<T>[]>;

/** Everything listed for one host, most telling first. */
interface HostEntry {
  readonly engines: readonly Place<Engine>[];
  readonly assistants: readonly Place<string>[];
  readonly networks: readonly Place<string>[];
  readonly spam: boolean;
}

const HOSTS = 5_000;

/** Builds the look-up tables from the lists, the product's own additions first. What is listed for a host is looked up once per host. */
export function createReferrerIndex(): ReferrerIndex {
  const engines: Places<Engine> = new Map();
  for (const entry of [...MORE_ENGINES, ...SEARCH_ENGINES]) addPlaces(engines, entry[1], engineOf(entry));
  const assistants = sites([...MORE_ASSISTANTS, ...AI_ASSISTANTS]);
  const networks = sites([...MORE_NETWORKS, ...SOCIAL_NETWORKS]);
  const spam = new Set(SPAM_HOSTS.trim().split(/\s+/u));
  const known = new LRUCache<string, HostEntry>({ max: HOSTS });

  function entryOf(host: string): HostEntry {
    const held = known.get(host);
    if (held !== undefined) return held;
    const parents = parentsOf(host);
    const entry = { engines: listed(engines, spellings(host)), assistants: listed(assistants, parents), networks: listed(networks, parents), spam: parents.some((name) => spam.has(name)) };
    known.set(host, entry);
    return entry;
  }

  return {
    engines: (host, path) => fitting(entryOf(host).engines, path),
    assistant: (host, path) => fitting(entryOf(host).assistants, path)[0] ?? '',
    network: (host, path) => fitting(entryOf(host).networks, path)[0] ?? '',
    spam: (host) => entryOf(host).spam,
  };
}

function engineOf([title, , parameters = '', charset = '', bare = '']: EngineEntry): Engine {
  const name = NAMES.get(title) ?? title;
  const words = parameters.split(' ').filter(Boolean);
  const bares = bare.split(' ').filter(Boolean);
  return {
    name,
    parameters: words.filter((word) => !isPattern(word)),
    patterns: words.filter(isPattern).map(pattern),
    charset: charset === 'gb2312' ? 'gb18030' : charset,
    bareHost: bares.includes('/'),
    barePaths: bares.filter(isPattern).map(pattern),
  };
}

function isPattern(word: string): boolean {
  return word.length > 2 && word.startsWith('/') && word.endsWith('/');
}

function pattern(word: string): RegExp {
  return new RegExp(word.slice(1, -1), 'u');
}

function sites(entries: readonly SiteEntry[]): Places<string> {
  const places: Places<string> = new Map();
  for (const [name, hosts] of entries) addPlaces(places, hosts, NAMES.get(name) ?? name);
  return places;
}

function addPlaces<T>(places: Places<T>, hosts: string, value: T): void {
  for (const text of hosts.toLowerCase().split(' ')) {
    const slash = text.indexOf('/');
    const host = slash === -1 ? text : text.slice(0, slash);
    const entry = { path: slash === -1 ? '' : text.slice(slash), value };
    const held = places.get(host);
    if (held === undefined) places.set(host, [entry]);
    else held.push(entry);
  }
}

/** What is listed for any of the names: what asks for the longest path first, then in the order of the names. */
function listed<T>(places: Places<T>, names: readonly string[]): Place<T>[] {
  return names.flatMap((name) => places.get(name) ?? []).toSorted((one, other) => other.path.length - one.path.length);
}

function fitting<T>(places: readonly Place<T>[], path: string): T[] {
  return places.filter((place) => path.startsWith(place.path)).map((place) => place.value);
}

/** A host and the domains above it, nearest first. */
function parentsOf(host: string): string[] {
  const names: string[] = [];
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) names.push(name);
  return names;
}

/**
 * How a search engine's host may be listed, closest first: as it is; without `www.` or `m.`, or with `www.`; and each with its
 * country's ending (`google.co.uk`, `google.de`) or beginning (`de.yahoo.com`) written as `{}`.
 */
function spellings(host: string): string[] {
  const bare = host.replace(/^(?:www?\d*|m|mobile|amp|touch)\./u, '');
  const names = [...new Set([host, bare, `www.${bare}`])];
  const lands = names.flatMap((name) => [
    name.replace(/(?:\.(?:com?|org|net|edu|gov))?\.(?:[a-z]{2}|cat)$/u, '.{}'),
    name.replace(/\.com$/u, '.{}'),
    name.replace(/^[a-z]{2}\./u, '{}.'),
  ]);
  return [...new Set([...names, ...lands])];
}
