import { z } from 'zod';

/** A column that can be chosen: `hidden` ones are not shown until chosen. */
export interface Choosable {
  readonly key: string;
  readonly hidden: boolean;
}

/** What a reader chose. `known` are the columns that there were then, so that later ones follow their own default. */
const shape = z.object({ hidden: z.array(z.string()), known: z.array(z.string()) });
export type ColumnChoice = z.infer<typeof shape>;

/** The storage's key for a table. Source: CONSOLE, section 1.18. */
export function columnsKey(table: string): string {
  return `columns:${table}`;
}

/** Reads a stored choice; what can not be read is no choice. */
export function readColumnChoice(text: string | null): ColumnChoice | undefined {
  if (text === null) return undefined;
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** The keys of the columns to show, in the table's order. */
export function shownColumns(columns: readonly Choosable[], choice: ColumnChoice | undefined): readonly string[] {
  return columns.filter(({ key, hidden }) => !(choice?.known.includes(key) ? choice.hidden.includes(key) : hidden)).map(({ key }) => key);
}

/** The choice that shows exactly these keys. */
export function choiceOf(columns: readonly Choosable[], shown: readonly string[]): ColumnChoice {
  return { hidden: columns.filter(({ key }) => !shown.includes(key)).map(({ key }) => key), known: columns.map(({ key }) => key) };
}
