import type { LogRecord } from '../record.js';
import { readTarget, splitRequest } from './request-line.js';

/** What a layout names of a request, as texts as they stand in the log; '' and '-' stand for nothing. */
export interface Fields {
  /** Milliseconds UTC; NaN for none. */
  readonly at: number;
  readonly ip: string;
  readonly forwarded?: string | undefined;
  /** `GET /path HTTP/1.1`, or method and target apart. */
  readonly request?: string | undefined;
  readonly method?: string | undefined;
  readonly target?: string | undefined;
  readonly query?: string | undefined;
  readonly status?: string | undefined;
  readonly bytes?: string | undefined;
  readonly referrer?: string | undefined;
  /** undefined when the layout has no agents. */
  readonly agent?: string | undefined;
  /** May carry a port. */
  readonly host?: string | undefined;
  readonly scheme?: string | undefined;
  readonly contentType?: string | undefined;
}

const said = (text: string | undefined): string => (text === undefined || text === '-' ? '' : text);

/** The record of a request; null without a time or a client, or with a status that is none. */
export function recordOf(fields: Fields): LogRecord | null {
  const status = said(fields.status);
  const ip = addressOf(said(fields.ip));
  if (Number.isNaN(fields.at) || ip === '' || (status !== '' && !/^[1-9]\d\d$/u.test(status))) return null;
  const named = splitHost(said(fields.host));
  const { method, target } = fields.request === undefined ? requestOf(said(fields.method), said(fields.target), said(fields.query)) : splitRequest(fields.request);
  const scheme = said(fields.scheme).toLowerCase();
  return {
    at: fields.at,
    ip,
    forwarded: said(fields.forwarded),
    method,
    target,
    status: status === '' ? null : Number(status),
    bytes: bytesOf(said(fields.bytes)),
    referrer: said(fields.referrer),
    agent: fields.agent === undefined ? null : said(fields.agent),
    host: named.host,
    scheme: scheme === 'http' || scheme === 'https' ? scheme : named.scheme,
    contentType: said(fields.contentType),
  };
}

/** The same record with the absolute url of its request taken apart, as load balancers write it. */
export function withoutOrigin(record: LogRecord): LogRecord {
  if (!URL.canParse(record.target)) return record;
  const url = new URL(record.target);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return record;
  const path = record.target.replace(/^[a-z]+:\/\/[^/?#]*/iu, '');
  return { ...record, target: path.startsWith('/') ? path : `/${path}`, host: record.host || url.hostname, scheme: url.protocol === 'https:' ? 'https' : 'http' };
}

function requestOf(method: string, target: string, query: string): { readonly method: string; readonly target: string } {
  const name = method === '' ? 'GET' : method;
  const whole = query === '' ? target : `${target}${query.startsWith('?') ? '' : '?'}${query}`;
  return readTarget(name, whole);
}

/** A host name without its port, lower case, and what the port says of the scheme: 80 is http, 443 https, another does not tell. */
export function splitHost(text: string): Pick<LogRecord, 'host' | 'scheme'> {
  const port = /:(\d{1,5})$/u.exec(text)?.[1];
  const bare = port === undefined || /^[\da-f]*:[\da-f:]*:/iu.test(text) ? text : text.slice(0, -port.length - 1);
  const host = bare.replace(/^\[(.*)\]$/u, '$1').replace(/\.$/u, '').toLowerCase();
  if (port === '80') return { host, scheme: 'http' };
  return { host, scheme: port === '443' ? 'https' : '' };
}

/** An address without port and brackets: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
function addressOf(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/u.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/u.exec(text)?.[1] ?? text;
}

function bytesOf(text: string): number | null {
  return /^\d{1,15}$/u.test(text) ? Number(text) : null;
}
