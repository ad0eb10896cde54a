/** Which crawlers' hits are genuine and which are forged, and the addresses that forged them. */
import type { endpoints, Output, Parsed } from '@footfall/contract';
import { blockListText } from './block-list.js';
import { cutOf, type Asked } from './asked.js';
import { compileGroups } from './compile.js';
import { addressText, countIn, type Row } from './counts.js';
import { isShortened } from './crawler-ranges.js';
import { grouped, where } from './plan.js';
import { hitRange, hitsOf } from './spider-hits.js';

type Calls = typeof endpoints.spiders;

/** Addresses of a block list at most: those with the most hits. */
const MOST_ADDRESSES = 10_000;

/** Hits by verdict, of each crawler whose operator publishes its networks; most forged first. @throws FootfallError `request.invalid` */
export async function spiderAuthenticity(input: Parsed<Calls['authenticity']>, asked: Asked): Promise<Output<Calls['authenticity']>> {
  const names = asked.crawlers.groups.flatMap(({ crawlers }) => crawlers);
  const source = where(hitsOf(input, asked), [{ column: 'name', operator: 'in', value: names }]);
  const { rows } = await asked.run<Row>(compileGroups(grouped(source, ['hits'], { keys: ['type', 'name', 'authenticity'] })));
  const crawlers = new Map<string, { type: string; name: string; hits: number; genuine: number; forged: number; unverifiable: number }>();
  for (const row of rows) {
    const [type, name] = [String(row['k_type']), String(row['k_name'])];
    const crawler = crawlers.get(`${type} ${name}`) ?? { type, name, hits: 0, genuine: 0, forged: 0, unverifiable: 0 };
    const hits = countIn(row, 'm_hits');
    crawler[row['k_authenticity'] as 'genuine' | 'forged' | 'unverifiable'] += hits;
    crawler.hits += hits;
    crawlers.set(`${type} ${name}`, crawler);
  }
  const list = [...crawlers.values()].toSorted((a, b) => b.forged - a.forged || b.hits - a.hits || (a.name < b.name ? -1 : 1));
  const sum = (figure: 'hits' | 'genuine' | 'forged' | 'unverifiable'): number => list.reduce((total, crawler) => total + crawler[figure], 0);
  return {
    list,
    total: { hits: sum('hits'), genuine: sum('genuine'), forged: sum('forged'), unverifiable: sum('unverifiable') },
    sources: asked.crawlers.lists.map(({ key, crawlers: named, source: from, asOf, networks }) => ({ key, crawlers: [...named], source: from, as_of: asOf, networks: networks.length })),
    cut: cutOf(asked, hitRange(input, asked)),
  };
}

/**
 * The addresses of the forged hits as a server or a firewall reads them, most hits first. What a site keeps without its last part is no one's address and is left out.
 * @throws FootfallError `request.invalid`
 */
export async function spiderBlockList(input: Parsed<Calls['blockList']>, asked: Asked): Promise<Output<Calls['blockList']>> {
  const source = hitsOf({ ...input, authenticity: 'forged' }, asked);
  const { rows } = await asked.run<Row>(compileGroups(grouped(source, ['hits'], { keys: ['ip'], order: 'hits', totals: true, page: { limit: MOST_ADDRESSES, offset: 0 } })));
  const all = rows.map((row) => addressText(String(row['k_ip'])));
  const addresses = all.filter((ip) => !isShortened(ip));
  const cut = cutOf(asked, hitRange(input, asked));
  return { text: blockListText(input.syntax, addresses, cut), addresses: addresses.length, left_out: countIn(rows[0], 'groups') - addresses.length, hits: countIn(rows[0], 'total'), cut };
}
