import type { IncomingHttpHeaders } from 'node:http';
import type { ClientHints } from '@footfall/contract';

/** No browser lists more brands; what comes behind is not read. */
const MAX_BRANDS = 10;
const MAX_TEXT = 128;

/**
 * The client hints that a browser puts into the headers of every request (`Sec-CH-UA`, `-Mobile`, `-Platform`), and those it adds where a server
 * has asked for them (`-Platform-Version`, `-Model`, `-Arch`, `-Full-Version-List`). Undefined without any. What is not of the agreed form is left out.
 * Source: W3C "User-Agent Client Hints", structured field values of RFC 8941.
 */
export function headerHints(headers: IncomingHttpHeaders): ClientHints | undefined {
  const list = text(headers['sec-ch-ua-full-version-list']) || text(headers['sec-ch-ua']);
  const platform = quoted(headers['sec-ch-ua-platform']);
  if (list === '' && platform === undefined) return undefined;
  const mobile = text(headers['sec-ch-ua-mobile']);
  return {
    platform,
    platformVersion: quoted(headers['sec-ch-ua-platform-version']),
    architecture: quoted(headers['sec-ch-ua-arch']),
    model: quoted(headers['sec-ch-ua-model']),
    mobile: mobile === '?1' ? true : mobile === '?0' ? false : undefined,
    brands: brandsOf(list),
  };
}

function text(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

function quoted(value: string | string[] | undefined): string | undefined {
  const found = /^"((?:[^"\\]|\\["\\])*)"$/u.exec(text(value).slice(0, MAX_TEXT + 2))?.[1];
  return found === undefined || found === '' ? undefined : found.replace(/\\(["\\])/gu, '$1');
}

function brandsOf(list: string): [string, string][] | undefined {
  const brands: [string, string][] = [];
  for (const [, brand = '', version = ''] of list.slice(0, 2_048).matchAll(/"((?:[^"\\]|\\["\\])*)"\s*;\s*v="([^"]*)"/gu)) {
    if (brands.length < MAX_BRANDS && brand.length <= 64 && version.length <= 32) brands.push([brand, version]);
  }
  return brands.length === 0 ? undefined : brands;
}
