import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { count, exportFields } from '../shapes.js';

const SCREEN = ['Sql'] as const;

/** What one statement may take and give. */
export const SQL_LIMITS = {
  /** Characters of its text. */
  length: 20_000,
  seconds: 20,
  /** Rows that it may read, all sites of the installation together where they lie beside each other. */
  rowsRead: 200_000_000,
  /** Rows of its answer, on the screen and as JSON; and in a file. */
  rows: 10_000,
  fileRows: 100_000,
  /** Bytes of its answer. */
  bytes: 16 * 1024 * 1024,
  /** Values that it is given, and characters of all of them together. */
  params: 50,
  paramsLength: 50_000,
  /** Statements of one user at once; and how many more of them wait. */
  atOnce: 1,
  waiting: 4,
} as const;

const scalar = z.union([z.string(), z.number()]);
const named = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,59}$/u, 'name it with small letters, digits and _'), z.union([scalar, z.array(z.string()), z.array(z.number())]))
  .refine((values) => Object.keys(values).length <= SQL_LIMITS.params, `give at most ${SQL_LIMITS.params} values`)
  .refine((values) => JSON.stringify(values).length <= SQL_LIMITS.paramsLength, `all values together may have ${SQL_LIMITS.paramsLength} characters`);

function parsed(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'give a JSON object of names and values' });
    return z.NEVER;
  }
}

const statement = {
  /** One SELECT over the tables that `sql.tables` lists. */
  sql: z.string().trim().min(1).max(SQL_LIMITS.length).refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be text'),
  /** Values of its placeholders `{name:Type}`, by name; in an address as JSON. */
  params: z.union([named, z.string().transform(parsed).pipe(named)]).default({}),
};

const column = z.object({
  name: z.string(),
  /** The store's type. */
  type: z.string(),
});
export type SqlColumn = z.infer<typeof column>;

const table = z.object({ name: z.string(), columns: z.array(column) });
export type SqlTable = z.infer<typeof table>;

export const sql = {
  tables: defineEndpoint({
    id: 'sql.tables',
    method: 'GET',
    path: '/sql/tables',
    access: SCREEN,
    summary: 'The tables and columns that statements of the caller may read, and what one statement may take.',
    input: z.object({}),
    output: z.object({
      tables: z.array(table),
      limits: z.object({ seconds: count, rows: count, file_rows: count, bytes: count, rows_read: count, length: count }),
    }),
  }),
  ask: defineEndpoint({
    id: 'sql.ask',
    method: 'POST',
    path: '/sql',
    access: SCREEN,
    effect: 'reads',
    summary: 'One SELECT statement over the visits, events and crawler hits of the sites that the caller may see, and nothing else.',
    input: z.object(statement),
    output: z.object({
      columns: z.array(column),
      /** Cells in the order of the columns. 64-bit integers are text; arrays, maps and tuples are JSON. */
      rows: z.array(z.array(z.unknown())),
      /** Milliseconds that the store took. */
      took: z.number(),
    }),
    timeout: 30_000,
  }),
  export: defineDownload({
    id: 'sql.export',
    path: '/sql/export',
    access: SCREEN,
    summary: 'The answer to one SELECT statement as a file.',
    input: z.object({ ...statement, format: exportFields.format }),
  }),
};
