import { Readable } from 'node:stream';
import { admit } from '../../collect/admit.js';
import { createViewIds } from '../../collect/view-id.js';
import type { Parts } from '../../deps.js';
import type { Arrival } from '../../enrich/arrival.js';
import { createImporter } from '../../importer.js';
import { streamSource } from '../../logs/source.js';
import { createSitemapList } from '../../metadata/sitemaps.js';
import { createSitemaps } from '../../sitemaps/sitemaps.js';
import { createAddresses } from './addresses.js';
import { articlesOf, sitemapOf } from './articles.js';
import { crawlerLog } from './crawlers.js';
import { impostorViews } from './impostors.js';
import { peopleLog } from './people-log.js';
import { createRandom } from './random.js';
import { DEMO_SITES } from './sites.js';
import { type DemoView, siteViews } from './views.js';

const DAY = 86_400_000;
const BATCH = 2_000;
/** Milliseconds of traffic prepared beyond now, so that the demo goes on living while it is looked at. */
const AHEAD = DAY;
/** People whose browser runs no tracker, beside those whose does. */
const SILENT = 0.22;

export interface DemoSpan {
  readonly days: number;
  readonly seed: number;
  /** Where the past ends, milliseconds UTC. */
  readonly now: number;
}

export interface Filled {
  readonly visits: number;
  readonly spiderHits: number;
  /** What has not happened yet, in order of time. */
  readonly ahead: readonly DemoView[];
}

/** Takes one view the way a beacon is taken: checked, matched to its site, enriched, journaled. */
export function createTaker({ directory, intake }: Pick<Parts, 'directory' | 'intake'>): (views: readonly DemoView[]) => Promise<void> {
  const viewId = createViewIds();
  return async (views) => {
    const arrivals = views.map(({ at, ip, userAgent, hit }): Arrival => {
      const admission = admit(hit, { receivedAt: at, ip, userAgent, doNotTrack: false }, directory, viewId);
      if (!admission.admitted) throw new Error(`the demo made a view that is refused: ${admission.reason}`);
      return admission.arrival;
    });
    if (arrivals.length > 0) await intake.take(arrivals);
  };
}

/** Registers the demo's sites and brings in their past: people as beacons, crawlers as access logs; of one site, whose server logs everybody, people as well. */
export async function fillDemo(parts: Parts, { days, seed, now }: DemoSpan, progress: (text: string) => void): Promise<Filled> {
  for (const { name, domain, timeZone } of DEMO_SITES) await parts.sites.add({ name, domain, isStat: true, timeZone });
  await parts.directory.reload();

  const random = createRandom(seed);
  const addressOf = createAddresses((ip) => parts.geo(ip).country);
  const from = now - days * DAY;
  const articles = new Map(DEMO_SITES.map((site) => [site, articlesOf(site, from, now)]));
  const people = DEMO_SITES.flatMap((site) => siteViews(site, articles.get(site) ?? [], from, now + AHEAD, addressOf, random));
  // By a chance of their own, so that the people are the same whatever these do.
  const others = createRandom(seed + 1);
  const impostors = DEMO_SITES.flatMap((site) => impostorViews(site, from, now, addressOf, others));
  const views = [...people, ...impostors].toSorted((a, b) => a.at - b.at);
  const past = views.filter(({ at }) => at < now);
  const take = createTaker(parts);
  for (let at = 0; at < past.length; at += BATCH) {
    await take(past.slice(at, at + BATCH));
    progress(`${Math.min(at + BATCH, past.length).toLocaleString('en')} of ${past.length.toLocaleString('en')} visits`);
  }

  const importer = createImporter(parts);
  let [visits, spiderHits] = [past.length, 0];
  async function importLines(domain: string, what: string, lines: readonly string[]): Promise<void> {
    const log = Buffer.from(`${lines.join('\n')}\n`);
    const source = streamSource(`${what} of ${domain}`, Readable.from([log]), log.length);
    const report = await importer.import({ domain, format: 'combined', sources: [source] });
    visits += report.visits;
    spiderHits += report.spider_hits;
    progress(`${what} of ${domain}`);
  }
  for (const site of DEMO_SITES) await importLines(site.domain, 'crawlers', crawlerLog(site, articles.get(site) ?? [], from, now, random));
  // By a chance of its own as well: everything else stays as it is with or without this log.
  const logged = createRandom(seed + 2);
  for (const site of DEMO_SITES.filter(({ peopleAreLogged }) => peopleAreLogged === true)) {
    const silent = siteViews({ ...site, sessionsPerDay: site.sessionsPerDay * SILENT }, articles.get(site) ?? [], from, now, addressOf, logged);
    await importLines(site.domain, 'people', peopleLog(past.filter(({ hit }) => hit.u.startsWith(`https://${site.domain}/`)), silent, logged));
  }
  const sitemaps = createSitemaps({ list: createSitemapList(parts.metadata.db), urls: parts.warehouse.sitemapUrls, allowPrivate: false, now: () => now });
  for (const site of DEMO_SITES) {
    const registered = parts.directory.byDomain(site.domain);
    if (registered !== undefined) await sitemaps.upload(registered, [{ name: 'sitemap.xml', bytes: sitemapOf(site, articles.get(site) ?? []) }]);
  }
  await parts.flusher.drained();
  return { visits, spiderHits, ahead: views.filter(({ at }) => at >= now) };
}
