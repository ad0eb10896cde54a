import { brotliDecompressSync } from 'node:zlib';
import { type Finder, NOTHING_FOUND, type Found } from './geo.js';

/**
 * The packed places of IPv4 addresses that ship with the product (`data/ip2region-ipv4.bin`, made by scripts/data/ip2region.mjs): brotli
 * over a line of JSON with the distinct places, then for each run of addresses how far its start is from the one before and
 * the number of its place, both in base 128, least digits first. Unpacked it is 2 MB and answered by bisection.
 * @throws Error when the bytes are not that
 */
export function openRanges(packed: Buffer): Finder {
  const bytes = brotliDecompressSync(packed);
  const newline = bytes.indexOf(0x0a);
  const header = JSON.parse(bytes.toString('utf8', 0, newline)) as { readonly runs: number; readonly places: readonly string[] };
  const places = header.places.map(placeOf);
  const starts = new Uint32Array(header.runs);
  const numbers = new Uint16Array(header.runs);
  let at = newline + 1;
  const next = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const digit = bytes[at] ?? 0;
      at += 1;
      value += (digit & 127) * unit;
      if (digit < 128) return value;
    }
  };
  let start = 0;
  for (let run = 0; run < header.runs; run += 1) {
    start += next();
    starts[run] = start;
    numbers[run] = next();
  }
  if (at !== bytes.length) throw new Error('the packed places of addresses are damaged: install the product again');

  return (_, value) => {
    if (value === null) return NOTHING_FOUND;
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= value) low = middle;
      else high = middle;
    }
    return places[numbers[low] ?? 0] ?? NOTHING_FOUND;
  };
}

function placeOf(text: string): Found {
  const [country = '', region = '', city = '', isp = ''] = text.split('|');
  return { country, region, city, isp };
}
