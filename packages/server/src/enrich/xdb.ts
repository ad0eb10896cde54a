import { ipv6Bytes } from './address-text.js';
import { type Finder, NOTHING_FOUND, type Found } from './geo.js';

const HEADER = 256;
const IPV4 = 4;
const IPV6 = 6;

/**
 * A database of ip2region, layout 2 (IPv4) and 3 (either family), whole in memory. A segment of the index is first and last address, length and
 * place of its text; IPv4 addresses and all numbers are little-endian, IPv6 addresses as they travel. Texts are
 * `country|region|province|city|operator`, or in newer files `country|province|city|operator|code`, `0` or '' for unknown.
 * Source: the format's description in the project lionsoul2014/ip2region.
 * @throws Error when the file is not one
 */
export function openXdb(file: Buffer): Finder {
  const layout = file.length < HEADER ? 0 : file.readUInt16LE(0);
  const family = layout === 3 ? file.readUInt16LE(16) : IPV4;
  if ((layout !== 2 && layout !== 3) || (family !== IPV4 && family !== IPV6)) throw new Error('it is no ip2region database of layout 2 or 3');
  const first = file.readUInt32LE(8);
  const last = file.readUInt32LE(12);
  const width = family === IPV4 ? 4 : 16;
  const step = 2 * width + 6;
  const count = (last - first) / step + 1;
  if (!Number.isInteger(count) || count < 1 || last + step > file.length) throw new Error('its index is cut off');

  /** Below 0 when the address is before the one in the file. */
  const compare = (ip: Buffer | number, at: number): number => (typeof ip === 'number' ? ip - file.readUInt32LE(at) : ip.compare(file, at, at + width));

  return (ip, number) => {
    if ((number === null) !== (family === IPV6)) return NOTHING_FOUND;
    const key = number ?? ipv6Bytes(ip);
    let low = 0;
    let high = count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const at = first + middle * step;
      if (compare(key, at) < 0) high = middle - 1;
      else if (compare(key, at + width) > 0) low = middle + 1;
      else return placeOf(file.toString('utf8', file.readUInt32LE(at + 2 * width + 2), file.readUInt32LE(at + 2 * width + 2) + file.readUInt16LE(at + 2 * width)));
    }
    return NOTHING_FOUND;
  };
}

/** The country is a Chinese name, of which only the newer files give the code. */
function placeOf(text: string): Found {
  const parts = text.split('|').map((part) => (part === '0' ? '' : part));
  const code = /^[A-Z]{2}$/u.test(parts[4] ?? '') ? (parts[4] ?? '') : '';
  const [region = '', city = '', isp = ''] = code === '' ? parts.slice(2) : parts.slice(1);
  return { country: code === '' && parts[0] === '中国' ? chineseCode(region) : code, region, city, isp };
}

/** The file counts Hong Kong, Macau and Taiwan as provinces; ISO 3166 has codes for each. */
function chineseCode(province: string): string {
  if (province.startsWith('香港')) return 'HK';
  if (province.startsWith('澳门')) return 'MO';
  return province.startsWith('台湾') ? 'TW' : 'CN';
}
