/**
 * Which of our tables a statement reads, or changes, as far as its text tells. Where it does not, it is taken to be all of them. It is for statements of
 * our own, which name tables behind FROM and JOIN: those of users go another way (ADR 16), and none of their answers is kept.
 */
import { OTHER_TABLES, RECORDS } from './tables/all.js';

const OURS: ReadonlySet<string> = new Set([...RECORDS.map(({ name }) => name), ...OTHER_TABLES]);

const WORD = /\w+/gu;
/** What stands where a statement reads from, but for an inner statement; and whether it is a function, or one of several. */
const READ_FROM = /(?:\bFROM|(?<!\bARRAY\s+)\bJOIN)\s+([^\s(),]+)(\s*\(|(?:\s+AS\s+\w+)?\s*,)?/giu;
/** Rows that come, go or change in one table; whatever else there is (a table made, renamed, exchanged, a partition moved) may touch others too. */
const CHANGED = /^\s*(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|ALTER\s+TABLE(?=\s+\S+\s+(?:DELETE|UPDATE|DROP\s+PARTITION)\b))\s+(?:\w+\.)?(\w+)(?=\s|\()/iu;

/** A name without its database. */
const bare = (name: string): string => name.replace(/^\w+\./u, '');

/** Tables that a question may read; null where it may be any. A name that stands in it for something else counts as its table. */
export function tablesRead(sql: string): readonly string[] | null {
  for (const [, name = '', more] of sql.matchAll(READ_FROM)) if (more !== undefined || !OURS.has(bare(name))) return null;
  const tables = new Set((sql.match(WORD) ?? []).filter((word) => OURS.has(word)));
  return tables.size === 0 ? null : [...tables];
}

/** The table that a statement changes; null where it may be any. */
export function tableChanged(sql: string): string | null {
  const [, name = ''] = CHANGED.exec(sql) ?? [];
  return OURS.has(name) ? name : null;
}
