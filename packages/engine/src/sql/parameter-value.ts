/**
 * The value of one typed query parameter, from the text of ClickHouse's HTTP interface to SQL.
 *
 * A scalar arrives in TabSeparated escaping (`\t`, `\n`, `\\`, `\'`, `\N` for NULL); an Array, Tuple or
 * Map arrives as ClickHouse literal text (`['a',NULL]`, `(1,'x')`, `{'k':1}`). Nothing of either is ever
 * copied into SQL as it came: every leaf is decoded and written again as one string literal, and the
 * engine converts it to the declared type with CAST. Strings are used for numbers as well, so that
 * UInt64 and DateTime64 never pass through a floating point number.
 */
import { EngineError } from '../engine-error.js';
import { quotedIdentifier, stringLiteral } from './literal.js';

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '0': '\0', a: '\x07', v: '\x0b', e: '\x1b', N: '',
};

/** Decodes the backslash sequence at `at` (which is a backslash), as readEscapedString does. */
function decodeEscape(text: string, at: number): { value: string; end: number } {
  const c = text.charAt(at + 1);
  if (c === 'x' && /^[0-9A-Fa-f]{2}$/.test(text.slice(at + 2, at + 4))) {
    return { value: String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 4), 16)), end: at + 4 };
  }
  const known = ESCAPES[c];
  if (known !== undefined) return { value: known, end: at + 2 };
  // An escape that means nothing keeps its backslash (src/IO/ReadHelpers.cpp, parseComplexEscapeSequence).
  return { value: '\\\'"`/'.includes(c) ? c : `\\${c}`, end: at + 1 + c.length };
}

function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  let out = '';
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '\\') {
      const next = text.indexOf('\\', at);
      const end = next < 0 ? text.length : next;
      out += text.slice(at, end);
      at = end;
    } else {
      const { value, end } = decodeEscape(text, at);
      out += value;
      at = end;
    }
  }
  return out;
}

/** Reads ClickHouse literal text and writes it again with every leaf as a string literal. */
class CompositeReader {
  private at = 0;
  constructor(private readonly text: string, private readonly name: string) {}

  read(): string {
    const sql = this.value();
    this.skipSpace();
    if (this.at !== this.text.length) this.fail();
    return sql;
  }

  private fail(): never {
    throw EngineError.of(
      'CANNOT_PARSE_QUERY_PARAMETER',
      `The value of parameter '${this.name}' is not a literal array, tuple or map (at character ${this.at}).`,
    );
  }

  private skipSpace(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at += 1;
  }

  private value(): string {
    this.skipSpace();
    const c = this.text.charAt(this.at);
    if (c === '[') return `[${this.list(']', () => this.value()).join(',')}]`;
    if (c === '(') return `tuple(${this.list(')', () => this.value()).join(',')})`;
    if (c === '{') return `map(${this.list('}', () => this.pair()).join(',')})`;
    if (c === "'") return this.quoted();
    const word = /[A-Za-z0-9_.:+-]+/y;
    word.lastIndex = this.at;
    const bare = word.exec(this.text)?.[0];
    if (bare === undefined) this.fail();
    this.at += bare.length;
    return bare.toUpperCase() === 'NULL' ? 'NULL' : stringLiteral(bare);
  }

  private pair(): string {
    const key = this.value();
    this.skipSpace();
    if (this.text[this.at] !== ':') this.fail();
    this.at += 1;
    return `${key},${this.value()}`;
  }

  private list(close: string, item: () => string): string[] {
    this.at += 1;
    const items: string[] = [];
    for (;;) {
      this.skipSpace();
      if (this.text[this.at] === close && items.length === 0) break;
      items.push(item());
      this.skipSpace();
      const c = this.text[this.at];
      if (c === close) break;
      if (c !== ',') this.fail();
      this.at += 1;
    }
    this.at += 1;
    return items;
  }

  private quoted(): string {
    let out = '';
    this.at += 1;
    for (;;) {
      const c = this.text[this.at];
      if (c === undefined) this.fail();
      if (c === '\\') {
        const { value, end } = decodeEscape(this.text, this.at);
        out += value;
        this.at = end;
      } else if (c === "'") {
        this.at += 1;
        if (this.text[this.at] !== "'") return stringLiteral(out);
        out += "'";
        this.at += 1;
      } else {
        out += c;
        this.at += 1;
      }
    }
  }
}

const listOf = (item: string): string => `\\[(?:${item}(?:,${item})*)?\\]`;
const NUMBERS = listOf("(?:-?[0-9]+|'-?[0-9]+')");
const ADDRESSES = listOf("'[0-9A-Fa-f:.]+'");
/** Texts with nothing in them that would have to be written in another way. */
const PLAIN_TEXTS = listOf("'[^'\\\\\\0]*'");
/** Types of lists, the text of such that is one literal as it stands, and what becomes of its quotes: numbers need none. */
const PLAIN_LISTS = [
  { type: /^Array\(U?Int(?:8|16|32|64)\)$/iu, text: new RegExp(`^${NUMBERS}$`, 'u'), quote: '' },
  { type: /^Array\(Array\(U?Int(?:8|16|32|64)\)\)$/iu, text: new RegExp(`^${listOf(NUMBERS)}$`, 'u'), quote: '' },
  { type: /^Array\(IPv[46]\)$/iu, text: new RegExp(`^${ADDRESSES}$`, 'u'), quote: "\\'" },
  { type: /^Array\(String\)$/iu, text: new RegExp(`^${PLAIN_TEXTS}$`, 'u'), quote: "\\'" },
] as const;

/**
 * Lists of whole numbers, addresses or texts without a quote, a backslash or NUL: nothing in them can end a literal, so that the list is one, which the engine
 * reads several times as quickly as one for each. @returns null for what has one of its own for each
 */
function plainList(type: string, text: string): string | null {
  const plain = PLAIN_LISTS.find((one) => one.type.test(type));
  return plain?.text.test(text) === true ? `'${text.replaceAll("'", plain.quote)}'` : null;
}

/**
 * SQL for one parameter.
 * @param name parameter name, for messages
 * @param type the declared type as written in the SQL, e.g. `Array(String)`
 * @param text the value as it arrived, percent-decoded
 * @throws EngineError 457 when a composite value is not a literal
 */
export function parameterSql(name: string, type: string, text: string): string {
  if (/^Identifier$/i.test(type)) return quotedIdentifier(unescape(text));
  if (/^String$/i.test(type)) return stringLiteral(unescape(text));
  const declared = stringLiteral(type);
  if (text === '\\N') return `CAST(NULL,${declared})`;
  const plain = plainList(type, text);
  if (plain !== null) return `CAST(${plain},${declared})`;
  const composite = /^(Array|Tuple|Map|Nested|Point|Ring|Polygon|MultiPolygon)\b/i.test(type);
  const value = composite ? new CompositeReader(text, name).read() : stringLiteral(unescape(text));
  return `CAST(${value},${declared})`;
}
