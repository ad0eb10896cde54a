import { unescaped } from './escapes.js';

export interface Request {
  readonly method: string;
  readonly target: string;
}

const NONE: Request = { method: '', target: '' };

/**
 * Splits `GET /path?query HTTP/1.1`. The protocol may be missing (HTTP/0.9) and the target may hold blanks, which some clients
 * send as they are. What is not a request (`-`, a TLS handshake logged as `\x16\x03\x01`, rubbish) gives empty texts.
 */
export function splitRequest(request: string): Request {
  const space = request.indexOf(' ');
  if (space < 3 || space > 20) return NONE;
  for (let at = 0; at < space; at += 1) {
    const code = request.charCodeAt(at);
    // Methods are upper case; WebDAV's VERSION-CONTROL has a hyphen.
    if ((code < 65 || code > 90) && code !== 45) return NONE;
  }
  const last = request.lastIndexOf(' ');
  const end = last > space && request.startsWith('HTTP/', last + 1) ? last : request.length;
  const target = unescaped(request.slice(space + 1, end));
  return isTarget(target) ? { method: request.slice(0, space), target } : NONE;
}

/** The forms of RFC 9112, section 3.2: a path, an absolute url, `*`, or an authority for CONNECT. */
function isTarget(target: string): boolean {
  return target.startsWith('/') || target === '*' || /^(?:https?:\/\/|[\w.-]+:\d+$|\[[\da-f:.]+\]:\d+$)/iu.test(target);
}
