/** What nobody honest sends, put into the places of an input where a value stands. */

/** A place in an input: the names and numbers that lead to it. */
export type Place = readonly (string | number)[];

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A header that must never appear in an answer. */
export const INJECTED = 'x-injected';

/** Text that means something in a language that it must not reach: SQL of both stores, LIKE, paths, headers, prototypes, markup. */
export const TEXTS: readonly string[] = [
  `'"\`;--/*%_\\ {site:UInt32} \${7*7} {{7*7}}' union all select name from system.tables; drop table users; --`,
  '../../../../../../../../etc/passwd',
  `a\r\n${INJECTED}: yes\r\n\r\n<script>alert(1)</script>`,
  'nul\u0000, \u001b[31m and half \ud800',
  '__proto__',
];

/** Numbers that fit no column, as text. */
export const NUMBERS: readonly string[] = ['-1', '1e400', 'NaN', '340282366920938463463374607431768211456', '0x1F'];

/** Values of a type that no field has. */
export const WRONG_TYPES: readonly unknown[] = [{ toString: 1, valueOf: null }, [[[]]], 1.5e300, false];

/** Every place in an input where a text or a number stands. */
export function placesOf(value: unknown, path: Place = []): Place[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap((item, at) => placesOf(item, [...path, at]));
  if (isObject(value)) return Object.entries(value).flatMap(([name, item]) => placesOf(item, [...path, name]));
  return typeof value === 'string' || typeof value === 'number' ? [path] : [];
}

/** Every place where a list stands. */
export function listsOf(value: unknown, path: Place = []): Place[] {
  if (Array.isArray(value)) return [path, ...(value as unknown[]).flatMap((item, at) => listsOf(item, [...path, at]))];
  return isObject(value) ? Object.entries(value).flatMap(([name, item]) => listsOf(item, [...path, name])) : [];
}

export function valueAt(value: unknown, path: Place): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Readonly<Record<string | number, unknown>>)[step], value);
}

/** A copy with another value at a place. */
export function withValue(value: unknown, path: Place, other: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return other;
  if (Array.isArray(value)) return (value as unknown[]).map((item, at) => (at === step ? withValue(item, rest, other) : item));
  return Object.fromEntries(Object.entries(value as Json).map(([name, item]) => [name, name === step ? withValue(item, rest, other) : item]));
}
