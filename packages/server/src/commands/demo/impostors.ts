/** Visitors of the demo that are not what they say: emulated phones, a scraper that walks by the clock, one that runs, and one that changes its fingerprint each time. */
import { HIT_VERSION, type WireHit } from '@footfall/contract/hit';
import type { AddressOf, DemoView } from './views.js';
import type { Random } from './random.js';
import { type DemoSite, ZONES } from './sites.js';

const DAY = 86_400_000;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const OLD_CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36';
const SWIFTSHADER: WireHit['g'] = ['Google Inc. (Google)', 'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)'];
const DESKTOP: Partial<WireHit> = { s: [1_920, 1_080, 1_920, 1_040], p: 1, c: 8, m: 8, k: 0, o: 'Win32', g: ['Google Inc. (Intel)', 'ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)'] };

interface Impostor {
  readonly agent: string;
  readonly facts: Partial<WireHit>;
  /** How many there are on a site of 500 daily sessions, each on one day of the span. */
  readonly num: number;
  readonly views: readonly [least: number, most: number];
  /** Milliseconds from one view to the next. */
  readonly step: (random: Random) => number;
  readonly changesFingerprint?: true;
}

const IMPOSTORS: readonly Impostor[] = [
  { agent: IPHONE, facts: { s: [390, 844, 390, 844], p: 3, c: 4, k: 0, o: 'iPhone', g: SWIFTSHADER }, num: 14, views: [3, 9], step: (random) => 3_000 + random.wait(20_000) },
  { agent: IPHONE, facts: { s: [393, 852, 393, 852], p: 1, c: 16, m: 8, k: 5, o: 'iPhone', g: ['Google Inc. (NVIDIA)', 'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)'] }, num: 6, views: [2, 6], step: (random) => 3_000 + random.wait(20_000) },
  { agent: OLD_CHROME, facts: DESKTOP, num: 5, views: [24, 60], step: (random) => 6_000 + random.whole(-120, 120) },
  { agent: OLD_CHROME, facts: { ...DESKTOP, m: 3 }, num: 3, views: [40, 90], step: (random) => random.whole(180, 700) },
  { agent: OLD_CHROME, facts: DESKTOP, num: 2, views: [26, 60], step: (random) => 2_000 + random.wait(60_000), changesFingerprint: true },
];

/** Their views between two instants (milliseconds UTC). */
export function impostorViews(site: DemoSite, from: number, to: number, addressOf: AddressOf, random: Random): DemoView[] {
  const views: DemoView[] = [];
  for (const { agent, facts, num, views: [least, most], step, changesFingerprint } of IMPOSTORS) {
    for (let left = Math.round((num * site.sessionsPerDay) / 500); left > 0; left -= 1) {
      const { code } = random.weighted(site.countries);
      const ip = addressOf(code, random);
      let fingerprint = random.hex(16);
      let at = from + Math.floor(random.next() * (to - from - DAY / 4));
      let referrer = '';
      for (let view = random.whole(least, most); view > 0; view -= 1) {
        const { path, title } = random.pick(site.pages);
        const url = `https://${site.domain}${path}`;
        views.push({ at, ip, userAgent: agent, hit: { v: HIT_VERSION, i: random.hex(16), u: url, r: referrer, t: title, f: fingerprint, z: ZONES[code] ?? site.timeZone, l: random.pick(site.languages), ...facts } });
        referrer = url;
        at += Math.floor(step(random));
        if (changesFingerprint) fingerprint = random.hex(16);
      }
    }
  }
  return views.filter((view) => view.at < to);
}
