import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { count } from '../shapes.js';

/** What can be imported from a table, and exported as one with the same columns. */
export const BULK_KINDS = ['websites', 'spiders', 'exclusions'] as const;
const bulkKind = z.enum(BULK_KINDS);
export type BulkKind = z.infer<typeof bulkKind>;

/** The columns of each kind, in their order; `*` marks those that every file must have. */
export const BULK_COLUMNS = {
  websites: ['domain*', 'name*', 'is_stat', 'time_zone', 'aliases', 'subdomains', 'excluded_addresses', 'excluded_paths', 'excluded_parameters', 'retention_days', 'address_mask'],
  spiders: ['type*', 'name*', 'keyword*', 'status'],
  exclusions: ['domain*', 'kind*', 'value*'],
} as const satisfies Record<BulkKind, readonly string[]>;

/** What the column `kind` of exclusions may say. */
export const EXCLUSION_KINDS = ['address', 'path', 'parameter'] as const;

/** Source: specification 2, section 5: below 1 MB. */
export const BULK_FILE_BYTES = 1_048_576;
export const BULK_SUFFIXES = ['.xlsx', '.xls', '.csv'] as const;
/** Rows of a file at most, without its headings. */
export const BULK_ROWS = 2_000;

/** Room to be told that a file is too large, and not only that a request is. */
const BODY_BYTES = 3 * BULK_FILE_BYTES;
const PATIENCE = 60_000;

const file = z.object({
  kind: bulkKind,
  /** The file's name: its suffix says how it is read. */
  name: z.string().min(1).max(255),
  data: z.base64().max(BODY_BYTES - 1_024),
});

/** What becomes of a row. */
const row = z.object({
  /** Of the file, counted from 1 with the headings. */
  line: count,
  outcome: z.enum(['add', 'edit', 'same', 'error']),
  /** What the row is about. */
  label: z.string(),
  /** The failure's name in the table of errors; '' where there is none. */
  error: z.string(),
  /** The columns that are wrong, where it is known which. */
  columns: z.array(z.string()),
  /** What is wrong, in the server's words; '' where nothing is. */
  message: z.string(),
});
export type BulkRow = z.infer<typeof row>;

const kept = z.object({
  id: z.number(),
  kind: bulkKind,
  file: z.string(),
  username: z.string(),
  created_at: z.string(),
  added: count,
  edited: count,
  /** '' until it is undone. */
  undone_at: z.string(),
});
export type BulkImport = z.infer<typeof kept>;

const format = z.enum(['csv', 'xlsx']).default('xlsx');

export const bulk = {
  preview: defineEndpoint({
    id: 'bulk.preview',
    method: 'POST',
    path: '/bulk/preview',
    access: 'admin',
    effect: 'reads',
    summary: 'What an import of this file would do, row by row; it changes nothing.',
    input: file,
    output: z.object({ rows: z.array(row), added: count, edited: count, same: count, errors: count }),
    timeout: PATIENCE,
    bodyLimit: BODY_BYTES,
  }),
  apply: defineEndpoint({
    id: 'bulk.apply',
    method: 'POST',
    path: '/bulk/apply',
    access: 'admin',
    summary: 'Import a file: all of its rows, or none when one of them is wrong.',
    input: file,
    output: kept,
    timeout: PATIENCE,
    bodyLimit: BODY_BYTES,
  }),
  list: defineEndpoint({
    id: 'bulk.list',
    method: 'GET',
    path: '/bulk/list',
    access: 'admin',
    summary: 'The last imports, the newest first.',
    input: z.object({}),
    output: z.object({ list: z.array(kept) }),
  }),
  undo: defineEndpoint({
    id: 'bulk.undo',
    method: 'POST',
    path: '/bulk/undo',
    access: 'admin',
    summary: 'Take an import back: everything is as it was before, unless something of it was changed since.',
    input: z.object({ id: z.coerce.number().int().positive() }),
    output: kept,
    timeout: PATIENCE,
  }),
  template: defineDownload({
    id: 'bulk.template',
    path: '/bulk/template',
    access: 'admin',
    summary: 'An empty file with the columns of a kind.',
    input: z.object({ kind: bulkKind, format }),
  }),
  export: defineDownload({
    id: 'bulk.export',
    path: '/bulk/export',
    access: 'admin',
    summary: 'What there is of a kind, in the columns that can be imported again.',
    input: z.object({ kind: bulkKind, format }),
  }),
};
