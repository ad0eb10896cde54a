/** Values by parameter name; each stands in the SQL as `{name:Type}`. Times go as decimal text, 64-bit numbers too. */
export type QueryParams = Readonly<Record<string, string | number | ParamArray>>;

/** Of arrays as well. */
export type ParamArray = readonly string[] | readonly number[] | readonly ParamArray[];

const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '\\': '\\\\' };

const escape = (text: string): string => text.replaceAll(/[\t\n\r'\\]/gu, (character) => ESCAPES[character] ?? character);

function element(value: string | number | ParamArray): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? `'${escape(value)}'` : `[${value.map(element).join(',')}]`;
}

/**
 * A value as ClickHouse reads it in `param_<name>` of an HTTP request: escaped as in TabSeparated, inside an array quoted
 * as well. Source: ClickHouse, "HTTP interface", "queries with parameters".
 */
export function paramText(value: QueryParams[string]): string {
  if (typeof value === 'string') return escape(value);
  if (typeof value === 'number') return String(value);
  return element(value);
}
