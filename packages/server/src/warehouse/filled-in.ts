/** A statement as text that any client of ClickHouse takes: values stand where their placeholders stood. For people to read; what is run has parameters. */
import type { ParamArray, QueryParams } from './query-params.js';

const PLACEHOLDER = /\{(\w+):([^{}]+)\}/gu;
const WHOLE = /^U?Int(?:8|16|32)$/u;
const INSTANT = /^DateTime64\((\d), '([\w/+-]+)'\)$/u;

const NAMED: Readonly<Record<string, string>> = { "'": String.raw`\'`, '\\': String.raw`\\`, '\n': String.raw`\n`, '\t': String.raw`\t`, '\r': String.raw`\r` };

/** The bytes of a character, as a literal names them. */
const numbered = (character: string): string => [...Buffer.from(character)].map((byte) => String.raw`\x${byte.toString(16).padStart(2, '0')}`).join('');

/** Text between quotes; what no line shows stands as its number. */
const quoted = (text: string): string => `'${text.replaceAll(/['\\]|\p{Cc}/gu, (character) => NAMED[character] ?? numbered(character))}'`;

function item(value: string | number | ParamArray): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? quoted(value) : `[${value.map(item).join(', ')}]`;
}

/** A value of a type; where its text alone would be read as another type, with the type beside it, as the store itself reads a parameter. */
function literal(value: QueryParams[string], type: string): string {
  if (typeof value !== 'string' && typeof value !== 'number') return `CAST(${item(value)}, ${quoted(type)})`;
  const text = String(value);
  if (type === 'String') return quoted(text);
  if (WHOLE.test(type) && /^-?\d{1,10}$/u.test(text)) return text;
  const [, scale, zone = ''] = INSTANT.exec(type) ?? [];
  if (scale !== undefined) return `toDateTime64(${quoted(text)}, ${scale}, ${quoted(zone)})`;
  if (type === 'IPv6') return `toIPv6(${quoted(text)})`;
  return `CAST(${quoted(text)}, ${quoted(type)})`;
}

/**
 * @param sql with placeholders `{name:Type}`, as questions compile it: nothing else in it looks like one
 * @param left names of placeholders that stay as they are
 * @throws RangeError for a placeholder without value
 */
export function filledIn(sql: string, params: QueryParams, left: ReadonlySet<string> = new Set()): string {
  return sql.replaceAll(PLACEHOLDER, (placeholder, name: string, type: string) => {
    if (left.has(name)) return placeholder;
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) throw new RangeError(`there is no value for {${name}:${type}}`);
    return literal(value, type.trim());
  });
}
