import type { LogFormat } from '../format.js';
import { BadLogPattern, type Field, patternParser, type TimeFormats, type Token, USUAL_TIMES } from './pattern.js';

/** Specifiers of goaccess' --log-format. Source: goaccess(1), "CUSTOM LOG/DATE FORMAT". */
const GOACCESS: Readonly<Record<string, Field>> = {
  x: 'moment', d: 'date', t: 'time', h: 'ip', v: 'host', r: 'request', m: 'method', U: 'target', q: 'query', s: 'status', b: 'bytes', R: 'referrer', u: 'agent', M: 'contentType',
  '^': 'skip', e: 'skip', H: 'skip', K: 'skip', k: 'skip', D: 'skip', T: 'skip', L: 'skip', n: 'skip', C: 'skip', '~': 'blank',
};

/** Directives of Apache's LogFormat. Source: Apache HTTP Server documentation, mod_log_config. */
const APACHE: Readonly<Record<string, Field>> = { t: 'bracketed', h: 'ip', a: 'ip', v: 'host', V: 'host', r: 'request', m: 'method', U: 'target', q: 'query', s: 'status', b: 'bytes', B: 'bytes', O: 'bytes' };
const APACHE_HEADERS: Readonly<Record<string, Field>> = { 'referer/i': 'referrer', 'user-agent/i': 'agent', 'host/i': 'host', 'x-forwarded-for/i': 'forwarded', 'x-forwarded-proto/i': 'scheme', 'content-type/o': 'contentType' };

/** Variables of nginx' log_format. Source: nginx documentation, ngx_http_log_module and ngx_http_core_module. */
const NGINX: Readonly<Record<string, Field>> = {
  time_local: 'bracketed', time_iso8601: 'iso', msec: 'seconds', remote_addr: 'ip', realip_remote_addr: 'skip', http_x_forwarded_for: 'forwarded', proxy_add_x_forwarded_for: 'forwarded',
  host: 'host', http_host: 'host', server_name: 'host', request: 'request', request_method: 'method', request_uri: 'target', uri: 'target', args: 'query', query_string: 'query', status: 'status',
  body_bytes_sent: 'bytes', bytes_sent: 'bytes', http_referer: 'referrer', http_user_agent: 'agent', scheme: 'scheme', sent_http_content_type: 'contentType',
};

/** Whether what was given to --format describes a layout, instead of naming one. */
export function isPattern(text: string): boolean {
  return text.includes('%') || text.includes('$');
}

/**
 * The layout that a format string describes: of goaccess (`%h %^[%d:%t %^] "%r" %s %b "%R" "%u"`), of Apache's LogFormat or of nginx' log_format.
 * The date and time formats count for goaccess' %d, %t and %x.
 * @throws BadLogPattern saying what is wrong with it
 */
export function customFormat(text: string, times: Partial<TimeFormats> = {}): LogFormat {
  const formats = { date: times.date ?? USUAL_TIMES.date, time: times.time ?? USUAL_TIMES.time };
  const tokens = tokensOf(text);
  patternParser(tokens, formats);
  return { name: text, summary: 'as --format describes it', createParser: () => patternParser(tokens, formats) };
}

function tokensOf(text: string): Token[] {
  if (/\$[a-z]/u.test(text)) return merged(Array.from(text.matchAll(/\$(?:\{(\w+)\}|(\w+))|([^$]+)|\$/gu), ([, braced, bare, between]) => between ?? { field: NGINX[braced ?? bare ?? ''] ?? 'skip' }));
  const plain = text.replaceAll('\\"', '"').replaceAll('\\t', '\t');
  return merged(/%[\^dxRu~]/u.test(plain) && !/%[>{l]/u.test(plain) ? goaccessTokens(plain) : apacheTokens(plain));
}

function goaccessTokens(text: string): Token[] {
  return Array.from(text.matchAll(/~h\{[^}]*\}|%(.)|([^%~]+|~)/gu), ([piece, letter, between]): Token => {
    if (piece.startsWith('~h{')) return { field: 'forwarded' };
    if (letter === undefined) return between ?? '';
    const field = GOACCESS[letter];
    if (field === undefined) throw new BadLogPattern(`%${letter} is none of goaccess' specifiers`);
    return { field };
  });
}

function apacheTokens(text: string): Token[] {
  return Array.from(text.matchAll(/%[<>!,\d]*(?:\{([^}]*)\})?(\^FB|\^t[io]|[A-Za-z%])|([^%]+)|%/gu), ([, name, letter, between]): Token => {
    if (letter === undefined) return between ?? '%';
    if (letter === '%') return '%';
    if (name === undefined || name === 'c') return { field: APACHE[letter] ?? 'skip' };
    return { field: APACHE_HEADERS[`${name.toLowerCase()}/${letter}`] ?? 'skip' };
  });
}

/** Texts that follow each other are one. */
function merged(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (const token of tokens) {
    const last = result.at(-1);
    if (typeof token === 'string' && typeof last === 'string') result[result.length - 1] = last + token;
    else if (token !== '') result.push(token);
  }
  return result;
}
