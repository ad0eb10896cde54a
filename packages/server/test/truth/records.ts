/** A seeded data set around a change of clocks: what the answers of the truth tests are counted from, and what the store is filled with. */
import type { Channel, VisitRecord } from '@footfall/contract';
import { visitorOf } from '../../src/enrich/steps/visitor.js';
import { randomFrom } from '../random.js';

export const SITES = [
  { id: 1, name: 'Greenwich', domain: 'utc.example', timeZone: 'UTC' },
  { id: 2, name: 'Shop', domain: 'shanghai.example', timeZone: 'Asia/Shanghai' },
  { id: 3, name: 'Bazaar', domain: 'kolkata.example', timeZone: 'Asia/Kolkata' },
  { id: 4, name: 'Broadway', domain: 'newyork.example', timeZone: 'America/New_York' },
] as const;
/** Rows of a site that nobody may see; they must never show. */
const FORBIDDEN = 99;

/** New York set its clocks back on 1 November 2026, 06:00 UTC; this is 10:20 the morning after. */
export const NOW = Date.UTC(2026, 10, 2, 15, 20, 30, 250);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const ARRIVALS: readonly (readonly [Channel, string, string])[] = [
  ['direct', '', ''], ['direct', '', ''],
  ['search', 'Baidu', 'https://www.baidu.com/link?url=x'], ['search', 'Google', 'https://www.google.com/'],
  ['ai', 'ChatGPT', 'https://chatgpt.com/'], ['link', '', 'https://partner.example/list?a=1#b'], ['link', '', 'https://partner.example/other'],
];
const COUNTRIES = ['CN', 'CN', 'IN', 'US', 'DE', ''];
const DEVICES = [
  { device_type: 'desktop', device_vendor: '', device_model: '', platform: 'Win32', os_name: 'Windows', os_version: '10', gpu_vendor: 'NVIDIA', gpu_renderer: 'GeForce RTX 3060', cpu_cores: 8, ram: 8, screen_width: 1_920, screen_height: 1_080, device_pixel_ratio: 1, max_touch_points: 0, is_charging: null, battery_level: null },
  { device_type: 'desktop', device_vendor: 'Apple', device_model: 'Macintosh', platform: 'MacIntel', os_name: 'macOS', os_version: '15', gpu_vendor: 'Apple', gpu_renderer: 'Apple M2', cpu_cores: 10, ram: null, screen_width: 1_728, screen_height: 1_117, device_pixel_ratio: 2, max_touch_points: 0, is_charging: 1, battery_level: 0.85 },
  { device_type: 'mobile', device_vendor: 'Xiaomi', device_model: '小米 14', platform: 'Linux armv8l', os_name: 'Android', os_version: '14', gpu_vendor: 'Qualcomm', gpu_renderer: 'Adreno 750', cpu_cores: 8, ram: 4, screen_width: 393, screen_height: 873, device_pixel_ratio: 2.75, max_touch_points: 5, is_charging: 0, battery_level: 0.4 },
  { device_type: 'tablet', device_vendor: 'Samsung', device_model: 'SM-X710', platform: 'Linux aarch64', os_name: 'Android', os_version: '9', gpu_vendor: '', gpu_renderer: '', cpu_cores: null, ram: 0.5, screen_width: null, screen_height: null, device_pixel_ratio: 1.1, max_touch_points: 10, is_charging: null, battery_level: null },
] as const;
const BROWSERS = [['Chrome', '130'], ['Chrome', '131'], ['Firefox', '132'], ['Safari', '18'], ['', '']] as const;

const BARE = {
  region: '', city: '', title: 'A title', search_term: '', utm_source: '', utm_medium: '', utm_campaign: '', cpu_architecture: 'amd64', engine_name: 'Blink', engine_version: '130', language: 'zh-CN',
  languages: 'zh-CN,en', timezone: '', avail_width: null, avail_height: null, is_bot: 0, connection_type: '4g', isp: '', utm_term: '', utm_content: '', click_id_type: '', click_id: '', referer_spam: 0, bot_reason: '',
} as const satisfies Partial<VisitRecord>;

/** Visits of people in sessions, always the same; every fifth person brings no fingerprint. Most are recent, some from months ago. */
export function makeRecords(people = 420, seed = 20_261_101): VisitRecord[] {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random() * list.length)];
    if (item === undefined) throw new RangeError('an empty list');
    return item;
  };
  const visits: VisitRecord[] = [];
  for (let person = 1; person <= people; person += 1) {
    const device = pick(DEVICES);
    const [browser, version] = pick(BROWSERS);
    const country = pick(COUNTRIES);
    const fingerprint = person % 5 === 0 ? '' : person.toString(16).padStart(16, 'a');
    const homes = person % 7 === 0 ? [1, 2, 3, 4] : [pick([1, 2, 3, 4, 4, FORBIDDEN])];
    for (let session = 0; session < 1 + Math.floor(random() * 4); session += 1) {
      const site = pick(homes);
      const [channel, name, referer] = pick(ARRIVALS);
      const back = random() < 0.12 ? random() * 200 * DAY : random() * 10 * DAY;
      const session_id = String(BigInt(person) * 100_000n + BigInt(visits.length));
      const entry_url = `https://site${site}.example/entry/${Math.floor(random() * 4)}?from=${Math.floor(random() * 2)}`;
      const ip = person % 9 === 0 ? `2001:db8::${person.toString(16)}` : `198.51.${100 + Math.floor(random() * 2)}.${person % 250}`;
      let at = Math.floor(NOW - 1_000 - back);
      for (let page = 0; page < 1 + Math.floor(random() * 5) && at < NOW; page += 1) {
        visits.push({
          ...BARE, ...device, id: String(2n ** 63n + BigInt(visits.length)), site_id: site, created_at: at, received_at: at + 40, source: 'tracker',
          visitor: fingerprint === '' ? String(2n ** 62n + BigInt(person)) : visitorOf(fingerprint), session_id, entry_url, ip, country_code: country,
          url: page === 0 ? entry_url : `https://site${site}.example/Page/${Math.floor(random() ** 2 * 12)}?q='x'&n=${Math.floor(random() * 3)}#top`,
          referer: page === 0 ? referer : '', referer_host: page === 0 && referer !== '' ? new URL(referer).host : '', channel: page === 0 ? channel : 'direct', referer_name: page === 0 ? name : '',
          user_agent: `Agent/${person % 7} (${browser} ${version})`, browser_name: browser, browser_version: session === 2 ? `${version}.1` : version, fingerprint,
        });
        at += Math.floor(random() * 20 * 60_000);
      }
    }
  }
  return visits;
}
