/**
 * What the front has to know about a statement to run it: whether it reads or writes, how its answer is
 * taken, and where its FORMAT and SETTINGS clauses are. This is not a parser: ClickHouse judges the SQL;
 * the front only finds clauses at bracket depth 0.
 *
 * Invariant: exactly one statement goes to the engine. chDB runs `a; b` as two statements, so a semicolon
 * anywhere but at the end is refused, as ClickHouse's HTTP interface does.
 */
import { EngineError } from '../engine-error.js';
import type { Token } from './tokenize.js';
import { isKeyword, tokenize } from './tokenize.js';

/**
 * `select`: a SELECT whose rows are streamed. `show`: small answers (SHOW, DESCRIBE, EXPLAIN, ...), not
 * data. `backup`: long, reads only. `write`: everything that changes something.
 */
export type StatementKind = 'select' | 'show' | 'backup' | 'write';

/** A SETTINGS clause found in the SQL. */
export interface SettingsClause {
  /** Offset after the word SETTINGS. */
  readonly at: number;
  readonly names: ReadonlySet<string>;
}

export interface Statement {
  readonly kind: StatementKind;
  /** First keyword in upper case. */
  readonly verb: string;
  /** First tokens, for decisions about DDL. */
  readonly tokens: readonly Token[];
  /** The SQL up to the FORMAT clause, without trailing comments and semicolon. */
  readonly body: string;
  /** Format named by the SQL itself. */
  readonly format: string | undefined;
  /** Last SETTINGS clause at depth 0 before FORMAT. */
  readonly settings: SettingsClause | undefined;
  /** Text and names of a SETTINGS list behind FORMAT. */
  readonly tail: { readonly text: string; readonly names: ReadonlySet<string> } | undefined;
}

const SHOWS: ReadonlySet<string> = new Set(['SHOW', 'DESCRIBE', 'DESC', 'EXISTS', 'EXPLAIN', 'CHECK', 'KILL']);

/** The tokens at bracket depth 0, with all bracketed content left out. */
function topLevel(tokens: readonly Token[]): Token[] {
  const top: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    const symbol = token.kind === 'symbol' ? token.text : '';
    if (symbol === ')' || symbol === ']' || symbol === '}') depth -= 1;
    else if (depth === 0) top.push(token);
    if (symbol === '(' || symbol === '[' || symbol === '{') depth += 1;
  }
  return top;
}

/** Names set by the list `name = value, ...` which starts at `tokens[from]`. */
export function settingNames(tokens: readonly Token[], from: number): Set<string> {
  const names = new Set<string>();
  for (let i = from; i + 1 < tokens.length; i += 1) {
    const token = tokens[i];
    if (token?.kind === 'word' && tokens[i + 1]?.text === '=') names.add(token.text);
  }
  return names;
}

function kindOf(verb: string, top: readonly Token[]): StatementKind {
  if (verb === '(' || verb === 'SELECT' || verb === 'FROM') return 'select';
  if (verb === 'WITH') return top.some((t) => isKeyword(t, 'INSERT')) ? 'write' : 'select';
  if (SHOWS.has(verb)) return 'show';
  return verb === 'BACKUP' ? 'backup' : 'write';
}

/** Index in `top` of the word FORMAT that names the output format, or -1. */
function formatIndex(top: readonly Token[]): number {
  for (let i = top.length - 2; i > 0; i -= 1) {
    if (!isKeyword(top[i], 'FORMAT') || top[i + 1]?.kind !== 'word') continue;
    const after = top[i + 2];
    if (after === undefined || isKeyword(after, 'SETTINGS')) return i;
  }
  return -1;
}

/** Refuses text whose meaning depends on what would be appended to it, and more than one statement. */
function checkedTokens(sql: string): Token[] {
  const tokens = [...tokenize(sql)];
  while (tokens.at(-1)?.text === ';') tokens.pop();
  for (const token of tokens) {
    if (token.kind === 'symbol' && token.text === ';') {
      throw EngineError.of('SYNTAX_ERROR', 'Multi-statements are not allowed: send one statement per request.');
    }
    if (!token.closed) throw EngineError.of('SYNTAX_ERROR', `Syntax error: a quote is not closed at position ${token.start}.`);
  }
  if (tokens.length === 0) throw EngineError.of('SYNTAX_ERROR', 'Empty query.');
  return tokens;
}

/**
 * Analyses one statement whose parameters are already bound.
 * @throws EngineError 62 for an empty text, an open quote or more than one statement
 */
export function parseStatement(sql: string): Statement {
  const tokens = checkedTokens(sql);
  const top = topLevel(tokens);
  const first = tokens[0];
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) throw EngineError.of('SYNTAX_ERROR', 'Empty query.');
  const format = formatIndex(top);
  const beforeFormat = format < 0 ? top : top.slice(0, format);
  const formatToken = format < 0 ? undefined : top[format];
  const bodyEnd = formatToken === undefined ? last.end : (tokens[tokens.indexOf(formatToken) - 1]?.end ?? 0);
  const settingsIndex = beforeFormat.findLastIndex((t, i) => isKeyword(t, 'SETTINGS') && beforeFormat[i + 2]?.text === '=');
  const settingsToken = beforeFormat[settingsIndex];
  const tailToken = format < 0 ? undefined : top[format + 2];
  return {
    kind: kindOf(first.upper, top),
    verb: first.upper,
    tokens,
    body: sql.slice(0, bodyEnd),
    format: format < 0 ? undefined : top[format + 1]?.text,
    settings: settingsToken && { at: settingsToken.end, names: settingNames(beforeFormat, settingsIndex + 1) },
    tail: tailToken && { text: sql.slice(tailToken.end, last.end), names: settingNames(top, format + 3) },
  };
}
