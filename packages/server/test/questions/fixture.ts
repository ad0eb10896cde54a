import type { Channel, SpiderHitRecord, VisitRecord } from '@footfall/contract';
import { visitorOf } from '../../src/enrich/steps/visitor.js';
import { SPIDER_COLUMNS, writeSpiderHit } from '../../src/journal/spider-row.js';
import { VISIT_COLUMNS, writeVisit } from '../../src/journal/visit-row.js';
import type { Warehouse } from '../../src/warehouse/client.js';
import { tailOf } from '../journal/rows-of.js';
import { randomFrom } from '../random.js';

/** Zones without and with daylight saving, of half and quarter hours, and one whose clocks change by half an hour. */
export const SITES = [
  { id: 1, name: 'Shop', domain: 'shop.example', timeZone: 'Asia/Shanghai' },
  { id: 2, name: 'Blog', domain: 'blog.example', timeZone: 'Europe/Berlin' },
  { id: 3, name: 'Harbour', domain: 'harbour.example', timeZone: 'America/St_Johns' },
  { id: 4, name: 'Island', domain: 'island.example', timeZone: 'Australia/Lord_Howe' },
  { id: 5, name: 'Hills', domain: 'hills.example', timeZone: 'Asia/Kathmandu' },
  { id: 6, name: 'Plain', domain: 'plain.example', timeZone: 'Asia/Kolkata' },
  { id: 7, name: 'Silent', domain: 'silent.example', timeZone: 'Asia/Shanghai' },
] as const;

/** A site that nobody may see any more; its rows are there, and must never show. */
export const FORBIDDEN_SITE = 99;

/** Days around which visits fall: the changes of the clocks in the zones above, both ways. */
export const CLOCK_CHANGES = {
  stJohnsSpring: Date.UTC(2026, 2, 8, 12),
  berlinSpring: Date.UTC(2026, 2, 29, 12),
  lordHoweAutumn: Date.UTC(2026, 3, 5, 0),
  lordHoweSpring: Date.UTC(2026, 9, 4, 0),
  berlinAutumn: Date.UTC(2026, 9, 25, 12),
  stJohnsAutumn: Date.UTC(2026, 10, 1, 12),
} as const;

const DAY = 86_400_000;
const VISITS_PER_WINDOW = 1_500;
const HITS_PER_WINDOW = 250;

const COUNTRIES = ['CN', 'CN', 'DE', 'US', 'CA', 'AU', 'NP', ''];
const BROWSERS = ['Chrome', 'Chrome', 'Firefox', 'Safari', ''];
const DEVICES = ['desktop', 'desktop', 'mobile', 'tablet'];
const ARRIVALS: readonly (readonly [Channel, string, string])[] = [
  ['direct', '', ''],
  ['direct', '', ''],
  ['search', 'Baidu', 'https://www.baidu.com/link?url=x'],
  ['search', 'Google', 'https://www.google.com/'],
  ['search', 'Bing', 'https://www.bing.com/'],
  ['ai', 'ChatGPT', 'https://chatgpt.com/'],
  ['link', '', 'https://partner.example/list'],
];

const BARE = {
  region: '', city: '', title: '', search_term: '', utm_source: '', utm_medium: '', utm_campaign: '', platform: 'Win32', cpu_cores: null, cpu_architecture: '',
  device_vendor: '', device_model: '', os_name: 'Windows', os_version: '10', browser_version: '130', engine_name: 'Blink', engine_version: '130', language: 'zh-CN',
  languages: 'zh-CN,en', ram: null, screen_width: null, screen_height: null, avail_width: null, avail_height: null, device_pixel_ratio: null,
  max_touch_points: null, timezone: '', gpu_vendor: '', gpu_renderer: '', is_bot: 0, is_charging: null, battery_level: null, connection_type: '',
  isp: '', utm_term: '', utm_content: '', click_id_type: '', click_id: '', referer_spam: 0, bot_reason: '',
} as const satisfies Partial<VisitRecord>;

export interface Fixture {
  readonly visits: readonly VisitRecord[];
  readonly hits: readonly SpiderHitRecord[];
}

const fingerprintOf = (person: number): string => person.toString(16).padStart(16, '0');

/** Some thousand visits and crawler hits, always the same. One in ten arrives days late; some share a millisecond. */
export function makeFixture(seed = 20_261_025): Fixture {
  const random = randomFrom(seed);
  const nth = <T>(list: readonly T[], n: number): T => {
    const item = list[n % list.length];
    if (item === undefined) throw new RangeError('an empty list');
    return item;
  };
  const pick = <T>(list: readonly T[]): T => nth(list, Math.floor(random() * list.length));
  const owners = [...SITES.slice(0, 6).map((site) => site.id), 1, 2, FORBIDDEN_SITE];
  const visits: VisitRecord[] = [];
  const hits: SpiderHitRecord[] = [];
  for (const [window, middle] of Object.values(CLOCK_CHANGES).entries()) {
    for (let i = 0; i < VISITS_PER_WINDOW; i += 1) {
      const at = Math.floor(middle + (random() - 0.5) * 3 * DAY);
      const created = i % 50 === 0 ? (visits.at(-1)?.created_at ?? at) : at;
      const site = pick(owners);
      const [channel, name, referer] = pick(ARRIVALS);
      // A visitor keeps his number on every site, as a fingerprint does, and often his address and country.
      // Each window of days knows some of those before, and some new ones.
      const person = 1 + Math.floor(random() * 400) + window * 80;
      const moved = random() < 0.1 ? 900 : 0;
      visits.push({
        ...BARE,
        id: String(2n ** 63n + BigInt(visits.length)),
        site_id: site,
        created_at: created,
        received_at: created + (random() < 0.1 ? 3 * DAY : 40),
        source: 'tracker',
        visitor: visitorOf(fingerprintOf(person)),
        session_id: String(BigInt(person) * 1_000n + BigInt(site)),
        entry_url: `https://site${site}.example/entry/${Math.floor(random() * 6)}`,
        ip: (person + moved) % 5 === 0 ? `2001:db8::${(person + moved).toString(16)}` : `198.51.${Math.floor((person + moved) / 100)}.${(person + moved) % 100}`,
        country_code: nth(COUNTRIES, person),
        url: `https://site${site}.example/page/${Math.floor(random() ** 2 * 30)}?q='x'`,
        referer,
        referer_host: referer === '' ? '' : new URL(referer).host,
        channel,
        referer_name: name,
        user_agent: `Agent/${person % 7}`,
        device_type: nth(DEVICES, person),
        browser_name: pick(BROWSERS),
        fingerprint: fingerprintOf(person),
      });
    }
    for (let i = 0; i < HITS_PER_WINDOW; i += 1) {
      const at = Math.floor(middle + (random() - 0.5) * 3 * DAY);
      hits.push({
        id: String(hits.length + 1), site_id: pick(owners), created_at: at, received_at: at, source: 'log', ip: '66.249.66.1', country_code: pick(COUNTRIES), spider_id: 1,
        type: 'search_engine', name: 'Googlebot', reason: 'Googlebot', url: 'https://site.example/', referer: '', user_agent: 'Googlebot', method: 'GET', status: 200, bytes: 10,
      });
    }
  }
  return { visits, hits };
}

/** Stores the records in several batches, in the order in which they were received. */
export async function store(warehouse: Warehouse, fixture: Fixture): Promise<void> {
  const arrived = <T extends { received_at: number }>(records: readonly T[]): T[] => records.toSorted((a, b) => a.received_at - b.received_at);
  const body = (tails: readonly string[], batch: number): Buffer => Buffer.from(tails.map((tail) => `[${batch},${tail}\n`).join(''));
  const tails = arrived(fixture.visits).map((visit) => tailOf(writeVisit, visit));
  for (let at = 0, batch = 1; at < tails.length; at += 1_000, batch += 1) {
    await warehouse.insert({ table: 'visits', columns: VISIT_COLUMNS, body: body(tails.slice(at, at + 1_000), batch), token: `visits-${batch}` });
  }
  const hits = arrived(fixture.hits).map((hit) => tailOf(writeSpiderHit, hit));
  await warehouse.insert({ table: 'spider_hits', columns: SPIDER_COLUMNS, body: body(hits, 1), token: 'hits-1' });
}
