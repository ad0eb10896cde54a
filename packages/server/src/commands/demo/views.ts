import type { WireHit } from '@footfall/contract/hit';
import { HIT_VERSION } from '@footfall/contract/hit';
import { type Article, pagesAt } from './articles.js';
import { type Device, makeDevice } from './devices.js';
import type { Random } from './random.js';
import { type DemoPage, type DemoSite, ZONES } from './sites.js';

/** One page view before anything has been received: what the browser sends, from where and when. */
export interface DemoView {
  readonly at: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly hit: WireHit;
}

interface Person {
  readonly ip: string;
  readonly fingerprint: string;
  readonly device: Device;
  readonly language: string;
  readonly zone: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Share of a day's sessions that begins in each local hour: quiet nights, a lunch peak, a higher one in the evening. */
const HOURS = [1.6, 0.9, 0.6, 0.4, 0.4, 0.7, 1.6, 3.1, 4.6, 5.6, 6.0, 5.9, 5.6, 5.2, 5.4, 5.6, 5.5, 5.3, 5.4, 6.2, 7.3, 7.6, 6.1, 3.4];
const HOURS_SUM = HOURS.reduce((sum, share) => sum + share, 0);

const RETURNING = 0.38;
const AI = ['https://chatgpt.com/', 'https://chat.deepseek.com/', 'https://www.doubao.com/', 'https://www.perplexity.ai/', 'https://kimi.moonshot.cn/', 'https://gemini.google.com/', 'https://claude.ai/'];
const SOCIAL = ['https://weibo.com/', 'https://www.xiaohongshu.com/', 'https://www.zhihu.com/', 'https://t.co/4fXb', 'https://www.facebook.com/', 'https://www.instagram.com/', 'https://www.reddit.com/r/travel/'];
const LINKS = ['https://news.ycombinator.example/item?id=4021', 'https://blogroll.example/', 'https://partner.example/recommended', 'https://forum.example/t/1893'];

/** Picks an address of a country. */
export type AddressOf = (country: string, random: Random) => string;

function localClock(zone: string): (at: number) => { hour: number; weekday: string } {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: '2-digit', hourCycle: 'h23', weekday: 'short' });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return { hour: Number(parts['hour']), weekday: parts['weekday'] ?? '' };
  };
}

function referrer(site: DemoSite, random: Random): string {
  const { arrivals } = site;
  let left = random.next();
  if ((left -= arrivals.search) < 0) return random.weighted(site.searchEngines).url;
  if ((left -= arrivals.ai) < 0) return random.pick(AI);
  if ((left -= arrivals.social) < 0) return random.pick(SOCIAL);
  if ((left -= arrivals.link) < 0) return random.pick(LINKS);
  return '';
}

/** One in 64 travels: his clock is still that of the site. */
const TRAVELS = /^0[0-3]/u;

function makePerson(site: DemoSite, addressOf: AddressOf, random: Random): Person {
  const { code } = random.weighted(site.countries);
  const ip = addressOf(code, random);
  const fingerprint = random.hex(16);
  return { ip, fingerprint, device: makeDevice(random), language: random.pick(site.languages), zone: TRAVELS.test(fingerprint) ? site.timeZone : (ZONES[code] ?? site.timeZone) };
}

function* session(site: DemoSite, articles: readonly Article[], person: Person, start: number, random: Random): Generator<DemoView> {
  let at = start;
  let from = referrer(site, random);
  let next: DemoPage = random.weighted(pagesAt(site, articles, at));
  const pages = 1 + Math.min(14, Math.floor(random.wait(1.7)));
  for (let view = 0; view < pages; view++) {
    const url = `https://${site.domain}${next.path}`;
    yield {
      at, ip: person.ip, userAgent: person.device.userAgent,
      hit: { v: HIT_VERSION, i: random.hex(16), u: url, r: from, t: next.title, f: person.fingerprint, z: person.zone, l: person.language, ...person.device.facts },
    };
    from = url;
    at += Math.floor(4_000 + random.wait(48_000));
    next = random.weighted(pagesAt(site, articles, at));
  }
}

/** The visits of one site between two instants (milliseconds UTC), in order of time. */
export function siteViews(site: DemoSite, articles: readonly Article[], from: number, to: number, addressOf: AddressOf, random: Random): DemoView[] {
  const people: Person[] = [];
  const views: DemoView[] = [];
  const clock = localClock(site.timeZone);
  for (let hour = Math.floor(from / HOUR) * HOUR; hour < to; hour += HOUR) {
    const local = clock(hour);
    const weekday = local.weekday === 'Sat' || local.weekday === 'Sun' ? site.weekend : 1;
    const trend = 1 + (site.growth - 1) * ((hour - from) / Math.max(DAY, to - from));
    const mean = site.sessionsPerDay * ((HOURS[local.hour] ?? 0) / HOURS_SUM) * weekday * trend * (0.85 + random.next() * 0.3);
    for (let left = random.poisson(mean); left > 0; left--) {
      const known = people.length > 20 && random.chance(RETURNING);
      const person = known ? random.pick(people) : makePerson(site, addressOf, random);
      if (!known) people.push(person);
      for (const view of session(site, articles, person, hour + Math.floor(random.next() * HOUR), random)) {
        if (view.at >= from && view.at < to) views.push(view);
      }
    }
  }
  return views.toSorted((a, b) => a.at - b.at);
}
