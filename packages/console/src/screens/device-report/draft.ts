import type { Aggregate, Operator, SortDirection } from '@footfall/contract';
import { callText, kindOf, mayBeAbsent, operatorsOf, ownName, parseCall } from './report-columns';
import { BASIC_FIELDS, type BasicField, isAbsence, isAlias, isBasicValue, MOST, type Named, type Rule, type Sort, sortable, type Wishes } from './report-state';

interface Row {
  /** Tells the row from others while it is edited. */
  readonly key: number;
}

/** What a row of the form does with its column: two of them take no value. */
export type RuleOperator = Operator | 'absent' | 'present';
const ABSENCES: Readonly<Record<'absent' | 'present', Operator>> = { absent: '=', present: '!=' };

/** Whether an operator is complete without a value. */
export function isValueless(operator: RuleOperator | undefined): operator is 'absent' | 'present' {
  return operator === 'absent' || operator === 'present';
}

/** What the form can do with a column. */
export function ruleOperatorsOf(column: string): readonly RuleOperator[] {
  return [...operatorsOf(column), ...(mayBeAbsent(column) ? (['absent', 'present'] as const) : [])];
}

export interface RuleDraft extends Row {
  readonly column?: string | undefined;
  readonly operator?: RuleOperator | undefined;
  readonly value: string;
}

export interface SortDraft extends Row {
  readonly column?: string | undefined;
  readonly direction?: SortDirection | undefined;
}

export interface AggregateDraft extends Row {
  readonly fn?: Aggregate | undefined;
  readonly column?: string | undefined;
  /** '' for the name that it has by itself. */
  readonly alias: string;
}

/** The form while it is filled in: rows may be incomplete. */
export interface Draft {
  readonly basic: Readonly<Partial<Record<BasicField, string>>>;
  readonly rules: readonly RuleDraft[];
  readonly sorts: readonly SortDraft[];
  readonly groups: readonly string[];
  readonly aggregates: readonly AggregateDraft[];
}

/** The form of what was asked. */
export function draftOf({ basic, rules, sorts, groups, aggregates }: Wishes): Draft {
  return {
    basic,
    rules: rules.map(({ column, operator, value }, key) => ({ key, column, operator: value === '' ? (operator === '=' ? 'absent' : 'present') : operator, value })),
    sorts: sorts.map((sort, key) => ({ key, ...sort })),
    groups,
    aggregates: aggregates.flatMap(({ alias, call }, key) => {
      const read = parseCall(call);
      return read ? [{ key, ...read, alias: alias === ownName(read) ? '' : alias }] : [];
    }),
  };
}

/** A key that none of the rows has. */
export function nextKey(rows: readonly Row[]): number {
  return rows.reduce((most, { key }) => Math.max(most, key), -1) + 1;
}

/** The rule that a row is, when column, operator and value are all filled. Source: specification 1, section 5. */
export function wholeRule({ column, operator, value }: RuleDraft): Rule | undefined {
  if (isValueless(operator)) return column !== undefined && isAbsence(column, ABSENCES[operator]) ? { column, operator: ABSENCES[operator], value: '' } : undefined;
  const trimmed = value.trim();
  if (column === undefined || operator === undefined || trimmed === '' || !operatorsOf(column).includes(operator)) return undefined;
  return isValueOf(column, trimmed) ? { column, operator, value: trimmed } : undefined;
}

/** Whether a column can be compared with a value. */
export function isValueOf(column: string, value: string): boolean {
  const kind = kindOf(column);
  if (kind === 'number') return Number.isFinite(Number(value));
  if (kind === 'time') return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u.test(value);
  return true;
}

/** The sort that a row is, when column and direction are set. Source: specification 1, section 5. */
function wholeSort({ column, direction }: SortDraft): Sort | undefined {
  return column === undefined || direction === undefined ? undefined : { column, direction };
}

/** The figure that a row is, when function and column are set. */
export function wholeAggregate({ fn, column, alias }: AggregateDraft): Named | undefined {
  if (fn === undefined || column === undefined) return undefined;
  const call = { fn, column };
  if (parseCall(callText(call)) === undefined) return undefined;
  const name = alias.trim() === '' ? ownName(call) : alias.trim();
  return isAlias(name) ? { alias: name, call: callText(call) } : undefined;
}

const present = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value) => value !== undefined);
const firstOf = <T>(values: readonly T[], keyOf: (value: T) => string): T[] => values.filter((value, at) => values.findIndex((other) => keyOf(other) === keyOf(value)) === at);

/** What is sent: whole rows only, each name once, and nothing by which the rows can not be sorted. */
export function wholeOf({ basic, rules, sorts, groups, aggregates }: Draft): Wishes {
  const grouping = {
    groups: groups.slice(0, MOST.groups),
    // A group and a figure of one name could not be told apart.
    aggregates: firstOf(present(aggregates.map(wholeAggregate)), ({ alias }) => alias).filter(({ alias }) => !groups.includes(alias)).slice(0, MOST.aggregates),
  };
  const known = sortable(grouping);
  return {
    basic: Object.fromEntries(BASIC_FIELDS.flatMap((field) => {
      const value = (basic[field] ?? '').trim();
      return isBasicValue(field, value) ? [[field, value]] : [];
    })),
    rules: present(rules.map(wholeRule)).slice(0, MOST.rules),
    sorts: firstOf(present(sorts.map(wholeSort)), ({ column }) => column).filter(({ column }) => known.includes(column)).slice(0, MOST.sorts),
    ...grouping,
  };
}
