/**
 * All metadata from SQLite into PostgreSQL, in one transaction: all of it, compared table by table, or nothing.
 *
 * Invariants: the tables of both are those that the migrations make; rows keep their numbers, and numbers that were given out are not given
 * out again; what was there before of an earlier copy is replaced.
 */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { MetadataTables } from './schema.js';

/** Rows of one table, on both sides. */
export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
}

/** The copy is not what it was made of. */
export class CopyDiffers extends Error {
  constructor(readonly table: string, from: Digest, to: Digest) {
    super(`the table ${table} has ${from.rows} rows, its copy ${to.rows}${from.rows === to.rows ? ', and they are not the same' : ''}`);
    this.name = 'CopyDiffers';
  }
}

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;

interface Digest {
  readonly rows: number;
  /** Sum of 128 bits of each row's SHA-256: it knows no order, and tells a row that is there twice. */
  readonly sum: bigint;
}

/** The setting that says whose metadata a database holds a copy of that is not in use yet. */
const MARK = 'move.copied_from';
const PAGE = 1_000;
/** PostgreSQL takes 65,535 values with one statement. */
const MOST_VALUES = 30_000;
const SUM_BITS = 128n;

const stored = (value: Value): Value => (typeof value === 'string' ? value.replaceAll('\u0000', '\uFFFD') : value);

class Adding {
  rows = 0;
  sum = 0n;

  constructor(readonly columns: readonly string[]) {}

  add(row: Row): void {
    const text = JSON.stringify(this.columns.map((column) => stored(row[column] ?? null)));
    this.sum = BigInt.asUintN(Number(SUM_BITS), this.sum + BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 32)}`));
    this.rows += 1;
  }
}

async function tablesOf(db: Kysely<MetadataTables>): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.filter(({ isView }) => !isView).map(({ name, columns }) => [name, columns.map((column) => column.name).toSorted()]));
}

/** Tables in an order in which each comes after those that it refers to. */
async function inOrder(db: Kysely<MetadataTables>, names: readonly string[]): Promise<string[]> {
  const ordered: string[] = [];
  const visit = async (name: string): Promise<void> => {
    if (ordered.includes(name)) return;
    const { rows } = await sql<{ table: string }>`select distinct "table" from pragma_foreign_key_list(${name})`.execute(db);
    for (const { table } of rows) if (table !== name) await visit(table);
    ordered.push(name);
  };
  for (const name of names.toSorted()) await visit(name);
  return ordered;
}

async function* rowsOf(db: Kysely<MetadataTables>, table: string): AsyncGenerator<Row[]> {
  for (let last = -1; ; ) {
    const { rows } = await sql<Row & { copied_row: number }>`select rowid as copied_row, * from ${sql.table(table)} where rowid > ${last} order by rowid limit ${PAGE}`.execute(db);
    if (rows.length === 0) return;
    last = rows.at(-1)?.copied_row ?? last;
    yield rows;
  }
}

async function insert(to: Kysely<MetadataTables>, table: string, columns: readonly string[], rows: readonly Row[]): Promise<void> {
  const atOnce = Math.floor(MOST_VALUES / columns.length);
  for (let at = 0; at < rows.length; at += atOnce) {
    const values = rows.slice(at, at + atOnce).map((row) => sql`(${sql.join(columns.map((column) => sql.val(stored(row[column] ?? null))))})`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}`.execute(to);
  }
}

async function copyTable(from: Kysely<MetadataTables>, to: Kysely<MetadataTables>, table: string, columns: readonly string[]): Promise<Digest> {
  const adding = new Adding(columns);
  for await (const rows of rowsOf(from, table)) {
    for (const row of rows) adding.add(row);
    await insert(to, table, columns, rows);
  }
  return adding;
}

/** What PostgreSQL has, read again row by row. */
async function readBack(to: Kysely<MetadataTables>, table: string, columns: readonly string[]): Promise<Digest> {
  const adding = new Adding(columns);
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(to);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PAGE)} from copied`.execute(to);
    if (rows.length === 0) break;
    for (const row of rows) adding.add(row);
  }
  await sql`close copied`.execute(to);
  return adding;
}

/** Numbers go on behind the last one that was ever given out. */
async function keepNumbers(from: Kysely<MetadataTables>, to: Kysely<MetadataTables>): Promise<void> {
  const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence where seq > 0`.execute(from);
  for (const { name, seq } of rows) await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${seq})`.execute(to);
}

/** Whose copy a database holds, '' when nobody's, null when it holds something else: an installation that is in use. */
export async function copyIn(db: Kysely<MetadataTables>): Promise<string | null> {
  const mark = await db.selectFrom('settings').select('value').where('key', '=', MARK).executeTakeFirst();
  if (mark !== undefined) return mark.value;
  // What the migrations themselves put in is nobody's; whoever starts on a store gives it settings at once.
  const inUse = await Promise.all([
    db.selectFrom('settings').select('key').limit(1).executeTakeFirst(),
    db.selectFrom('users').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('sites').select('id').limit(1).executeTakeFirst(),
  ]);
  return inUse.some((row) => row !== undefined) ? null : '';
}

/** A copy is in use from now on. */
export async function useCopy(db: Kysely<MetadataTables>): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', MARK).execute();
}

/**
 * Copies everything, for as long as which nothing may change `from`.
 * @param from SQLite
 * @param to PostgreSQL with the same migrations
 * @param installation whose metadata it is
 * @throws CopyDiffers; FootfallError `metadata.unavailable`. Nothing has changed then.
 */
export async function copyMetadata(from: Kysely<MetadataTables>, to: Kysely<MetadataTables>, installation: string): Promise<CopiedTable[]> {
  const tables = await tablesOf(from);
  const order = await inOrder(from, [...tables.keys()]);
  return to.transaction().execute(async (transaction) => {
    await sql`truncate ${sql.join(order.map((name) => sql.table(name)))} restart identity`.execute(transaction);
    const copied: CopiedTable[] = [];
    for (const table of order) {
      const columns = tables.get(table) ?? [];
      const original = await copyTable(from, transaction, table, columns);
      const copy = await readBack(transaction, table, columns);
      if (original.rows !== copy.rows || original.sum !== copy.sum) throw new CopyDiffers(table, original, copy);
      copied.push({ table, rows: copy.rows });
    }
    await keepNumbers(from, transaction);
    await transaction.insertInto('settings').values({ key: MARK, value: installation }).execute();
    return copied;
  });
}
