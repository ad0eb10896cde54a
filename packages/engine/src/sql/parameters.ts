/**
 * Binding `{name:Type}` placeholders. The placeholders are found by the lexer, so braces inside string
 * literals, quoted names, comments and map literals are left alone. Binding is done here and not with
 * the engine's own parameters because those are per-process state in chDB: a missing one silently reuses
 * an earlier query's value.
 */
import { EngineError } from '../engine-error.js';
import { parameterSql } from './parameter-value.js';
import type { Token } from './tokenize.js';
import { tokenize } from './tokenize.js';

interface Placeholder {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly type: string;
}

function placeholderAt(sql: string, tokens: readonly Token[], index: number): { found: Placeholder; last: number } | undefined {
  const open = tokens[index];
  const name = tokens[index + 1];
  const colon = tokens[index + 2];
  if (open?.text !== '{' || name?.kind !== 'word' || colon?.text !== ':') return undefined;
  for (let i = index + 3; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token === undefined || token.text === '{') return undefined;
    if (token.text === '}') {
      const type = sql.slice(colon.end, token.start).trim();
      if (type === '') return undefined;
      return { found: { start: open.start, end: token.end, name: name.text, type }, last: i };
    }
  }
  return undefined;
}

/**
 * Returns `sql` with every placeholder replaced by its value.
 * @param values parameter texts by name, in the encoding of ClickHouse's HTTP interface
 * @throws EngineError 456 when a placeholder has no value, 457 when a value cannot be read
 */
export function bindParameters(sql: string, values: ReadonlyMap<string, string>): string {
  if (!sql.includes('{')) return sql;
  const tokens = [...tokenize(sql)];
  let out = '';
  let copied = 0;
  for (let i = 0; i < tokens.length; i += 1) {
    const placeholder = placeholderAt(sql, tokens, i);
    if (placeholder === undefined) continue;
    const { found, last } = placeholder;
    const value = values.get(found.name);
    if (value === undefined) throw EngineError.of('UNKNOWN_QUERY_PARAMETER', `Substitution \`${found.name}\` is not set.`);
    out += sql.slice(copied, found.start) + parameterSql(found.name, found.type, value);
    copied = found.end;
    i = last;
  }
  return out + sql.slice(copied);
}
