/** Answers counted by plain loops over the records. Nothing here is shared with what is tested. */
import type { VisitRecord } from '@footfall/contract';
import { localText } from '../questions/count.js';
import { NOW, SITES } from './records.js';

export type Text = readonly [from: string, to: string];

/** The sites of a question, and the reading of its clock. */
export interface Place {
  readonly domain: string;
  readonly zone: string;
  readonly read: (at: number) => string;
  readonly visits: readonly VisitRecord[];
}

/** A site, or all of them in the installation's zone. */
export function placeOf(records: readonly VisitRecord[], domain: string, installation = 'Asia/Shanghai'): Place {
  const site = SITES.find((one) => one.domain === domain);
  const zone = site?.timeZone ?? installation;
  const ids = new Set<number>(site ? [site.id] : SITES.map(({ id }) => id));
  const format = localText(zone);
  const texts = new Map<number, string>();
  const read = (at: number): string => {
    const text = texts.get(at) ?? format(at);
    texts.set(at, text);
    return text;
  };
  return { domain, zone, read, visits: records.filter((visit) => ids.has(visit.site_id)) };
}

export const within = ({ visits, read }: Place, [from, to]: Text): VisitRecord[] => visits.filter((visit) => read(visit.created_at) >= from && read(visit.created_at) <= to);

/** The date so many days from a date. */
export const dateAfter = (date: string, days: number): string => new Date(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

export const days = (first: string, last: string): Text => [`${first} 00:00:00`, `${last} 23:59:59`];

export const today = ({ read }: Place): string => read(NOW).slice(0, 10);

/** Every label that the clock shows within a range, in order: hours (`YYYY-MM-DD HH:00:00`) or days. */
export function labels({ read }: Place, [from, to]: Text, length: 10 | 13): string[] {
  const found: string[] = [];
  const start = Date.parse(`${from.replace(' ', 'T')}Z`) - 86_400_000;
  const end = Date.parse(`${to.replace(' ', 'T')}Z`) + 86_400_000;
  for (let at = start; at <= end; at += 15 * 60_000) {
    const text = read(at);
    const label = length === 13 ? `${text.slice(0, 13)}:00:00` : `${text.slice(0, 10)} 00:00:00`;
    if (text >= from && text <= to && found.at(-1) !== label) found.push(label);
  }
  return [...new Set(found)];
}

export function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Order of texts as the store has it: by their bytes. */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** An order of anything, the same for both sides of a comparison where order does not matter. */
export const anyOrder = (a: unknown, b: unknown): number => byBytes(JSON.stringify(a), JSON.stringify(b));

/** Newest first, ties by id. */
export const newestFirst = (visits: readonly VisitRecord[]): VisitRecord[] => visits.toSorted((a, b) => b.created_at - a.created_at || (BigInt(b.id) > BigInt(a.id) ? 1 : -1));

export const distinct = (values: readonly string[]): number => new Set(values).size;

/** To two decimals. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
