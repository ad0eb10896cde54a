/** Random rows of typed columns, as the journal writes them: what is usual, and what is at the edge of a type or of its text. */
export type Random = () => number;

const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const integer = (random: Random, largest: number): number => pick(random, [0, 1, largest, Math.floor(random() * largest), Math.floor(random() * 100)]);

const TEXTS = ['', 'a', 'zh-CN', '中文 𝔘 é', 'says "no"', 'back\\slash', 'line\nbreak\ttab', 'nul\u0000', '\u007f\u0080\uffff', "';DROP TABLE visits;--", '\\N', 'null', '[1,"x"]', '}', ',', ' ', '😀'.repeat(30), 'x'.repeat(63), 'x'.repeat(64), 'y'.repeat(127), 'y'.repeat(128), 'z'.repeat(5_000)];

function text(random: Random): string {
  return random() < 0.6 ? pick(random, TEXTS) : `${pick(random, TEXTS).slice(0, 40)}${String(Math.floor(random() * 400))}`;
}

function big(random: Random): string {
  const digits = pick(random, [1, 5, 10, 15, 16, 17, 19, 20]);
  const value = BigInt.asUintN(64, BigInt(Array.from({ length: digits }, () => Math.floor(random() * 10)).join('')));
  return String(pick(random, [value, 0n, 2n ** 64n - 1n, 2n ** 63n, 2n ** 32n, 2n ** 32n - 1n, 10n ** 15n, 10n ** 16n - 1n]));
}

const ADDRESSES = ['::', '::1', '203.0.113.7', '255.255.255.255', '0.0.0.0', '2001:db8::1', '2001:db8:0:0:1:0:0:1', 'fe80::', '::ffff:198.51.100.9', '1:2:3:4:5:6:7:8', '2001:DB8::ABCD', '64:ff9b::192.0.2.33', '1::8', '1:2:3:4:5:6:7::'];
const FLOATS = [0, 1, 0.5, 0.1, 1.1, 2.625, 0.87, 1e21, 1e-7, 123456789.123456, 5e-324, 1.7976931348623157e308, 9007199254740991];

/** A value of a ClickHouse type, as the journal encodes it. */
export function randomValue(type: string, random: Random): unknown {
  if (type.startsWith('LowCardinality(Nullable(')) return randomValue(type.slice('LowCardinality('.length, -1), random);
  if (type.startsWith('Nullable(')) return random() < 0.4 ? null : randomValue(type.slice(9, -1), random);
  switch (type) {
    case 'UInt8': return integer(random, 255);
    case 'UInt16': return integer(random, 65_535);
    case 'UInt32': return integer(random, 4_294_967_295);
    case 'UInt64': return random() < 0.8 ? big(random) : integer(random, Number.MAX_SAFE_INTEGER);
    case 'Float64': return pick(random, [...FLOATS, ...FLOATS.map((value) => -value), Math.round(random() * 1e6) / 100]);
    case "DateTime64(3, 'UTC')": return Date.UTC(2026, Math.floor(random() * 12)) + Math.floor(random() * 86_400_000);
    case 'IPv6': return pick(random, ADDRESSES);
    case 'String':
    case 'LowCardinality(String)': return text(random);
    case 'Map(LowCardinality(String), String)': return Object.fromEntries(Array.from({ length: Math.floor(random() * 4) }, () => [text(random), text(random)]));
    case 'Map(LowCardinality(String), Float64)': return Object.fromEntries(Array.from({ length: Math.floor(random() * 4) }, () => [text(random), pick(random, FLOATS)]));
    default: throw new Error(`no random value of ${type}`);
  }
}

/** Rows in JSONCompactEachRow. */
export function randomRows(types: readonly string[], num: number, random: Random): Buffer {
  const lines = Array.from({ length: num }, () => `${JSON.stringify(types.map((type) => randomValue(type, random)))}\n`);
  return Buffer.from(lines.join(''));
}
