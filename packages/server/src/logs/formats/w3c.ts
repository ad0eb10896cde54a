import { withBlanks } from '../../enrich/text.js';
import type { LogFormat } from '../format.js';
import type { LogRecord } from '../record.js';
import { isoTime } from './strptime.js';

/**
 * W3C Extended Log File Format, as IIS and others write it. Lines that begin with # are directives; `#Fields:` names the columns
 * from there on and may come again with others. Times are UTC, as the format demands. A log without time of day dates
 * its lines to midnight, one without date takes it from `#Date:`.
 * Source: W3C working draft WD-logfile-960323; Microsoft "W3C Extended Log File Format (IIS 6.0)" for blanks written as +.
 */
export const w3c: LogFormat = {
  name: 'w3c',
  summary: 'W3C extended (IIS): columns named by a #Fields line',
  announces: (line) => line.startsWith('#Fields:'),
  createParser() {
    let columns: Columns | null = null;
    let date = '';
    const dayOf = dayReader();
    return (line) => {
      if (line.startsWith('#')) {
        if (line.startsWith('#Fields:')) columns = readColumns(line.slice('#Fields:'.length));
        else if (line.startsWith('#Date:')) date = line.slice('#Date:'.length).trim().slice(0, 10);
        return null;
      }
      return columns === null ? null : readRow(columns, splitRow(line), date, dayOf);
    };
  },
};

/** Positions of the columns that matter; -1 for those that the log does not have. */
interface Columns {
  readonly date: number;
  readonly time: number;
  readonly ip: number;
  readonly method: number;
  readonly stem: number;
  readonly query: number;
  readonly status: number;
  readonly bytes: number;
  readonly referrer: number;
  readonly agent: number;
  readonly host: number;
  readonly port: number;
  readonly scheme: number;
  readonly forwarded: number;
  readonly contentType: number;
  /** CloudFront encodes what it writes as urls do. */
  readonly isEncoded: boolean;
}

function readColumns(list: string): Columns | null {
  const names = list.trim().toLowerCase().split(/\s+/u);
  const position = (...alternatives: readonly string[]): number =>
    alternatives.reduce((found, name) => (found === -1 ? names.indexOf(name) : found), -1);
  const columns: Columns = {
    date: position('date'),
    time: position('time'),
    ip: position('c-ip'),
    method: position('cs-method'),
    stem: position('cs-uri-stem', 'cs-uri'),
    query: position('cs-uri-query'),
    status: position('sc-status'),
    bytes: position('sc-bytes', 'bytes'),
    referrer: position('cs(referer)', 'cs(referrer)'),
    agent: position('cs(user-agent)'),
    host: position('x-host-header', 'cs-host', 'cs(host)'),
    port: position('s-port'),
    scheme: position('cs-protocol'),
    forwarded: position('x-forwarded-for', 'cs(x-forwarded-for)'),
    contentType: position('sc-content-type', 'sc(content-type)'),
    isEncoded: names.includes('x-edge-location'),
  };
  // A firewall's or mail server's log has other columns: no page can be seen in it.
  return columns.ip === -1 || columns.stem === -1 ? null : columns;
}

/** Cells are separated by blanks or tabs; some servers put cells that hold blanks into quotes. */
function splitRow(line: string): string[] {
  if (!line.includes('"') && !line.includes('\t') && !line.includes('  ')) return line.split(' ');
  return Array.from(line.matchAll(/"((?:[^"]|"")*)"|(\S+)/gu), ([, quoted, plain]) => quoted ?? plain ?? '');
}

function readRow(columns: Columns, cells: readonly string[], date: string, dayOf: (date: string) => number): LogRecord | null {
  const cell = (position: number): string => {
    const text = position === -1 ? '' : (cells[position] ?? '');
    return text === '-' ? '' : text;
  };
  const at = timeOf(columns.date === -1 ? date : cell(columns.date), columns.time === -1 ? '00:00:00' : cell(columns.time), dayOf);
  const ip = cell(columns.ip);
  const stem = cell(columns.stem);
  const status = columns.status === -1 ? null : Number(cells[columns.status]);
  if (Number.isNaN(at) || ip === '' || (status !== null && !(status >= 100 && status <= 999))) return null;
  const query = cell(columns.query);
  const method = columns.method === -1 ? 'GET' : cell(columns.method);
  const isRequest = /^[A-Z-]{3,20}$/u.test(method) && (stem.startsWith('/') || stem === '*' || /^https?:\/\//iu.test(stem));
  return {
    at,
    ip,
    forwarded: cell(columns.forwarded),
    method: isRequest ? method : '',
    target: isRequest ? (query === '' ? stem : `${stem}?${query}`) : '',
    status,
    bytes: bytesOf(cell(columns.bytes)),
    referrer: cell(columns.referrer),
    agent: columns.agent === -1 ? null : columns.isEncoded ? decoded(cell(columns.agent)) : withBlanks(cell(columns.agent)),
    host: cell(columns.host).replace(/:\d+$/u, '').toLowerCase(),
    scheme: schemeOf(cell(columns.scheme), cell(columns.port)),
    contentType: columns.isEncoded ? decoded(cell(columns.contentType)) : cell(columns.contentType),
  };
}

/** Percent-encoding undone; CloudFront encodes the sign itself again (`%2520`). What can not be decoded stays. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('%25', '%'));
  } catch {
    // A lone % of the sender's own: the text as it stands says enough.
    return text;
  }
}

function schemeOf(named: string, port: string): LogRecord['scheme'] {
  if (named === 'http' || named === 'https') return named;
  if (port === '80') return 'http';
  return port === '443' ? 'https' : '';
}

function bytesOf(text: string): number | null {
  return /^\d{1,15}$/u.test(text) ? Number(text) : null;
}

/** `2015-01-13` and `00:32:17` or `00:32:17.250`; NaN for anything else. */
function timeOf(date: string, time: string, dayOf: (date: string) => number): number {
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?$/u.exec(time);
  if (match === null) return Number.NaN;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (hours > 23 || minutes > 59 || seconds > 60) return Number.NaN;
  return dayOf(date) + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + Number((match[4] ?? '').padEnd(3, '0'));
}

/** Start of a day in milliseconds UTC; the last day is remembered. */
function dayReader(): (date: string) => number {
  let known = '';
  let start = Number.NaN;
  return (date) => {
    if (date !== known) {
      start = isoTime(`${date}T00:00:00`);
      known = date;
    }
    return start;
  };
}
