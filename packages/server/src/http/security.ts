import { SHARE_PATH } from '@footfall/contract';

/**
 * What browsers are told about everything the server sends. The console is one origin without inline script; its
 * style sheets are made at run time by the component library, so inline style is allowed, inline script never.
 */
const CONSOLE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A page whose address is a secret: no search engine keeps it, no other site learns it. */
const SECRET_PAGE = { 'x-robots-tag': 'noindex, nofollow, noarchive', 'referrer-policy': 'no-referrer' };

/** The headers of an answer on the given path, unless the route says otherwise. */
export function securityHeaders(path: string): Record<string, string> {
  // Whatever the case, as the console reads its paths.
  const isShared = path.toLowerCase().startsWith(`${SHARE_PATH}/`);
  const isApi = path === '/api' || path.startsWith('/api/');
  return {
    'content-security-policy': isApi ? DATA_POLICY : CONSOLE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // For browsers that know no frame-ancestors.
    'x-frame-options': 'DENY',
    ...(isShared ? SECRET_PAGE : {}),
    ...(isApi ? { 'cache-control': 'no-store' } : {}),
  };
}
