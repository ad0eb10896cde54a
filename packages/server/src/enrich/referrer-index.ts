import { MORE_ASSISTANTS, MORE_ENGINES, MORE_NETWORKS, NAMES } from './data/referrer-additions.js';
import { AI_ASSISTANTS, type EngineEntry, SEARCH_ENGINES, type SiteEntry, SOCIAL_NETWORKS } from './data/referrer-lists.js';

export interface Engine {
  readonly name: string;
  /** Parameters that hold the term, in the order to try them. */
  readonly parameters: readonly string[];
  /** Patterns over path and query with the term as their first group. */
  readonly patterns: readonly RegExp[];
  /** A WHATWG label for pages that do not write UTF-8; '' for none. */
  readonly charset: string;
  /** Whether the bare host, without path and query, means a search. */
  readonly bareHost: boolean;
  /** Paths with query that mean a search although they hold no term. */
  readonly barePaths: readonly RegExp[];
}

export interface ReferrerIndex {
  /** Engines that a page may belong to, most telling first; the caller takes the first that fits path and query. */
  engines(host: string, path: string): Engine[];
  assistant(host: string, path: string): string;
  network(host: string, path: string): string;
}

/** A list by host; an entry may ask for the beginning of a path as well. */
type Places<T> = Map<string, { readonly path: string; readonly value: T }[]>;

/** Builds the look-up tables from the lists, the product's own additions first. */
export function createReferrerIndex(): ReferrerIndex {
  const engines: Places<Engine> = new Map();
  for (const entry of [...MORE_ENGINES, ...SEARCH_ENGINES]) addPlaces(engines, entry[1], engineOf(entry));
  const assistants = sites([...MORE_ASSISTANTS, ...AI_ASSISTANTS]);
  const networks = sites([...MORE_NETWORKS, ...SOCIAL_NETWORKS]);

  return {
    engines: (host, path) => spellings(host).flatMap((spelling) => at(engines, spelling, path)),
    assistant: (host, path) => firstParent(assistants, host, path),
    network: (host, path) => firstParent(networks, host, path),
  };
}

function engineOf([listed, hosts, parameters = '', charset = '', bare = '']: EngineEntry): Engine {
  const name = NAMES.get(listed) ?? listed;
  const words = parameters.split(' ').filter(Boolean);
  const bares = bare.split(' ').filter(Boolean);
  return {
    name,
    parameters: words.filter((word) => !isPattern(word)),
    patterns: words.filter(isPattern).map(pattern),
    charset: charset === 'gb2312' ? 'gb18030' : charset,
    // Where the list does not say: a host that is named after the engine or after searching is one; a portal that lets others search is none.
    bareHost: bares.includes('/') || /(?:^|[. ])(?:search|suche|recherche)\./u.test(hosts) || hosts.includes(name.toLowerCase().replace(/[^a-z0-9].*$/u, '') || ' -'),
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
  for (const listed of hosts.toLowerCase().split(' ')) {
    const slash = listed.indexOf('/');
    const host = slash === -1 ? listed : listed.slice(0, slash);
    const entry = { path: slash === -1 ? '' : listed.slice(slash), value };
    const held = places.get(host);
    if (held === undefined) places.set(host, [entry]);
    else held.push(entry);
  }
}

/** Values listed for a host, those that ask for a path first. */
function at<T>(places: Places<T>, host: string, path: string): T[] {
  const held = places.get(host);
  if (held === undefined) return [];
  return held
    .filter((entry) => path.startsWith(entry.path))
    .toSorted((one, other) => other.path.length - one.path.length)
    .map((entry) => entry.value);
}

/** The value of the host or of the nearest domain above it; '' without one. */
function firstParent(places: Places<string>, host: string, path: string): string {
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const [value] = at(places, name, path);
    if (value !== undefined) return value;
  }
  return '';
}

/**
 * How a search engine's host may be listed, closest first: as it is; without `www.` or `m.`, or with `www.`; and each with its
 * country's ending (`google.co.uk`, `google.de`) or beginning (`de.yahoo.com`) written as `{}`.
 */
function spellings(host: string): string[] {
  const bare = host.replace(/^(?:www?\d*|m|mobile|amp|touch)\./u, '');
  const names = [...new Set([host, bare, `www.${bare}`])];
  const lands = names.flatMap((name) => [
    name.replace(/(?:\.(?:com?|org|net|edu|gov))?\.[a-z]{2}$/u, '.{}'),
    name.replace(/\.com$/u, '.{}'),
    name.replace(/^[a-z]{2}\./u, '{}.'),
  ]);
  return [...new Set([...names, ...lands])];
}
