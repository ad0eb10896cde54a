import type { ColumnBuilderCallback, ColumnDataType } from 'kysely';

/** The two sizes of the metadata store. */
export type DialectName = 'sqlite' | 'postgres';

/** What a migration needs to know of the dialect: the few column types that are spelled differently. */
export interface Columns {
  /** Type and constraints of a row number that the store hands out, never reused. */
  readonly serial: readonly [ColumnDataType, ColumnBuilderCallback];
  /** Type of a reference to a `serial`. */
  readonly reference: ColumnDataType;
  /** Type of a time: milliseconds UTC need more than 32 bits. */
  readonly time: ColumnDataType;
  /** Type of a 0/1 flag. */
  readonly flag: ColumnDataType;
}

const SQLITE: Columns = {
  serial: ['integer', (column) => column.primaryKey().autoIncrement()],
  reference: 'integer',
  time: 'integer',
  flag: 'integer',
};

/* Numbers as wide as SQLite's: one that no row has is then not found, and no error. */
const POSTGRES: Columns = {
  serial: ['bigint', (column) => column.primaryKey().generatedByDefaultAsIdentity()],
  reference: 'bigint',
  time: 'bigint',
  flag: 'smallint',
};

/** The column types of the given dialect. */
export function columnsOf(dialect: DialectName): Columns {
  return dialect === 'sqlite' ? SQLITE : POSTGRES;
}
