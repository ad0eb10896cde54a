/** Which crawlers' hits are genuine and which are forged, and the addresses that forged them. */
import type { endpoints, Output, Parsed } from '@footfall/contract';
import { blockListText } from './block-list.js';
import { cutOf, type Asked } from './asked.js';
import { compileGroups } from './compile.js';
import { addressText, countIn, type Row } from './counts.js';
import { isShortened } from './crawler-ranges.js';
import { grouped, where } from './plan.js';
import { type HitInput, hitRange, hitsOf } from './spider-hits.js';

type Calls = typeof endpoints.spiders;

/** Addresses of a block list, and of those that are looked up, at most: those with the most hits. */
const MOST_ADDRESSES = 10_000;
/** Networks that are shown. */
const MOST_NETWORKS = 20;

/** The addresses of forged hits, most hits first. */
async function forgingAddresses(input: HitInput, asked: Asked): Promise<{ readonly list: readonly { ip: string; hits: number }[]; readonly groups: number; readonly hits: number }> {
  const source = hitsOf({ ...input, authenticity: 'forged' }, asked);
  const { rows } = await asked.run<Row>(compileGroups(grouped(source, ['hits'], { keys: ['ip'], order: 'hits', totals: true, page: { limit: MOST_ADDRESSES, offset: 0 } })));
  return { list: rows.map((row) => ({ ip: addressText(String(row['k_ip'])), hits: countIn(row, 'm_hits') })), groups: countIn(rows[0], 'groups'), hits: countIn(rows[0], 'total') };
}

/** The same by who runs their networks. */
async function forgingNetworks(input: HitInput, asked: Asked): Promise<Output<Calls['authenticity']>['networks']> {
  const { list: addresses, hits } = await forgingAddresses(input, asked);
  const networks = new Map<string, { asn: number; name: string; hits: number; addresses: number }>();
  for (const address of addresses) {
    const { asn, name } = asked.networkOwner(address.ip);
    const key = asn === 0 ? name : String(asn);
    const network = networks.get(key) ?? { asn, name, hits: 0, addresses: 0 };
    network.hits += address.hits;
    network.addresses += 1;
    networks.set(key, network);
  }
  const list = [...networks.values()].toSorted((a, b) => b.hits - a.hits || (a.name < b.name ? -1 : 1)).slice(0, MOST_NETWORKS);
  return { list, left_out: hits - addresses.reduce((sum, address) => sum + address.hits, 0) };
}

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
  // Of nothing forged there is nothing to look up.
  const networks = list.some(({ forged }) => forged > 0) ? await forgingNetworks(input, asked) : { list: [], left_out: 0 };
  const sum = (figure: 'hits' | 'genuine' | 'forged' | 'unverifiable'): number => list.reduce((total, crawler) => total + crawler[figure], 0);
  return {
    list,
    total: { hits: sum('hits'), genuine: sum('genuine'), forged: sum('forged'), unverifiable: sum('unverifiable') },
    networks,
    sources: asked.crawlers.lists.map(({ key, crawlers: named, source: from, asOf, networks: listed }) => ({ key, crawlers: [...named], source: from, as_of: asOf, networks: listed.length })),
    cut: cutOf(asked, hitRange(input, asked)),
  };
}

/**
 * The addresses of the forged hits as a server or a firewall reads them, most hits first. What a site keeps without its last part is no one's address and is left out.
 * @throws FootfallError `request.invalid`
 */
export async function spiderBlockList(input: Parsed<Calls['blockList']>, asked: Asked): Promise<Output<Calls['blockList']>> {
  const { list, groups, hits } = await forgingAddresses(input, asked);
  const addresses = list.map(({ ip }) => ip).filter((ip) => !isShortened(ip));
  const cut = cutOf(asked, hitRange(input, asked));
  return { text: blockListText(input.syntax, addresses, cut), addresses: addresses.length, left_out: groups - addresses.length, hits, cut };
}
