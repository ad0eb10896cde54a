import type { ProvenFilter, ProvenGroup, ProvenPeriod } from '@footfall/contract';
import type { TFunction } from 'i18next';
import { countryName } from '../../lib/names';
import { VISIT_FIELDS } from '../visit-record/visit-fields';

/** Columns of hits that visits do not have. */
const OF_HITS = { type: 'spider.type', name: 'spider.name', status: 'spider.statuses', method: 'spider.method', bytes: 'spider.bytes' } as const;
const isOfHits = (column: string): column is keyof typeof OF_HITS => Object.hasOwn(OF_HITS, column);

/** What a column is called; one that no list shows by its own name. */
export function columnName(column: string, t: TFunction): string {
  const field = VISIT_FIELDS.find(({ key }) => key === column);
  if (field !== undefined) return t(field.title);
  return isOfHits(column) ? t(OF_HITS[column]) : column;
}

const value = (text: string, t: TFunction): string => (text === '' ? t('common.unknown') : text);

/** What a filter asks for. */
export function filterText({ column, operator, values, num }: ProvenFilter, t: TFunction): string {
  const more = num > values.length ? ', …' : '';
  return `${columnName(column, t)} ${operator} ${values.join(', ')}${more}`.trim();
}

/** A period in the zone of the answer, without its day said twice. */
export function periodText({ from, to }: Pick<ProvenPeriod, 'from' | 'to'>): string {
  return `${from} – ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to}`;
}

/** The instants that the store compared with, UTC. */
export const utcText = (instant: string): string => instant.replace('T', ' ').replace(/(?:\.000)?Z$/u, '');

/** What a group is of. @param typeName names a type of crawlers */
export function groupText({ keys, label, periods }: ProvenGroup, locale: string, t: TFunction, typeName: (type: string) => string): string {
  const facts = Object.entries(keys).map(([column, text]) => {
    if (column === 'country_code') return countryName(text, locale, text) || t('common.unknown');
    return column === 'type' ? typeName(text) : value(text, t);
  });
  // Labels of hours and days begin at 1.
  const named = label === null ? [] : [String(label - 1).padStart(2, '0')];
  const [first] = periods ?? [];
  const time = first === undefined || label !== null ? [] : [periodText({ from: first.from, to: periods?.at(-1)?.to ?? first.to })];
  const all = [...facts, ...named, ...time];
  return all.length === 0 ? t('proof.whole') : all.join(' · ');
}
