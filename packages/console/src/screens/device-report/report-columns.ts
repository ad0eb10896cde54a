import { AGGREGATES, AGGREGATES_OF, type Aggregate, COUNTED_ONLY, DIMENSIONS, type DimensionGroup, type DimensionKind, type Operator, OPERATORS_OF, REPORT_COLUMNS, TIME_GROUPS } from '@footfall/contract';

/** The name under which the chosen columns are kept. */
export const REPORT_TABLE = 'report_device';

/** The figures that groups are counted by unless told otherwise, by the name that the server gives them. */
export const DEFAULT_AGGREGATES: Readonly<Record<string, string>> = { pv: 'count(*)', uv: 'distinct(visitor)', ip: 'distinct(ip)' };

/** What a column holds; undefined: there is no such column. */
export function kindOf(column: string): DimensionKind | undefined {
  return column === 'domain' ? 'text' : DIMENSIONS.get(column)?.kind;
}

/** Where a column stands in menus. */
export function groupOf(column: string): DimensionGroup {
  return column === 'domain' ? 'visit' : (DIMENSIONS.get(column)?.group ?? 'visit');
}

/** What rules may do with a column. */
export function operatorsOf(column: string): readonly Operator[] {
  const kind = kindOf(column);
  return kind === undefined ? [] : OPERATORS_OF[kind];
}

/** Whether a visit may lack it: then rules can ask for just that, with no value. */
export function mayBeAbsent(column: string): boolean {
  const kind = kindOf(column);
  return column !== 'domain' && kind !== undefined && kind !== 'time' && kind !== 'id';
}

export function isTimeGroup(name: string): boolean {
  return (TIME_GROUPS as readonly string[]).includes(name);
}

/** Whether rows can be grouped by it. */
export function isGroup(name: string): boolean {
  return isTimeGroup(name) || REPORT_COLUMNS.includes(name);
}

/** A function of a column, as the call spells it. */
export interface Call {
  readonly fn: Aggregate;
  /** `*` for all rows. */
  readonly column: string;
}

export function callText({ fn, column }: Call): string {
  return `${fn}(${column})`;
}

/** The call that a text spells, when the server takes it. */
export function parseCall(text: string): Call | undefined {
  const [, name = '', column = ''] = /^([a-z]+)\(([a-z_]+|\*)\)$/u.exec(text) ?? [];
  const fn = AGGREGATES.find((known) => known === name);
  return fn !== undefined && callColumns(fn).includes(column) ? { fn, column } : undefined;
}

/** The columns that a function takes. */
export function callColumns(fn: Aggregate): readonly string[] {
  const taken = [...DIMENSIONS.values()].filter(({ kind }) => AGGREGATES_OF[kind].includes(fn)).map(({ id }) => id);
  return [...(fn === 'count' ? ['*'] : []), ...(fn === 'distinct' ? COUNTED_ONLY : []), ...taken];
}

/** What an aggregate is called while nobody named it. */
export function ownName({ fn, column }: Call): string {
  return column === '*' ? `${fn}_all` : `${fn}_${column}`;
}
