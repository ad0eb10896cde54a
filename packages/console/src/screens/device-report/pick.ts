import type { ReportRow } from '@footfall/contract';
import type { Range } from '../../lib/range';
import { isTimeGroup, kindOf, mayBeAbsent } from './report-columns';
import { BASIC_FIELDS, isBasicValue, type ReportState, type Wishes } from './report-state';

/** The operators that a rule of the same column and value can not stay beside. */
const SAME: ReadonlySet<string> = new Set(['=', '!=']);

/** The wishes narrowed to rows with a value; '' to rows that have none: what can not be asked for narrows nothing. */
export function picked(wishes: Wishes, column: string, value: string): Wishes {
  const field = BASIC_FIELDS.find((candidate) => candidate === column);
  const rules = wishes.rules.filter((rule) => rule.column !== column || rule.operator !== '=');
  if (value === '') return mayBeAbsent(column) ? { ...wishes, basic: { ...wishes.basic, ...(field === undefined ? {} : { [field]: undefined }) }, rules: [...rules, { column, operator: '=', value }] } : wishes;
  if (field !== undefined) return isBasicValue(field, value) ? { ...wishes, rules, basic: { ...wishes.basic, [field]: value } } : wishes;
  return kindOf(column) === undefined ? wishes : { ...wishes, rules: [...rules, { column, operator: '=', value }] };
}

/** The wishes without rows with a value. What asked for just that value goes: nothing would be left. */
export function excluded(wishes: Wishes, column: string, value: string): Wishes {
  if (kindOf(column) === undefined || (value === '' && !mayBeAbsent(column))) return wishes;
  const basic = Object.fromEntries(Object.entries(wishes.basic).filter(([field, asked]) => field !== column || asked !== value));
  const rules = wishes.rules.filter((rule) => rule.column !== column || rule.value !== value || !SAME.has(rule.operator));
  return { ...wishes, basic, rules: [...rules, { column, operator: '!=', value }] };
}

/** The visits behind a group: the report without groups, narrowed to it; undefined where the group is of something absent that can not be asked for. */
export function behindGroup(state: ReportState, row: ReportRow): { readonly wishes: Wishes; readonly range: Range | undefined } | undefined {
  const start: { wishes: Wishes; range: Range | undefined } = { wishes: { ...state, groups: [], aggregates: [], sorts: [] }, range: state.range };
  let { wishes, range } = start;
  // The hour is the narrower of the two.
  for (const group of [...state.groups].toSorted((a) => (a === 'hour' ? 1 : 0))) {
    const value = String(row[group] ?? '');
    if (value === '' && !mayBeAbsent(group)) return undefined;
    if (isTimeGroup(group)) range = timeOf(group, value);
    else wishes = picked(wishes, group, value);
  }
  return { wishes, range };
}

/** An hour `YYYY-MM-DD HH:00:00`, or a day `YYYY-MM-DD`. */
function timeOf(group: string, value: string): Range {
  return group === 'day' ? { start: `${value} 00:00:00`, end: `${value} 23:59:59` } : { start: value, end: `${value.slice(0, 13)}:59:59` };
}
