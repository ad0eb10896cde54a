/** The secret between this process and its parent. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

function presented(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-clickhouse-key'];
  if (typeof key === 'string') return key;
  const basic = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (basic === undefined) return undefined;
  const pair = Buffer.from(basic, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

/**
 * A check for the password of Basic authentication or the X-ClickHouse-Key header; the user name is
 * ignored. Digests are compared, in constant time, so that neither length nor content shows in timing.
 */
export function createAuthenticator(secret: string): (headers: IncomingHttpHeaders) => boolean {
  const expected = digest(secret);
  return (headers) => {
    const given = presented(headers);
    return given !== undefined && timingSafeEqual(digest(given), expected);
  };
}
