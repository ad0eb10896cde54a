/**
 * Lexer for ClickHouse SQL, as far as the front needs it: to know which characters are code and which
 * are text inside a literal, a quoted name or a comment. It follows ClickHouse's own lexer
 * (src/Parsers/Lexer.cpp): backslash escapes and doubled quotes in all three quote styles, heredocs
 * (`$tag$ ... $tag$`), `--`, `# ` and `#!` line comments, block comments that do not nest, and
 * typographic quotes.
 *
 * Invariant: concatenating the text of all tokens and the gaps between them gives back the input.
 */

export type TokenKind = 'word' | 'number' | 'string' | 'quotedName' | 'symbol';

export interface Token {
  readonly kind: TokenKind;
  /** Offset of the first character, in UTF-16 units of the input. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
  /** The raw text, quotes included. */
  readonly text: string;
  /** `text` in upper case for words and quoted names without their quotes; else `text`. */
  readonly upper: string;
  /** False for a literal or quoted name whose closing quote is missing. */
  readonly closed: boolean;
}

const WORD = /[A-Za-z_][A-Za-z0-9_$]*/y;
const NUMBER = /[0-9][A-Za-z0-9_]*/y;
const HEREDOC_TAG = /\$[A-Za-z0-9_]*\$/y;
const GAP = /(?:\s|--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?\*\/)+/y;

/** Typographic opening quotes which ClickHouse's lexer accepts, with their closing quotes and meaning. */
const TYPOGRAPHIC: ReadonlyMap<string, { close: string; kind: TokenKind }> = new Map([
  ['‘', { close: '’', kind: 'string' }],
  ['“', { close: '”', kind: 'quotedName' }],
]);

function matchAt(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : -1;
}

/** Offset after the closing quote, or -1 when there is none. */
function endOfQuoted(sql: string, start: number, quote: string): number {
  let at = start + 1;
  while (at < sql.length) {
    const c = sql[at];
    if (c === '\\') at += 2;
    else if (c === quote) {
      if (sql[at + 1] !== quote) return at + 1;
      at += 2;
    } else at += 1;
  }
  return -1;
}

/** The token at `at`; `end` is -1 when its closing quote is missing. */
function scan(sql: string, at: number): { kind: TokenKind; end: number } {
  const c = sql.charAt(at);
  if (c === "'") return { kind: 'string', end: endOfQuoted(sql, at, c) };
  if (c === '`' || c === '"') return { kind: 'quotedName', end: endOfQuoted(sql, at, c) };
  const typographic = TYPOGRAPHIC.get(c);
  if (typographic !== undefined) {
    const close = sql.indexOf(typographic.close, at + 1);
    return { kind: typographic.kind, end: close < 0 ? -1 : close + 1 };
  }
  if (c === '$') {
    const tagEnd = matchAt(HEREDOC_TAG, sql, at);
    if (tagEnd > 0) {
      const tag = sql.slice(at, tagEnd);
      const close = sql.indexOf(tag, tagEnd);
      if (close >= 0) return { kind: 'string', end: close + tag.length };
    }
    return { kind: 'symbol', end: at + 1 };
  }
  const word = matchAt(WORD, sql, at);
  if (word > 0) return { kind: 'word', end: word };
  const number = matchAt(NUMBER, sql, at);
  if (number > 0) return { kind: 'number', end: number };
  return { kind: 'symbol', end: at + 1 };
}

/**
 * Yields the tokens of `sql` in order, lazily, so that a reader which stops early (an INSERT with
 * megabytes of inline rows) pays only for what it looked at. Never throws: an unterminated literal or
 * comment becomes one token or gap up to the end, and ClickHouse reports it.
 */
export function* tokenize(sql: string): Generator<Token, void, undefined> {
  let at = 0;
  while (at < sql.length) {
    const gap = matchAt(GAP, sql, at);
    if (gap > 0) at = gap;
    if (at >= sql.length) return;
    if (sql.startsWith('/*', at)) return;
    const { kind, end } = scan(sql, at);
    const text = end < 0 ? sql.slice(at) : sql.slice(at, end);
    const upper =
      kind === 'word' ? text.toUpperCase() : kind === 'quotedName' ? text.slice(1, -1).toUpperCase() : text;
    yield { kind, start: at, end: at + text.length, text, upper, closed: end >= 0 };
    at += text.length;
  }
}

/** True when `token` is the unquoted keyword `keyword` (given in upper case). */
export function isKeyword(token: Token | undefined, keyword: string): boolean {
  return token !== undefined && token.kind === 'word' && token.upper === keyword;
}
