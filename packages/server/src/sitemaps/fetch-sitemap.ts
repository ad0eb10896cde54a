/** Fetches a sitemap from the site that it is of, and from nowhere else. */
import type { IncomingMessage } from 'node:http';
import { FootfallError } from '@footfall/contract';
import { ForbiddenAddress } from '../outbound/private-addresses.js';
import { sendRequest } from '../outbound/request.js';

export interface FetchOptions {
  /** Whether a host is the site's. */
  readonly hosts: (host: string) => boolean;
  /** Whether the site may have a loopback or private address. */
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
  /** Bytes, as they are sent. */
  readonly most: number;
}

const MOST_REDIRECTS = 3;

/**
 * An address of the site, checked.
 * @throws FootfallError `sitemap.address`
 */
export function siteAddress(text: string, hosts: FetchOptions['hosts']): URL {
  if (!URL.canParse(text)) throw new FootfallError('sitemap.address', { address: text });
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '' || !hosts(url.hostname)) throw new FootfallError('sitemap.address', { address: text });
  url.hash = '';
  return url;
}

async function bytesOf(response: IncomingMessage, most: number, address: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > most) throw new FootfallError('sitemap.too_large', { file: address });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * What the site answers under an address of its own, also after redirects as long as they stay with it.
 * @throws FootfallError `sitemap.address`, `sitemap.private`, `sitemap.unreachable`, `sitemap.too_large`
 */
export async function fetchSitemap(address: string, { hosts, allowPrivate, signal, most }: FetchOptions): Promise<Buffer> {
  let url = siteAddress(address, hosts);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    let response: IncomingMessage | undefined;
    try {
      response = await sendRequest(url, { method: 'GET', headers: { accept: 'application/xml, text/xml, text/plain, application/gzip' }, allowPrivate, signal });
      const status = response.statusCode ?? 0;
      const { location } = response.headers;
      if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url.href)) url = siteAddress(new URL(location, url.href).href, hosts);
      else if (status === 200) return await bytesOf(response, most, url.href);
      else throw new FootfallError('sitemap.unreachable', { address: url.href, status });
    } catch (error) {
      if (error instanceof FootfallError) throw error;
      if (error instanceof ForbiddenAddress) throw new FootfallError('sitemap.private', { address: url.href }, { cause: error });
      throw new FootfallError('sitemap.unreachable', { address: url.href, status: null }, { cause: error });
    } finally {
      response?.destroy();
    }
  }
  throw new FootfallError('sitemap.unreachable', { address: url.href, status: null });
}
