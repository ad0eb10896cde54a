import type { Random } from './random.js';

/** Pieces that parsers stumble over. */
const PIECES = [
  '', ' ', '\0', '\uD800', '\uDC00\uD800', '\uFFFE', '\u202E', 'é', '足迹', '💥', '\r', '\n', '\t', '"', "'", '\\', '%', '%00', '%E0%A4', '%zz', '%25', '<script>', '=1+1', '__proto__', 'constructor', 'toString',
  '-', '0', '-1', '1e999', 'NaN', 'null', '/', '//', '../', '?', '&', '=', '#', ':', '@', '[', ']', '{', '}', '(', ')', ';', ',', 'http://', 'https://', 'javascript:', 'xn--', 'Mozilla/5.0 ', 'Chrome/', 'bot', 'Android ', 'utm_source=', 'q=',
];
export const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.5.0',
];

/** Text that nobody honest sends: mostly short, now and then thousands of characters. */
export function hostileText(random: Random): string {
  const kind = random.below(10);
  if (kind === 0) return random.pick(PIECES).repeat(1 + random.below(random.chance(0.02) ? 20_000 : 300));
  if (kind === 1) return String.fromCharCode(...Array.from({ length: random.below(60) }, () => random.below(65_536)));
  if (kind === 2) return `${random.pick(AGENTS)}${random.pick(PIECES)}`;
  return Array.from({ length: random.below(12) }, () => random.pick(PIECES)).join('');
}

/** Any value that JSON can hold. */
export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 6 : 9);
  if (kind < 3) return hostileText(random);
  if (kind === 3) return random.pick([0, -0, -1, 1, 1.5, 1e21, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, 86_400_000, 86_400_001, 4_294_967_296]);
  if (kind === 4) return random.pick([null, true, false]);
  if (kind === 5) return {};
  if (kind === 6) return Array.from({ length: random.below(8) }, () => hostileValue(random, depth + 1));
  if (kind === 7) return Object.fromEntries(Array.from({ length: random.below(5) }, () => [random.pick(PIECES), hostileValue(random, depth + 1)]));
  return Array.from({ length: random.below(500) }, () => []);
}

/** Bytes of a text, after what happens to bytes on the way: cut off, some changed to what is no UTF-8. */
export function damaged(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let hit = random.below(4); hit > 0 && copy.length > 0; hit -= 1) copy[random.below(copy.length)] = random.below(256);
  return random.chance(0.3) ? copy.subarray(0, random.below(copy.length + 1)) : copy;
}

export const randomBytes = (random: Random, most: number): Buffer => Buffer.from(Array.from({ length: random.below(most) }, () => random.below(256)));
