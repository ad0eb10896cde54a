/** What migrations write in other types and codecs (docs/performance.md, "Bytes on disk"), and tables as they were before. */
import type { StoredColumn, TableDescription } from '../ddl.js';
import { code, moment, text } from './columns.js';

/** A column as it was before a migration, of the column as that one leaves it. */
type Undo = (column: StoredColumn) => StoredColumn;

const WERE_TEXT = new Set(['url', 'entry_url', 'title', 'referer', 'user_agent']);
const FEW = /^LowCardinality\((Nullable\(\w+\))\)$/u;

const isLike = (column: StoredColumn, other: StoredColumn): boolean => column.type === other.type && column.codec === other.codec;

function plainTextAndDoubleDelta(column: StoredColumn): StoredColumn {
  const { name, type } = column;
  if (isLike(column, moment(name))) return { name, type, codec: 'DoubleDelta, ZSTD(1)' };
  if (!isLike(column, code(name))) return column;
  return WERE_TEXT.has(name) ? text(name) : { name, type };
}

function plainNumbers(column: StoredColumn): StoredColumn {
  const [, type] = FEW.exec(column.type) ?? [];
  return type === undefined ? column : { ...column, type };
}

/** By the migration that it undoes. */
const UNDONE: readonly (readonly [migration: number, undo: Undo])[] = [[10, plainTextAndDoubleDelta], [11, plainNumbers]];

/** A column as it was before a migration, and all that came after it. */
const undoneTo = (migration: number, column: StoredColumn): StoredColumn => UNDONE.filter(([id]) => id >= migration).reduceRight((later, [, undo]) => undo(later), column);

/** A table with the types and codecs that its columns had before a migration. */
export const beforeRecoding = (migration: number, table: TableDescription): TableDescription => ({ ...table, columns: table.columns.map((column) => undoneTo(migration, column)) });

/** The columns of a table that have another type since a migration, as it leaves them, and those that have another codec alone. */
export function recodedColumns(migration: number, table: TableDescription): { readonly retyped: readonly StoredColumn[]; readonly recoded: readonly StoredColumn[] } {
  const changed = table.columns.map((column) => ({ now: undoneTo(migration + 1, column), was: undoneTo(migration, column) })).filter(({ now, was }) => !isLike(now, was));
  const isRetyped = ({ now, was }: (typeof changed)[number]): boolean => now.type !== was.type;
  return { retyped: changed.filter(isRetyped).map(({ now }) => now), recoded: changed.filter((column) => !isRetyped(column)).map(({ now }) => now) };
}
