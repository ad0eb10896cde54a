/**
 * Whether a crawler's address is one of its operator's. Addresses are numbers of 128 bits, IPv4 as ::ffff:a.b.c.d, as the store has them.
 *
 * A site may keep addresses without their last part (docs/websites.md): what ends like one stands for all that it may have been. It is genuine where all of those
 * are, forged where none is, and else can not be told.
 */
import { isIP } from 'node:net';
import type { Authenticity, Evidence } from '@footfall/contract';
import type { CrawlerList } from './crawler-lists.js';

export interface Interval {
  readonly first: bigint;
  readonly last: bigint;
}

/** The crawlers of one list, and its addresses ascending, without overlap and without two that touch. */
export interface RangeGroup {
  readonly crawlers: readonly string[];
  readonly intervals: readonly Interval[];
  /** Addresses whose hosts are the operator's, and those of which it is known that theirs are not. */
  readonly confirmed: readonly bigint[];
  readonly refuted: readonly bigint[];
}

/** What the domain name system said of an address. */
export interface AddressHost {
  readonly state: 'confirmed' | 'none' | 'failed';
  readonly host: string;
}

export interface Verdict {
  readonly authenticity: Authenticity;
  readonly evidence: Evidence;
}

export interface CrawlerRanges {
  readonly lists: readonly CrawlerList[];
  readonly groups: readonly RangeGroup[];
  /** What is nobody's on the internet: who asked from there came through a proxy that hid him. */
  readonly hidden: readonly Interval[];
  /** @param ip as people write it, '' when it is not known */
  judge(crawler: string, ip: string): Verdict;
}

const MAPPED = 0xffff_0000_0000n;
const WIDTH = 128;
/** Bits that a shortened address has lost: the last byte of IPv4, 80 bits of IPv6. */
const LOST = { 4: 8n, 6: 80n } as const;

const HIDDEN = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', '::/96', 'fc00::/7', 'fe80::/10'];

/** An address as a number; null for a text that is none. */
export function addressNumber(ip: string): bigint | null {
  const family = isIP(ip);
  if (family === 0 || ip.includes('%')) return null;
  if (family === 4) return MAPPED | BigInt(ip.split('.').reduce((value, part) => value * 256 + Number(part), 0));
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/u.exec(ip);
  if (dotted !== null) {
    const low = (addressNumber(dotted[2] ?? '') ?? 0n) & 0xffff_ffffn;
    return addressNumber(`${dotted[1] ?? ''}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`);
  }
  const [head = '', tail] = ip.split('::', 2);
  const groups = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail)];
  const all = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return all.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

/** The addresses of a network (`192.0.2.0/24`, `2001:db8::/32`, or one address); null for a text that is none. */
export function intervalOf(network: string): Interval | null {
  const [ip = '', bits, ...more] = network.split('/');
  const number = addressNumber(ip);
  const isV4 = isIP(ip) === 4;
  const most = isV4 ? 32 : WIDTH;
  if (number === null || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/u.test(bits)) || Number(bits ?? most) > most) return null;
  const free = BigInt(most - Number(bits ?? most));
  const first = (number >> free) << free;
  return { first, last: first | ((1n << free) - 1n) };
}

/** Ascending, without overlap; what touches is one. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const list: { first: bigint; last: bigint }[] = [];
  for (const { first, last } of intervals.toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))) {
    const before = list.at(-1);
    if (before !== undefined && first <= before.last + 1n) before.last = last > before.last ? last : before.last;
    else list.push({ first, last });
  }
  return list;
}

const intervalsOf = (networks: readonly string[]): Interval[] => merged(networks.flatMap((network) => intervalOf(network) ?? []));

const HIDDEN_INTERVALS: readonly Interval[] = intervalsOf(HIDDEN);

/** What an address may have been before it was shortened: itself alone, unless it ends as a shortened one does. */
function meant(number: bigint): Interval {
  const free = LOST[number >> 32n === 0xffffn ? 4 : 6];
  const first = (number >> free) << free;
  return first === number ? { first, last: first | ((1n << free) - 1n) } : { first: number, last: number };
}

/** Whether an address may have been shortened. */
export function isShortened(ip: string): boolean {
  const number = addressNumber(ip);
  return number !== null && meant(number).last !== number;
}

const holds = (outer: Interval, inner: Interval): boolean => outer.first <= inner.first && inner.last <= outer.last;
const touches = (a: Interval, b: Interval): boolean => a.first <= b.last && b.first <= a.last;

/** Whether it is nobody's on the internet. */
export function isHidden(ip: string): boolean {
  const number = addressNumber(ip);
  return number === null || HIDDEN_INTERVALS.some((interval) => interval.first <= number && number <= interval.last);
}

/** Whether a host is one of a domain's. */
export function isHostOf(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

/**
 * Makes lists ready to judge by. A crawler that two lists name is the first one's. A network that is listed decides; beyond those a host that is known does, and
 * without either a list of networks does.
 * @param hosts what is known of addresses, by their canonical text
 */
export function createCrawlerRanges(lists: readonly CrawlerList[], hosts: ReadonlyMap<string, AddressHost> = new Map()): CrawlerRanges {
  const known = new Set<string>();
  const own = lists.map((list) => {
    const crawlers = list.crawlers.filter((name) => !known.has(name));
    for (const name of crawlers) known.add(name);
    return { list, crawlers, intervals: intervalsOf(list.networks) };
  });
  const told = [...hosts].filter(([, { state }]) => state !== 'failed').flatMap(([ip, { state, host }]) => {
    const number = addressNumber(ip);
    return number === null ? [] : [{ number, host: state === 'confirmed' ? host : '' }];
  });
  const byCrawler = new Map(own.flatMap((entry) => entry.crawlers.map((name) => [name, entry] as const)));

  return {
    lists,
    groups: own.map(({ list, crawlers, intervals }) => ({
      crawlers, intervals,
      confirmed: list.hosts.length === 0 ? [] : told.filter(({ host }) => isHostOf(host, list.hosts)).map(({ number }) => number),
      refuted: list.hosts.length === 0 ? [] : told.filter(({ host }) => !isHostOf(host, list.hosts)).map(({ number }) => number),
    })),
    hidden: HIDDEN_INTERVALS,
    judge(crawler, ip) {
      const entry = byCrawler.get(crawler);
      const number = addressNumber(ip);
      const evidence = (why: Evidence['why'], network = ''): Evidence => ({ why, network, list: entry?.list.key ?? '', as_of: entry?.list.asOf ?? '' });
      if (entry === undefined) return { authenticity: 'unverifiable', evidence: evidence('no_list') };
      if (number === null || isHidden(ip)) return { authenticity: 'unverifiable', evidence: evidence('not_public') };
      const asked = meant(number);
      if (entry.intervals.some((interval) => holds(interval, asked))) {
        const network = entry.list.networks.find((text) => {
          const interval = intervalOf(text);
          return interval !== null && touches(interval, asked);
        });
        return { authenticity: 'genuine', evidence: evidence('listed', network) };
      }
      const named = entry.list.hosts.length === 0 ? undefined : hosts.get(ip);
      if (named !== undefined && named.state !== 'failed') {
        const isOwn = named.state === 'confirmed' && isHostOf(named.host, entry.list.hosts);
        return isOwn ? { authenticity: 'genuine', evidence: evidence('confirmed', named.host) } : { authenticity: 'forged', evidence: evidence('refuted', named.host) };
      }
      if (entry.intervals.length === 0) return { authenticity: 'unverifiable', evidence: evidence('not_asked') };
      if (entry.intervals.some((interval) => touches(interval, asked))) return { authenticity: 'unverifiable', evidence: evidence('shortened') };
      return { authenticity: 'forged', evidence: evidence('not_listed') };
    },
  };
}
