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

/** The headers of an answer on the given path, unless the route says otherwise. */
export function securityHeaders(path: string): Record<string, string> {
  const isApi = path === '/api' || path.startsWith('/api/');
  return {
    'content-security-policy': isApi ? DATA_POLICY : CONSOLE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // For browsers that know no frame-ancestors.
    'x-frame-options': 'DENY',
    ...(isApi ? { 'cache-control': 'no-store' } : {}),
  };
}
