/** From what an operator wrote to what a plan filters by. Everything that no column could equal is refused by name, or finds nothing. */
import { type DimensionKind, type FilterRule, FootfallError, OPERATORS_OF, type Operator } from '@footfall/contract';
import { isIPv4, isIPv6 } from 'node:net';
import { storeTime } from '../warehouse/store-time.js';
import type { Asked } from './asked.js';
import { columnOf } from './columns.js';
import type { Filter } from './plan.js';
import type { Zone } from './zone.js';

const MAX_ID = 2n ** 64n - 1n;

/** What no stored address equals can not be asked for: the store would take it for a mistake in the question. */
export const isAddress = (text: string): boolean => isIPv4(text) || (isIPv6(text) && !text.includes('%'));

/**
 * Visits with a fingerprint; '' filters nothing. Their visitor follows from it, and is what the store finds them by, on whatever sites
 * and of whatever time; two fingerprints may have one number.
 */
export function fingerprintIs(fingerprint: string, { visitorOf }: Pick<Asked, 'visitorOf'>): Filter[] {
  return fingerprint === '' ? [] : [{ column: 'visitor', value: visitorOf(fingerprint) }, { column: 'fingerprint', value: fingerprint }];
}

function refuse(path: string, message: string): FootfallError {
  return new FootfallError('request.invalid', { fields: [{ path, message }] });
}

/** Nothing equals it, so that everything is unlike it. */
function unequalled(column: string, operator: Operator): Filter[] {
  return operator === '!=' ? [] : [{ column, operator: 'never', value: '' }];
}

/** The first instant of a second or day, and the first after it. */
function secondsOf(text: string, zone: Zone, path: string): readonly [from: string, after: string] {
  const isDate = text.length === 10;
  try {
    return [storeTime(zone.first(isDate ? `${text} 00:00:00` : text)), storeTime(zone.after(isDate ? `${text} 23:59:59` : text))];
  } catch (error) {
    if (error instanceof FootfallError) throw refuse(path, `there is no such time: ${text}`);
    throw error;
  }
}

/** A second is as long as its text: `=` is all of it, `>` begins after it. */
function timeFilter(column: string, operator: Operator, text: string, path: string, zone: Zone): Filter[] {
  if (!/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/u.test(text)) throw refuse(path, 'give a time as YYYY-MM-DD HH:mm:ss');
  const [from, after] = secondsOf(text, zone, path);
  if (operator === '=') return [{ column, operator: '>=', value: from }, { column, operator: '<', value: after }];
  if (operator === '!=') return [{ column, operator: 'outside', value: [from, after] }];
  if (operator === '>') return [{ column, operator: '>=', value: after }];
  if (operator === '<=') return [{ column, operator: '<', value: after }];
  return [{ column, operator, value: from }];
}

function numberFilter(column: string, operator: Operator, text: string, path: string): Filter[] {
  if (operator === 'like') return [{ column, operator, value: text }];
  const number = Number(text);
  if (!Number.isFinite(number)) throw refuse(path, 'give a number');
  return [{ column, operator, value: String(number) }];
}

function flagFilter(column: string, operator: Operator, text: string, path: string): Filter[] {
  const value = { 0: '0', 1: '1', false: '0', true: '1' }[text.toLowerCase()];
  if (value === undefined) throw refuse(path, 'give 1 or 0');
  return [{ column, operator, value }];
}

function addressFilter(column: string, operator: Operator, text: string, path: string): Filter[] {
  if (operator === 'like' || isAddress(text)) return [{ column, operator, value: text }];
  if (operator === '=' || operator === '!=') return unequalled(column, operator);
  throw refuse(path, 'give an address');
}

/** What `domain` is compared with is known here: the sites that may be seen. Their order is that of the text. */
function siteFilter(operator: Operator, text: string, asked: Asked): Filter {
  const wanted = text.toLowerCase();
  const passes: Readonly<Record<Operator, (domain: string) => boolean>> = {
    '=': (domain) => domain === wanted,
    '!=': (domain) => domain !== wanted,
    '>': (domain) => domain > wanted,
    '<': (domain) => domain < wanted,
    '>=': (domain) => domain >= wanted,
    '<=': (domain) => domain <= wanted,
    like: (domain) => domain.includes(wanted),
  };
  return { column: 'site_id', operator: 'in', value: asked.sites.filter(({ domain }) => passes[operator](domain)).map(({ id }) => id) };
}

type KindFilter = (column: string, operator: Operator, text: string, path: string, zone: Zone) => Filter[];

const BY_KIND: Readonly<Record<DimensionKind, KindFilter>> = {
  text: (column, operator, value) => [{ column, operator, value }],
  number: numberFilter,
  flag: flagFilter,
  address: addressFilter,
  time: timeFilter,
  id: (column, operator, value) => (/^\d{1,20}$/u.test(value) && BigInt(value) <= MAX_ID ? [{ column, operator, value }] : unequalled(column, operator)),
};

/**
 * The filters of one rule.
 * @param path where the rule stands in the input, for the failure
 * @throws FootfallError `request.invalid` for an operator that the column does not know, or a value that it can not hold
 */
export function filtersOfRule({ column, operator, value }: FilterRule, path: string, asked: Asked): Filter[] {
  const at = `${path}.value`;
  if (column === 'domain') return [siteFilter(operator, value.trim(), asked)];
  const { kind } = columnOf('visits', column);
  if (!OPERATORS_OF[kind].includes(operator)) throw refuse(`${path}.operator`, `${column} can be compared with ${OPERATORS_OF[kind].join(' ')}`);
  const text = kind === 'text' ? value : value.trim();
  if (text === '' && (operator === '=' || operator === '!=')) return [{ column, operator: operator === '=' ? 'absent' : 'present', value: '' }];
  if (column === 'fingerprint' && operator === '=') return fingerprintIs(text, asked);
  return BY_KIND[kind](column, operator, text, at, asked.zone);
}
