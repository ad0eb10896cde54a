/** Visitors of whom it is known what is the matter with them, between ordinary ones. */
import type { SuspicionSign, VisitRecord } from '@footfall/contract';
import { visitorOf as visitorOfFingerprint } from '../../src/enrich/steps/visitor.js';

export const NOW = Date.UTC(2026, 10, 20, 9);
const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 18, 2);

type Facts = Partial<VisitRecord>;

const BARE = {
  region: '', city: '', title: 'A page', search_term: '', utm_source: '', utm_medium: '', utm_campaign: '', cpu_architecture: '', device_vendor: '', device_model: '', connection_type: '', isp: '', utm_term: '',
  utm_content: '', click_id_type: '', click_id: '', referer_spam: 0, bot_reason: '', is_bot: 0, is_charging: null, battery_level: null, referer: '', referer_host: '', channel: 'direct', referer_name: '', source: 'tracker',
  language: 'zh-CN', languages: 'zh-CN,zh', timezone: 'Asia/Shanghai', country_code: 'CN', received_at: 0, session_id: '1', entry_url: 'https://shop.example/', engine_version: '', os_version: '',
} as const satisfies Facts;

const WINDOWS: Facts = {
  platform: 'Win32', os_name: 'Windows', os_version: '10', browser_name: 'Chrome', browser_version: '144.0.0.0', engine_name: 'Blink', device_type: 'desktop', cpu_cores: 8, ram: 8, max_touch_points: 0, device_pixel_ratio: 1,
  screen_width: 1_920, screen_height: 1_080, avail_width: 1_920, avail_height: 1_032, gpu_vendor: 'Google Inc. (Intel)', gpu_renderer: 'ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)', user_agent: 'Windows/Chrome',
};
const IPHONE: Facts = {
  platform: 'iPhone', os_name: 'iOS', os_version: '18.6', browser_name: 'Mobile Safari', browser_version: '18.6', engine_name: 'WebKit', device_type: 'mobile', device_vendor: 'Apple', device_model: 'iPhone', cpu_cores: 6, ram: null,
  max_touch_points: 5, device_pixel_ratio: 3, screen_width: 390, screen_height: 844, avail_width: 390, avail_height: 844, gpu_vendor: 'Apple Inc.', gpu_renderer: 'Apple GPU', user_agent: 'iPhone/Safari',
};
const ANDROID: Facts = {
  platform: 'Linux armv81', os_name: 'Android', os_version: '15', browser_name: 'Chrome', browser_version: '144.0.0.0', engine_name: 'Blink', device_type: 'mobile', device_vendor: 'Xiaomi', device_model: '23127PN0CC', cpu_cores: 8, ram: 8,
  max_touch_points: 5, device_pixel_ratio: 2.75, screen_width: 393, screen_height: 873, avail_width: 393, avail_height: 873, gpu_vendor: 'Qualcomm', gpu_renderer: 'Adreno (TM) 750', user_agent: 'Android/Chrome',
};
const FIREFOX: Facts = { ...WINDOWS, browser_name: 'Firefox', browser_version: '145.0', engine_name: 'Gecko', ram: null, gpu_renderer: 'Intel(R) HD Graphics, or similar', user_agent: 'Windows/Firefox' };

/** Who is on the site, and by which signs he is suspicious: the right answer. `odd` keeps what is unusual but no contradiction. */
export const STORY: readonly { readonly name: string; readonly facts: Facts; readonly signs: readonly SuspicionSign[]; readonly views?: number; readonly every?: number; readonly jitter?: number; readonly pages?: number }[] = [
  { name: 'marked', facts: { ...WINDOWS, platform: 'Linux x86_64', is_bot: 1, bot_reason: 'platform contradicts agent' }, signs: ['marked'] },
  { name: 'emulated iPhone', facts: { ...IPHONE, gpu_renderer: 'Google SwiftShader', max_touch_points: 0 }, signs: ['software_gpu', 'no_touch'] },
  { name: 'emulated phone', facts: { ...ANDROID, gpu_renderer: 'ANGLE (Mesa, llvmpipe (LLVM 15.0.7 256 bits), OpenGL 4.5)' }, signs: ['software_gpu'] },
  { name: 'iPhone on a card', facts: { ...IPHONE, gpu_renderer: 'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)', ram: 8, cpu_cores: 16, device_pixel_ratio: 1 }, signs: ['foreign_gpu', 'pixel_ratio', 'memory', 'cores'] },
  { name: 'Windows on Apple', facts: { ...WINDOWS, gpu_renderer: 'ANGLE (Apple, ANGLE Metal Renderer: Apple M2, Unspecified Version)' }, signs: ['foreign_gpu'] },
  { name: 'phone nobody touches', facts: { ...ANDROID, max_touch_points: 0 }, signs: ['no_touch'] },
  { name: 'more room than screen', facts: { ...WINDOWS, avail_width: 1_936 }, signs: ['screen'] },
  { name: 'three gigabytes', facts: { ...WINDOWS, ram: 3 }, signs: ['memory'] },
  { name: 'Firefox with memory', facts: { ...FIREFOX, ram: 8 }, signs: ['memory'] },
  { name: 'no cores', facts: { ...WINDOWS, cpu_cores: 0 }, signs: ['cores'] },
  { name: 'no language', facts: { ...WINDOWS, language: '', languages: '' }, signs: ['language'] },
  { name: 'traveller', facts: { ...WINDOWS, timezone: 'America/New_York' }, signs: ['time_zone'] },
  { name: 'metronome', facts: WINDOWS, signs: ['regular_walk'], views: 26, every: 5_000, jitter: 90, pages: 9 },
  { name: 'metronome with a pause', facts: ANDROID, signs: ['regular_walk'], views: 31, every: 12_000, jitter: 200, pages: 12 },
  { name: 'runner', facts: FIREFOX, signs: ['fast_walk'], views: 40, every: 300, jitter: 250, pages: 30 },

  { name: 'reader', facts: WINDOWS, signs: [], views: 30, every: 40_000, jitter: 35_000, pages: 12 },
  { name: 'page that loads itself again', facts: WINDOWS, signs: [], views: 60, every: 30_000, jitter: 50, pages: 1 },
  { name: 'tabs opened at once', facts: WINDOWS, signs: [], views: 12, every: 400, jitter: 100, pages: 12 },
  { name: 'nine even views', facts: WINDOWS, signs: [], views: 9, every: 5_000, jitter: 10, pages: 9 },
  { name: 'once a day', facts: WINDOWS, signs: [], views: 12, every: 2 * HOUR, jitter: 0.2 * HOUR, pages: 6 },
  { name: 'desktop without a card', facts: { ...WINDOWS, gpu_renderer: 'Google SwiftShader' }, signs: [] },
  { name: 'iPhone', facts: IPHONE, signs: [] },
  { name: 'iPhone turned', facts: { ...IPHONE, avail_width: 844, avail_height: 390 }, signs: [] },
  { name: 'iPhone that hides its chip', facts: { ...IPHONE, gpu_renderer: 'WebKit WebGL', cpu_cores: null, max_touch_points: null }, signs: [] },
  { name: 'Android box', facts: { ...ANDROID, device_type: 'tablet', max_touch_points: 0 }, signs: [] },
  { name: 'large machine', facts: { ...WINDOWS, cpu_cores: 192, ram: 32 }, signs: [] },
  { name: 'zoomed out', facts: { ...FIREFOX, screen_width: 2_133, screen_height: 1_200, avail_width: 2_134, avail_height: 1_162 }, signs: [] },
  { name: 'neighbour', facts: { ...WINDOWS, timezone: 'Asia/Singapore' }, signs: [] },
  { name: 'private clock', facts: { ...FIREFOX, timezone: 'UTC' }, signs: [] },
  { name: 'no country', facts: { ...WINDOWS, country_code: '', timezone: 'America/New_York' }, signs: [] },
  { name: 'unheard-of zone', facts: { ...WINDOWS, timezone: "Mars/Olympus' OR 1" }, signs: [] },
  { name: 'nothing told', facts: { ...WINDOWS, cpu_cores: null, ram: null, max_touch_points: null, device_pixel_ratio: null, screen_width: null, screen_height: null, avail_width: null, avail_height: null, gpu_renderer: '', languages: '', timezone: '' }, signs: [] },
];

/** Addresses with fingerprints: how many, of which kind, and whether that is too many. */
export const ADDRESSES = [
  { ip: '203.0.113.50', fingerprints: 24, agents: 1, odd: true },
  { ip: '2001:db8:5::7', fingerprints: 20, agents: 1, odd: true },
  { ip: '203.0.113.51', fingerprints: 19, agents: 1, odd: false },
  /** An office: as many, but of different makes. */
  { ip: '203.0.113.52', fingerprints: 60, agents: 6, odd: false },
  /** Kept without its last part. */
  { ip: '203.0.113.0', fingerprints: 40, agents: 1, odd: false },
  /** Behind a proxy that hides everybody. */
  { ip: '10.0.0.7', fingerprints: 40, agents: 1, odd: false },
] as const;

export const fingerprintOf = (person: number): string => person.toString(16).padStart(16, 'b');
export const visitorOf = (person: number): string => visitorOfFingerprint(fingerprintOf(person));

/** All their views on site 1, and the same of the first ones on site 2, a day before. */
export function storyVisits(): VisitRecord[] {
  const visits: VisitRecord[] = [];
  const add = (facts: Facts, site: number, person: number, ip: string, at: number, page: number): void => {
    visits.push({
      ...BARE, ...WINDOWS, ...facts, id: String(visits.length + 1), site_id: site, created_at: Math.round(at), received_at: Math.round(at) + 40, visitor: visitorOf(person), fingerprint: fingerprintOf(person), ip, url: `https://shop.example/page/${page}`,
    } as VisitRecord);
  };
  for (const [person, { facts, views = 3, every = 30_000, jitter = 20_000, pages = 3, name }] of STORY.entries()) {
    let at = START + person * 60_000;
    for (let view = 0; view < views; view += 1) {
      add(facts, 1, person, `198.51.100.${person + 1}`, at, view % pages);
      // Not a seeded chance: the same steps every time.
      at += every + jitter * Math.sin(view * 2.399 + person);
      if (name === 'metronome with a pause' && view === 15) at += 5 * HOUR;
    }
    if (person < 4) add(facts, 2, person, `198.51.100.${person + 1}`, START - 24 * HOUR, 1);
  }
  for (const [place, { ip, fingerprints, agents }] of ADDRESSES.entries()) {
    for (let i = 0; i < fingerprints; i += 1) add({ browser_version: `${140 + (i % agents)}.0.0.0` }, 1, 1_000 + place * 100 + i, ip, START + i * 20_000, i % 4);
  }
  return visits;
}
