import type { CrawlerRanges, Interval, RangeGroup } from './crawler-ranges.js';
import type { Parameters } from './parameters.js';

/** The end of the address, where it may have been shortened: see crawler-ranges.ts, which decides alike. */
const BLOCK = "IPv6CIDRToRange(ip, if(ip >= toIPv6('::ffff:0.0.0.0') AND ip <= toIPv6('::ffff:255.255.255.255'), 120, 48))";
const LAST = `if(tupleElement(${BLOCK}, 1) = ip, tupleElement(${BLOCK}, 2), ip)`;

const MAPPED = /^0{20}f{4}(.{4})(.{4})$/u;

/** A number of 128 bits as the store reads an address. */
function addressText(value: bigint): string {
  const digits = value.toString(16).padStart(32, '0');
  return MAPPED.test(digits) ? digits.replace(MAPPED, '::ffff:$1:$2') : digits.replaceAll(/(.{4})(?!$)/gu, '$1:');
}

const addresses = (list: readonly bigint[], name: string, parameters: Parameters): string => parameters.add(name, 'Array(IPv6)', list.map(addressText));

/** Whether the address is in one of the networks. */
export function hiddenSql(hidden: readonly Interval[], parameters: Parameters): string {
  const ofAll = (which: 'first' | 'last'): string => addresses(hidden.map((one) => one[which]), `hidden_${which}`, parameters);
  return `arrayExists((a, b) -> a <= ip AND ip <= b, ${ofAll('first')}, ${ofAll('last')})`;
}

/** Whether the address has a host of the crawler's operator (1), a host that is another's (2), or none that is known (0). */
function hostSql(groups: readonly RangeGroup[], parameters: Parameters): string {
  const named = groups.filter(({ confirmed, refuted }) => confirmed.length + refuted.length > 0);
  if (named.length === 0) return '0';
  const isIn = (crawlers: readonly string[], numbers: readonly bigint[], name: string): string =>
    `name IN ${parameters.add(`${name}_crawlers`, 'Array(String)', crawlers)} AND ip IN (${addresses(numbers, name, parameters)})`;
  const own = named.flatMap(({ crawlers, confirmed }, i) => (confirmed.length === 0 ? [] : [isIn(crawlers, confirmed, `confirmed${i}`), '1']));
  // What is known and not the operator's is another's: said once for all operators.
  const known = new Set(named.flatMap(({ confirmed, refuted }) => [...confirmed, ...refuted]));
  return `multiIf(${[...own, isIn(named.flatMap(({ crawlers }) => crawlers), [...known], 'told'), '2'].join(', ')}, 0)`;
}

/** Whether a parameter, by its name, holds addresses that were looked up: those of hits on any site. */
export const isOfAllSites = (name: string): boolean => /(?:^|_)(?:confirmed\d+|told)$/u.test(name);

/**
 * What the ranges make of a hit: `genuine`, `forged` or `unverifiable`, by its columns `name` and `ip`. All lists stand in it once, one behind the other,
 * because the store takes longer to read a long question than to answer it.
 */
export function authenticitySql({ groups: all, hidden }: CrawlerRanges, parameters: Parameters): string {
  const groups = all.filter(({ crawlers }) => crawlers.length > 0);
  if (groups.length === 0) return "'unverifiable'";
  const intervals = groups.flatMap((group) => group.intervals);
  const starts = groups.map((_, i) => 1 + groups.slice(0, i).reduce((sum, group) => sum + group.intervals.length, 0));
  const crawlers = groups.flatMap((group, i) => group.crawlers.map((name) => ({ name, start: starts[i] ?? 1, num: group.intervals.length })));
  const names = parameters.add('listed', 'Array(String)', crawlers.map(({ name }) => name));
  const ofCrawler = (which: 'start' | 'num'): string => `transform(toString(name), ${names}, ${parameters.add(`listed_${which}`, 'Array(UInt32)', crawlers.map((one) => one[which]))}, 0)`;
  const [start, num] = [ofCrawler('start'), ofCrawler('num')];
  const own = (which: 'first' | 'last'): string => `arraySlice(${addresses(intervals.map((one) => one[which]), `range_${which}`, parameters)}, ${start}, ${num})`;
  // 2: all that the address may have been is listed; 1: some of it.
  const match = `arrayMax((a, b) -> multiIf(a <= ip AND ${LAST} <= b, 2, a <= ${LAST} AND ip <= b, 1, 0), ${own('first')}, ${own('last')})`;
  const isHidden = hiddenSql(hidden, parameters);
  const verdict = "multiIf(away OR listed = 0, 'unverifiable', matched = 2 OR host = 1, 'genuine', host = 2, 'forged', ranges = 0 OR matched = 1, 'unverifiable', 'forged')";
  return `arrayElement(arrayMap((away, listed, matched, host, ranges) -> ${verdict}, [${isHidden}], [${start}], [${match}], [${hostSql(groups, parameters)}], [${num}]), 1)`;
}
