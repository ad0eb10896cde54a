import type { LogRecord } from '../record.js';
import { apacheTimeReader } from './apache-time.js';
import { unescaped } from './escapes.js';
import { splitRequest } from './request-line.js';

/** What stands before the time, already cut into words: the client and perhaps a virtual host. */
export interface Head {
  readonly host: string;
  readonly scheme: LogRecord['scheme'];
  readonly ip: string;
  readonly forwarded: string;
}

/**
 * A reader for the family of Apache's common log format:
 *
 *     HEAD [17/May/2015:10:05:03 +0000] "GET /path HTTP/1.1" 200 123 "referrer" "agent" whatever follows
 *
 * `HEAD` differs between the layouts and is read by `readHead`. Referrer and agent may be missing together (common format).
 * Written by hand over one string: this runs once per line of logs of many gigabytes.
 * Quotes inside a field are expected as \" (Apache) or \x22 (nginx); a last field that was cut off counts as far as it goes.
 */
export function apacheLineReader(readHead: (head: string) => Head | null): (line: string) => LogRecord | null {
  const readTime = apacheTimeReader();
  return (line) => {
    let open = bracketFrom(line, 0);
    let at = readTime(line, open + 2);
    // A user name may hold ` [`; the time is where a time can be read.
    while (open !== -1 && Number.isNaN(at)) {
      open = bracketFrom(line, open + 2);
      at = readTime(line, open + 2);
    }
    if (open === -1) return null;
    const head = readHead(line.slice(0, open));
    if (head === null) return null;

    const requestStart = line.indexOf('"', open + 2) + 1;
    if (requestStart === 0) return null;
    // The first quote that status and bytes follow, as old servers wrote quotes in urls as they came.
    let requestEnd = closingQuote(line, requestStart);
    let numbers = readNumbers(line, requestEnd + 1);
    while (numbers === null && requestEnd < line.length) {
      requestEnd = closingQuote(line, requestEnd + 1);
      numbers = readNumbers(line, requestEnd + 1);
    }
    if (numbers === null) return null;

    const { method, target } = splitRequest(line.slice(requestStart, requestEnd));
    let referrer = '';
    let agent: string | null = null;
    const referrerStart = numbers.end + 2;
    if (line.charCodeAt(numbers.end) === SPACE && line.charCodeAt(numbers.end + 1) === QUOTE) {
      const referrerEnd = closingQuote(line, referrerStart);
      if (referrerEnd === line.length) return null;
      referrer = field(line.slice(referrerStart, referrerEnd));
      if (line.charCodeAt(referrerEnd + 1) === SPACE && line.charCodeAt(referrerEnd + 2) === QUOTE) {
        agent = field(line.slice(referrerEnd + 3, closingQuote(line, referrerEnd + 3)));
      }
    }
    return { at, ip: head.ip, forwarded: head.forwarded, method, target, status: numbers.status, bytes: numbers.bytes, referrer, agent, host: head.host, scheme: head.scheme, contentType: '' };
  };
}

const SPACE = 32;
const QUOTE = 34;
const MINUS = 45;
const BACKSLASH = 92;

/** Where the next ` [` stands; -1 without one. One letter is found sooner than two. */
function bracketFrom(line: string, from: number): number {
  let at = line.indexOf('[', from);
  while (at !== -1 && line.charCodeAt(at - 1) !== SPACE) at = line.indexOf('[', at + 1);
  return at === -1 ? -1 : at - 1;
}

/** Where the next quote stands that is not escaped; the length of the line without one. */
function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at !== -1; at = line.indexOf('"', at + 1)) {
    let slashes = 0;
    while (line.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return line.length;
}

interface Numbers {
  readonly status: number | null;
  readonly bytes: number | null;
  readonly end: number;
}

/** ` 200 123`, ` 200 -` or ` - -`: status and bytes. A minus for bytes is how Apache writes none, see its `%b`. */
function readNumbers(line: string, from: number): Numbers | null {
  if (line.charCodeAt(from) !== SPACE) return null;
  let at = from + 1;
  let status: number | null = null;
  if (line.charCodeAt(at) === MINUS) at += 1;
  else {
    status = digits(line, at, at + 3);
    if (status < 100) return null;
    at += 3;
  }
  if (at === line.length) return { status, bytes: null, end: at };
  if (line.charCodeAt(at) !== SPACE) return null;
  at += 1;
  if (line.charCodeAt(at) === MINUS) return { status, bytes: 0, end: at + 1 };
  let end = at;
  while (isDigit(line.charCodeAt(end))) end += 1;
  if (end === at || end - at > 15 || (end < line.length && line.charCodeAt(end) !== SPACE)) return null;
  return { status, bytes: digits(line, at, end), end };
}

function digits(line: string, from: number, end: number): number {
  let value = 0;
  for (let at = from; at < end; at += 1) {
    const code = line.charCodeAt(at);
    if (!isDigit(code)) return -1;
    value = value * 10 + code - 48;
  }
  return value;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A quoted field: `-` stands for nothing. */
function field(raw: string): string {
  return raw === '-' ? '' : unescaped(raw);
}
