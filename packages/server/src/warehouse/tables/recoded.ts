/** What migration 10 writes in other types and codecs (docs/performance.md, "Bytes on disk"), and tables as they were before it. */
import type { StoredColumn, TableDescription } from '../ddl.js';
import { code, moment, text } from './columns.js';

const WERE_TEXT = new Set(['url', 'entry_url', 'title', 'referer', 'user_agent']);

function asItWas(column: StoredColumn): StoredColumn {
  const { name, type } = column;
  const isLike = (now: StoredColumn): boolean => type === now.type && column.codec === now.codec;
  if (isLike(moment(name))) return { name, type, codec: 'DoubleDelta, ZSTD(1)' };
  if (!isLike(code(name))) return column;
  return WERE_TEXT.has(name) ? text(name) : { name, type };
}

/** A table with the types and codecs that its columns had before. */
export const beforeRecoding = (table: TableDescription): TableDescription => ({ ...table, columns: table.columns.map(asItWas) });

/** The columns of a table that have another type now, and those that have another codec alone. */
export function recodedColumns(table: TableDescription): { readonly retyped: readonly StoredColumn[]; readonly recoded: readonly StoredColumn[] } {
  const changed = table.columns.map((now) => ({ now, was: asItWas(now) })).filter(({ now, was }) => was !== now);
  const isRetyped = ({ now, was }: (typeof changed)[number]): boolean => now.type !== was.type;
  return { retyped: changed.filter(isRetyped).map(({ now }) => now), recoded: changed.filter((column) => !isRetyped(column)).map(({ now }) => now) };
}
