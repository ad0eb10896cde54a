import { AGENTS, damaged, hostileText, hostileValue, randomBytes } from './hostile.js';
import type { Random } from './random.js';

export const HOST = 'fuzz.example';

const KEYS = ['v', 'i', 'u', 'r', 't', 'f', 'd', 's', 'p', 'c', 'm', 'k', 'l', 'z', 'g', 'o', 'n', 'b', 'h', 'e', '__proto__'];
const hex = (random: Random): string => Array.from({ length: 16 }, () => random.below(16).toString(16)).join('');

function pageUrl(random: Random): string {
  const kind = random.below(12);
  if (kind === 0) return hostileText(random);
  if (kind === 1) return `https://${hostileText(random)}.example/`;
  return `https://${HOST}/${kind < 5 ? hostileText(random) : `page/${random.below(50)}?utm_source=${kind === 6 ? hostileText(random) : 'x'}`}`;
}

function hit(random: Random): Record<string, unknown> {
  const one: Record<string, unknown> = {
    v: 1, i: random.chance(0.03) ? '00000000000000aa' : hex(random), u: pageUrl(random), r: random.chance(0.3) ? `https://www.google.com/search?q=${hostileText(random)}` : '',
    t: hostileText(random).slice(0, 512), f: random.chance(0.7) ? hex(random) : '', d: random.chance(0.3) ? random.below(86_400_000) : 0, s: [1920, 1080, 1920, 1040], p: 1.5, c: 8, m: 8, k: 0, l: 'zh-CN,en', z: 'Asia/Shanghai',
    g: [hostileText(random).slice(0, 256), 'ANGLE'], o: 'Win32', n: '4g', b: [1, 0.5], h: { platform: hostileText(random).slice(0, 64), brands: [['Chrome', '145']] },
  };
  for (let change = random.chance(0.6) ? 1 + random.below(3) : 0; change > 0; change -= 1) {
    const key = random.pick(KEYS);
    if (random.chance(0.2)) delete one[key];
    else Object.defineProperty(one, key, { value: hostileValue(random), enumerable: true, configurable: true });
  }
  return one;
}

/** The body of a beacon: about half of them could be one. */
export function beaconBody(random: Random): Buffer {
  const kind = random.below(40);
  if (kind === 0) return randomBytes(random, 2_000);
  if (kind === 1) return Buffer.from(`${'['.repeat(1 + random.below(30_000))}${random.chance(0.5) ? ']'.repeat(30_000) : ''}`);
  if (kind === 2) return Buffer.from(JSON.stringify(hostileValue(random)));
  if (kind === 3) return Buffer.alloc(65_000 + random.below(1_200), random.pick(['x', '{', '"', '\\']));
  if (kind === 4) return Buffer.from(`{"h":${'{"a":'.repeat(random.below(8_000))}1`);
  const body = Buffer.from(JSON.stringify(hit(random)));
  return kind < 10 ? damaged(random, body) : body;
}

/** An item of a batch of server events, or something else. */
export function serverItem(random: Random): unknown {
  if (random.chance(0.1)) return hostileValue(random);
  const item: Record<string, unknown> = {
    type: random.pick(['pageview', 'event', 'event', 'other']), url: pageUrl(random), name: random.chance(0.8) ? 'signup' : hostileText(random), id: random.chance(0.5) ? hex(random) : hostileText(random),
    ip: random.pick(['81.2.69.143', '::1', hostileText(random)]), user_agent: random.chance(0.5) ? random.pick(AGENTS) : hostileText(random), props: random.chance(0.5) ? { plan: 'pro' } : hostileValue(random),
    timestamp: random.chance(0.5) ? undefined : random.pick<unknown>([Date.now(), '2026-11-20T10:00:00Z', '9999-12-31T23:59:59Z', hostileText(random), -1, 1e300]), visitor_id: hostileText(random), referrer: hostileText(random), title: hostileText(random),
  };
  if (random.chance(0.3)) item[random.pick(Object.keys(item))] = hostileValue(random);
  return item;
}

/** A header's value as it may stand on the wire: no line break and no NUL, which the protocol itself refuses; bytes beyond ASCII are allowed. */
function headerValue(text: string): string {
  const bytes = Buffer.from(text.slice(0, 6_000)).filter((byte) => byte === 9 || (byte >= 32 && byte !== 127));
  return Buffer.from(bytes).toString('latin1').trim();
}

/** Headers that tell of a visitor, honest and absurd. */
function headers(random: Random): string {
  const lines = [`User-Agent: ${random.chance(0.6) ? random.pick(AGENTS) : headerValue(hostileText(random))}`];
  for (const name of ['X-Forwarded-For', 'Accept-Language', 'Referer', 'Sec-CH-UA', 'Sec-CH-UA-Platform', 'Sec-CH-UA-Model', 'DNT', 'Cookie', 'Origin', 'Content-Type']) {
    if (random.chance(0.15)) lines.push(`${name}: ${headerValue(hostileText(random))}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

const request = (method: string, target: string, more: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: footfall.example\r\n${more}Content-Length: ${body.length}\r\n\r\n`, 'latin1'), body]);

export function beaconRequest(random: Random): Buffer {
  return request('POST', '/collect', headers(random), beaconBody(random));
}

export function pixelRequest(random: Random): Buffer {
  const u = encodeURIComponent(pageUrl(random).toWellFormed().slice(0, random.chance(0.05) ? 6_000 : 900));
  const target = random.chance(0.2) ? hostileText(random).replaceAll(/[^!-~]/gu, '').slice(0, 2_000) : `u=${u}&t=${random.pick(['%', '%E0%A4', 'x', '+'])}&r=https%3A%2F%2Fwww.bing.com%2Fsearch%3Fq%3D%ff`;
  return request('GET', `/p.gif?${target}`, headers(random), Buffer.alloc(0));
}

export function batchRequest(random: Random, key: string, items: readonly unknown[]): Buffer {
  const body = Buffer.from(JSON.stringify(random.chance(0.5) ? items : { events: items }));
  return request('POST', '/api/v1/events', `Authorization: Bearer ${key}\r\nContent-Type: application/json\r\n`, random.chance(0.1) ? damaged(random, body) : body);
}
