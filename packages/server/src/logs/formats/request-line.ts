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
  if (!isMethod(request, space)) return NONE;
  const last = request.lastIndexOf(' ');
  const end = last > space && request.startsWith('HTTP/', last + 1) ? last : request.length;
  const target = unescaped(request.slice(space + 1, end));
  return isTarget(target) ? { method: request.slice(0, space), target } : NONE;
}

/** Method and target of a log that has them apart, unescaped already; empty texts for what is not a request. */
export function readTarget(method: string, target: string): Request {
  return isMethod(method, method.length) && isTarget(target) ? { method, target } : NONE;
}

/** Methods are upper case; WebDAV's VERSION-CONTROL has a hyphen. */
function isMethod(text: string, length: number): boolean {
  if (length < 3 || length > 20) return false;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 65 || code > 90) && code !== 45) return false;
  }
  return true;
}

/** The forms of RFC 9112, section 3.2: a path, an absolute url, `*`, or an authority for CONNECT. */
function isTarget(target: string): boolean {
  return target.startsWith('/') || target === '*' || /^(?:https?:\/\/|[\w.-]+:\d+$|\[[\da-f:.]+\]:\d+$)/iu.test(target);
}
