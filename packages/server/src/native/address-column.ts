import { isIPv6 } from 'node:net';
import { NOT_TAKEN, QUOTE } from './column.js';
import { FixedColumn } from './fixed-column.js';

const DOT = 0x2e;
const LONGEST = 45;

/** The last two groups of an address that ends in an IPv4 address. */
function withoutDots(text: string): string {
  const at = text.lastIndexOf(':') + 1;
  const [a = 0, b = 0, c = 0, d = 0] = text.slice(at).split('.').map(Number);
  return `${text.slice(0, at)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

/** IPv6 from text; an IPv4 address is kept as ::ffff:a.b.c.d. */
export class AddressColumn extends FixedColumn {
  take(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== QUOTE) return NOT_TAKEN;
    let last = at + 1;
    let hasColon = false;
    for (let byte = bytes[last]; byte !== QUOTE && last - at <= LONGEST; byte = bytes[++last]) hasColon ||= byte === 0x3a;
    if (bytes[last] !== QUOTE) return NOT_TAKEN;
    return (hasColon ? this.#six(bytes, at + 1, last) : this.#four(bytes, at + 1, last)) ? last + 1 : NOT_TAKEN;
  }

  #four(bytes: Uint8Array, start: number, end: number): boolean {
    const { out } = this;
    out.reserve(16);
    const first = out.length;
    out.bytes.fill(0, first, first + 10);
    out.bytes[first + 10] = 0xff;
    out.bytes[first + 11] = 0xff;
    let at = start;
    for (let part = 0; part < 4; part += 1) {
      let value = 0;
      let digits = 0;
      for (let byte = bytes[at] ?? 0; at < end && byte !== DOT; byte = bytes[++at] ?? 0) {
        if (byte < 0x30 || byte > 0x39) return false;
        value = value * 10 + (byte - 0x30);
        digits += 1;
      }
      if (digits === 0 || digits > 3 || value > 255 || (part < 3) !== (at < end)) return false;
      out.bytes[first + 12 + part] = value;
      at += 1;
    }
    out.length += 16;
    return true;
  }

  #six(bytes: Uint8Array, start: number, end: number): boolean {
    const written = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
    if (!isIPv6(written) || written.includes('%')) return false;
    const [head = '', tail] = (written.includes('.') ? withoutDots(written) : written).split('::');
    const before = head === '' ? [] : head.split(':');
    const after = tail === undefined || tail === '' ? [] : tail.split(':');
    const { out } = this;
    out.reserve(16);
    const first = out.length;
    out.bytes.fill(0, first, first + 16);
    before.forEach((group, i) => out.bytes.writeUInt16BE(Number.parseInt(group, 16), first + 2 * i));
    after.forEach((group, i) => out.bytes.writeUInt16BE(Number.parseInt(group, 16), first + 16 - 2 * (after.length - i)));
    out.length += 16;
    return true;
  }
}
