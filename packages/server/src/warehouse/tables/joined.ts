/**
 * Columns of a visit that are made of others when they are read (ADR 25), and the table as it was while they were kept.
 *
 * Each is worked out once for each value that a column keeps in some thousand rows, not for each row.
 */
import { JOINED_FACTS } from '@footfall/contract';
import type { DerivedColumn, StoredColumn, TableDescription } from '../ddl.js';
import { code, few } from './columns.js';

const SIDE = 'LowCardinality(Nullable(UInt32))';
const WORD = 'LowCardinality(String)';
const isScreen = (joined: string): boolean => joined === 'screen_sizes';
const literal = (separator: string): string => (separator === ',' ? `','` : String.raw`'\x${separator.charCodeAt(0).toString(16).padStart(2, '0')}'`);

const FACTS: readonly DerivedColumn[] = Object.entries(JOINED_FACTS).flatMap(([joined, { separator, facts }]) =>
  facts.map((name, at) => {
    const part = `substringIndex(substringIndex(${joined}, ${literal(separator)}, ${String(at + 1)}), ${literal(separator)}, -1)`;
    return isScreen(joined) ? { name, type: SIDE, sql: `toUInt32OrNull(${part})` } : { name, type: WORD, sql: part };
  }),
);

const AGENT: DerivedColumn = {
  name: 'uap_result',
  type: 'String',
  sql:
    'toJSONString(CAST(((browser_name, browser_version), (engine_name, engine_version), (os_name, os_version), ' +
    "(device_type, device_vendor, device_model), tuple(cpu_architecture)), 'Tuple(" +
    'browser Tuple(name String, version String), engine Tuple(name String, version String), ' +
    "os Tuple(name String, version String), device Tuple(type String, vendor String, model String), cpu Tuple(architecture String))'))",
};

const LANGUAGE = 'language';

/** In an order in which each is made of columns before it. */
export const DERIVED: readonly DerivedColumn[] = [
  ...FACTS,
  { name: LANGUAGE, type: WORD, sql: "substringIndex(languages, ',', 1)" },
  { name: 'screen_resolution', type: WORD, sql: String.raw`if(match(screen_sizes, '^[0-9]+,[0-9]+,'), replaceOne(substringIndex(screen_sizes, ',', 2), ',', 'x'), '')` },
  AGENT,
];

const DERIVED_BEFORE: readonly DerivedColumn[] = [
  {
    name: 'screen_resolution',
    type: 'String',
    sql: "if(isNull(screen_width) OR isNull(screen_height), '', concat(toString(assumeNotNull(screen_width)), 'x', toString(assumeNotNull(screen_height))))",
  },
  AGENT,
];

const isJoined = (name: string): name is keyof typeof JOINED_FACTS => Object.hasOwn(JOINED_FACTS, name);
const factOf = (joined: string, name: string): StoredColumn => (isScreen(joined) ? few(name, 'UInt32') : code(name));

/** The columns that were kept in the place of one. */
function apart(column: StoredColumn): StoredColumn[] {
  if (column.name === 'languages') return [code(LANGUAGE), column];
  return isJoined(column.name) ? JOINED_FACTS[column.name].facts.map((name) => factOf(column.name, name)) : [column];
}

/** Visits, or rows set aside of them, as they were kept before they were joined. */
export const beforeJoining = (table: TableDescription): TableDescription => ({ ...table, columns: table.columns.flatMap(apart), derived: table.derived.length > 0 ? DERIVED_BEFORE : [] });

/** The columns that came, and those that went. */
export const joinedColumns = ({ columns }: TableDescription): StoredColumn[] => columns.filter(({ name }) => isJoined(name));
export const partedNames: readonly string[] = [...Object.values(JOINED_FACTS).flatMap(({ facts }) => [...facts]), LANGUAGE];

const shown = (fact: string, joined: string, separator: string): string => (isScreen(joined) ? `ifNull(toString(${fact}), '')` : `replaceAll(${fact}, ${literal(separator)}, '\uFFFD')`);

/** What joined columns are made of while the others are there, by column; and the languages, the first of which is the visit's. */
export const joiningSql: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(JOINED_FACTS).map(([joined, { separator, facts }]) => {
      const texts = facts.map((fact) => shown(fact, joined, separator));
      return [joined, `if(${texts.map((text) => `${text} = ''`).join(' AND ')}, '', concat(${texts.join(`, ${literal(separator)}, `)}))`];
    }),
  ),
  languages: `if(language = substringIndex(languages, ',', 1), languages, if(languages = '', language, concat(language, ',', languages)))`,
};
