import { createReadStream } from 'node:fs';
import { isIP } from 'node:net';
import { createInterface } from 'node:readline';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { NetworkOwner } from '@footfall/contract';
import { canonicalAddress, ipv6Bytes } from './address-text.js';
import { asnOf } from './asn.js';
import { detached } from './text.js';

const NOBODY: NetworkOwner = { asn: 0, name: '' };

/** Networks of one family, by their first address: first and last of each side by side, as bytes. */
class Ranges {
  #bytes = Buffer.alloc(1 << 16);
  readonly #owners: number[] = [];

  /** @param width bytes of an address */
  constructor(readonly width: number) {}

  /** Below 0 when the address is before the one in its place. */
  #compare(address: Buffer, place: number): number {
    return address.compare(this.#bytes, place * this.width, (place + 1) * this.width);
  }

  add(first: Buffer, last: Buffer, owner: number): void {
    const at = this.#owners.length;
    if (first.compare(last) > 0 || (at > 0 && this.#compare(first, 2 * at - 2) < 0)) throw new Error('its networks are not in order: sort them by their first address');
    const needed = 2 * (at + 1) * this.width;
    if (needed > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * this.#bytes.length);
    first.copy(this.#bytes, 2 * at * this.width);
    last.copy(this.#bytes, (2 * at + 1) * this.width);
    this.#owners.push(owner);
  }

  /** Of the network that begins last before the address, if it reaches so far; below 0 for none. */
  ownerOf(address: Buffer): number {
    let low = 0;
    let high = this.#owners.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(address, 2 * middle) >= 0) low = middle + 1;
      else high = middle;
    }
    return low > 0 && this.#compare(address, 2 * low - 1) <= 0 ? (this.#owners[low - 1] ?? -1) : -1;
  }
}

const bytesOf = (ip: string): Buffer => (ip.includes(':') ? ipv6Bytes(ip) : Buffer.from(ip.split('.').map(Number)));

/** A line of the list: first and last address, number of the autonomous system, country, name. */
function readLine(line: string): { start: string; end: string; owner: NetworkOwner } | null {
  const [start = '', end = '', number = '', , name = ''] = line.split('\t');
  const asn = asnOf(number);
  if (isIP(start) === 0 || isIP(end) !== isIP(start) || asn === null) return null;
  return { start: canonicalAddress(start), end: canonicalAddress(end), owner: { asn, name: detached(name.trim()) } };
}

/**
 * The networks of a file `*.tsv`, or packed `*.tsv.gz`, whole in memory. Source of the layout: iptoasn.com, whose files are in the
 * public domain (PDDL 1.0). Networks without an owner have the number 0 there.
 * @throws Error when a line is not one, or the lines are not in order
 */
export async function openNetworkList(path: string): Promise<(ip: string) => NetworkOwner> {
  const file: Readable = createReadStream(path);
  const text = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => undefined) : file;
  const owners: NetworkOwner[] = [];
  const numbers = new Map<string, number>();
  const four = new Ranges(4);
  const six = new Ranges(16);
  const family = (ip: string): Ranges => (ip.includes(':') ? six : four);
  let lines = 0;
  const failed = new Promise<never>((_, reject) => {
    file.once('error', reject);
    text.once('error', reject);
  });
  const reading = async (): Promise<void> => {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      lines += 1;
      if (line === '') continue;
      const read = readLine(line);
      if (read === null) throw new Error(`line ${String(lines)} is no network: first and last address, number, country and name, with tabs between`);
      const { start, end, owner } = read;
      if (owner.asn === 0) continue;
      const key = `${String(owner.asn)} ${owner.name}`;
      let at = numbers.get(key);
      if (at === undefined) numbers.set(key, (at = owners.push(owner) - 1));
      family(start).add(bytesOf(start), bytesOf(end), at);
    }
  };
  await Promise.race([reading(), failed]);
  return (ip) => owners[family(ip).ownerOf(bytesOf(ip))] ?? NOBODY;
}
