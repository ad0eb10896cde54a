import type { CrawlerRanges, Interval } from './crawler-ranges.js';
import type { Parameters } from './parameters.js';

/** The end of the address, where it may have been shortened: see crawler-ranges.ts, which decides alike. */
const BLOCK = "IPv6CIDRToRange(ip, if(ip >= toIPv6('::ffff:0.0.0.0') AND ip <= toIPv6('::ffff:255.255.255.255'), 120, 48))";
const LAST = `if(tupleElement(${BLOCK}, 1) = ip, tupleElement(${BLOCK}, 2), ip)`;

/** A number of 128 bits as the store reads an address. */
function addressText(value: bigint): string {
  return value.toString(16).padStart(32, '0').replaceAll(/(.{4})(?!$)/gu, '$1:');
}

function ends(intervals: readonly Interval[], name: string, parameters: Parameters): readonly [string, string] {
  const list = (which: 'first' | 'last'): string => `arrayMap(x -> toIPv6(x), ${parameters.add(`${name}_${which}`, 'Array(String)', intervals.map((interval) => addressText(interval[which])))})`;
  return [list('first'), list('last')];
}

/** What the ranges make of a hit: `genuine`, `forged` or `unverifiable`, by its columns `name` and `ip`. */
export function authenticitySql({ groups, hidden }: CrawlerRanges, parameters: Parameters): string {
  const [hiddenFirst, hiddenLast] = ends(hidden, 'hidden', parameters);
  const isAny = (numbers: readonly bigint[], name: string): string => (numbers.length === 0 ? 'false' : `ip IN (arrayMap(x -> toIPv6(x), ${parameters.add(name, 'Array(String)', numbers.map(addressText))}))`);
  const cases = groups.filter(({ crawlers }) => crawlers.length > 0).map(({ crawlers, intervals, confirmed, refuted }, i) => {
    const names = parameters.add(`crawlers${i}`, 'Array(String)', crawlers);
    const verdicts = [`arrayExists((a, b) -> a <= ip AND ip <= b, ${hiddenFirst}, ${hiddenLast}), 'unverifiable'`];
    const byHost = [`${isAny(confirmed, `confirmed${i}`)}, 'genuine'`, `${isAny(refuted, `refuted${i}`)}, 'forged'`];
    if (intervals.length === 0) return `name IN ${names}, multiIf(${[...verdicts, ...byHost].join(', ')}, 'unverifiable')`;
    const [first, last] = ends(intervals, `range${i}`, parameters);
    verdicts.push(`arrayExists((a, b) -> a <= ip AND ${LAST} <= b, ${first}, ${last}), 'genuine'`, ...byHost, `arrayExists((a, b) -> a <= ${LAST} AND ip <= b, ${first}, ${last}), 'unverifiable'`);
    return `name IN ${names}, multiIf(${verdicts.join(', ')}, 'forged')`;
  });
  return cases.length === 0 ? "'unverifiable'" : `multiIf(${cases.join(', ')}, 'unverifiable')`;
}
