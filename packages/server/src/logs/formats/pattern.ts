import type { LineParser } from '../format.js';
import { unescaped } from './escapes.js';
import { type Fields, recordOf } from './fields.js';
import { isoTime, timeReader } from './strptime.js';

/** What a pattern may name. `skip` is read over; `time` and `date` together are a moment, as is `moment`, `iso`, `seconds` or `bracketed`. */
export type Field = Exclude<keyof Fields, 'at'> | 'date' | 'time' | 'moment' | 'iso' | 'seconds' | 'bracketed' | 'blank' | 'skip';

/** A piece of a pattern: text that stands there as it is, or a field that reaches up to the text behind it. */
export type Token = string | { readonly field: Field };

export interface TimeFormats {
  readonly date: string;
  readonly time: string;
}

/** A pattern that can not be read, with what to do. */
export class BadLogPattern extends Error {
  constructor(reason: string) {
    super(`the log layout of --format does not fit: ${reason}.`);
    this.name = 'BadLogPattern';
  }
}

/** As goaccess does it for Apache and nginx. */
export const USUAL_TIMES: TimeFormats = { date: '%d/%b/%Y', time: '%T' };

/** Fields that go to the end of the line when they are the last and not quoted. */
const HOLDS_BLANKS: ReadonlySet<Field> = new Set(['request', 'agent', 'referrer', 'target', 'contentType']);

/** A field that is quoted ends at a quote that is not escaped. */
function endOf(line: string, from: number, mark: string): number {
  let at = line.indexOf(mark, from);
  while (at !== -1 && mark.startsWith('"') && line.charAt(at - 1) === '\\' && line.charAt(at - 2) !== '\\') at = line.indexOf(mark, at + 1);
  return at;
}

/** The texts of a line by field; null when the texts between do not stand where the pattern has them. What follows the pattern is left alone. */
function cut(line: string, tokens: readonly Token[]): Map<Field, string> | null {
  const found = new Map<Field, string>();
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    if (typeof token === 'string') {
      if (!line.startsWith(token, at)) return null;
      at += token.length;
    } else if (token.field === 'blank') {
      while (line.charAt(at) === ' ' || line.charAt(at) === '\t') at += 1;
    } else {
      const next = tokens[index + 1];
      let end = typeof next === 'string' ? endOf(line, at, next) : line.length;
      // A line may be cut off inside its last quoted field; a bare last field ends at the next blank.
      if (end === -1 && index + 2 === tokens.length) end = line.length;
      if (next === undefined && !HOLDS_BLANKS.has(token.field) && line.includes(' ', at)) end = line.indexOf(' ', at);
      if (end === -1) return null;
      const text = line.slice(at, end);
      // goaccess' usual string reads over the offset of the time; it is worth reading.
      if (token.field !== 'skip') found.set(token.field, found.get(token.field) ?? text);
      else if (found.has('time') && /^[+-]\d{4}$/u.test(text)) found.set('skip', text);
      at = end;
    }
  }
  return found;
}

/**
 * A parser for lines of a pattern.
 * @throws BadLogPattern when the pattern lacks a time, a client or a request, or when a time format is not known
 */
export function patternParser(tokens: readonly Token[], formats: TimeFormats = USUAL_TIMES): LineParser {
  const has = (field: Field): boolean => tokens.some((token) => typeof token !== 'string' && token.field === field);
  if (!(has('ip') || has('forwarded'))) throw new BadLogPattern('it names no address of the client');
  if (!has('request') && !has('target')) throw new BadLogPattern('it names no request');
  if (!['date', 'moment', 'iso', 'seconds', 'bracketed'].some((field) => has(field as Field))) throw new BadLogPattern('it names no time');
  if (tokens.some((token, at) => typeof token !== 'string' && token.field !== 'blank' && typeof tokens[at + 1] === 'object' && (tokens[at + 1] as { field: Field }).field !== 'blank')) throw new BadLogPattern('two fields stand side by side with nothing between them');
  const time = readerOf(has, formats);

  return (line) => {
    const found = cut(line, tokens);
    if (found === null) return null;
    const clean = (field: Field): string | undefined => {
      const text = found.get(field);
      return text === undefined ? undefined : unescaped(text);
    };
    const list = found.get('ip') ?? '';
    const comma = list.lastIndexOf(',');
    const forwarded = found.get('forwarded');
    const peer = comma === -1 ? list.trim() : list.slice(comma + 1).trim();
    return recordOf({
      at: time(found),
      ip: peer === '' ? (forwarded ?? '').split(',').at(-1)?.trim() ?? '' : peer,
      forwarded: forwarded ?? (comma === -1 ? '' : list.slice(0, comma)),
      request: found.get('request'),
      method: found.get('method'),
      target: clean('target'),
      query: clean('query'),
      status: found.get('status'),
      bytes: found.get('bytes'),
      referrer: clean('referrer'),
      agent: clean('agent'),
      host: found.get('host'),
      scheme: found.get('scheme'),
      contentType: clean('contentType'),
    });
  };
}

function readerOf(has: (field: Field) => boolean, { date, time }: TimeFormats): (found: ReadonlyMap<Field, string>) => number {
  try {
    const ofDate = timeReader(date);
    const both = timeReader(`${date} ${time}`);
    const zoned = timeReader(`${date} ${time} %z`);
    const moment = timeReader(`${date}:${time} %z`);
    const given = timeReader(date);
    const text = (found: ReadonlyMap<Field, string>, field: Field): string => found.get(field) ?? '';
    if (has('iso')) return (found) => isoTime(text(found, 'iso'));
    if (has('seconds')) return (found) => Math.floor(Number(text(found, 'seconds')) * 1_000);
    if (has('bracketed')) return (found) => moment(text(found, 'bracketed').replace(/^\[|\]$/gu, ''));
    if (has('moment')) return (found) => given(text(found, 'moment'));
    if (!has('time')) return (found) => ofDate(text(found, 'date'));
    return (found) => {
      const offset = found.get('skip');
      const clock = `${text(found, 'date')} ${text(found, 'time')}`;
      return offset === undefined ? both(clock) : zoned(`${clock} ${offset}`);
    };
  } catch (error) {
    if (error instanceof RangeError) throw new BadLogPattern(`the time format has ${error.message}, which is not known`);
    throw error;
  }
}
