import { z } from 'zod';

/** A column that can be chosen: `hidden` ones are not shown until chosen. */
export interface Choosable {
  readonly key: string;
  readonly hidden: boolean;
}

/** What a reader chose: all columns that there were then, in the reader's order, and those of them not to be shown. */
export interface ColumnOrder {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

/** `known` is how browsers kept it before columns had an order of one's own. */
const shape = z.object({ hidden: z.array(z.string()), order: z.array(z.string()).optional(), known: z.array(z.string()).optional() });

/** The storage's key for a table. Source: CONSOLE, section 1.18. */
export function columnsKey(table: string): string {
  return `columns:${table}`;
}

/** Reads a stored choice; what can not be read is no choice. */
export function readColumnOrder(text: string | null): ColumnOrder | undefined {
  if (text === null) return undefined;
  try {
    const { hidden, order, known } = shape.parse(JSON.parse(text));
    return { order: order ?? known ?? [], hidden };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/**
 * Every column in the reader's order, with whether it is shown. One that came to the table later stands behind the one
 * that it follows by default, shown or not as it is by default.
 */
export function arranged(columns: readonly Choosable[], choice: ColumnOrder | undefined): readonly Choosable[] {
  if (choice === undefined) return columns;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const chosen = new Set([...choice.order, ...choice.hidden]);
  const hidden = new Set(choice.hidden);
  const keys = [...chosen].filter((key) => byKey.has(key));
  columns.forEach(({ key }, at) => {
    if (chosen.has(key)) return;
    const before = columns[at - 1];
    keys.splice(before === undefined ? 0 : keys.indexOf(before.key) + 1, 0, key);
  });
  return keys.map((key) => ({ key, hidden: chosen.has(key) ? hidden.has(key) : (byKey.get(key)?.hidden ?? false) }));
}

/** The keys of the columns to show, in the reader's order. */
export function shownColumns(columns: readonly Choosable[], choice: ColumnOrder | undefined): readonly string[] {
  return arranged(columns, choice).filter(({ hidden }) => !hidden).map(({ key }) => key);
}

/** The choice that such an arrangement is. */
export function orderOf(columns: readonly Choosable[]): ColumnOrder {
  return { order: columns.map(({ key }) => key), hidden: columns.filter(({ hidden }) => hidden).map(({ key }) => key) };
}

/** A list with one of its items elsewhere; places outside of the list are its ends. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.filter((_, at) => at !== from);
  const item = list[from];
  if (item === undefined) return list;
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, item);
  return rest;
}
