/**
 * Finding the parts of an INSERT: where its settings go and where its rows begin. Works lazily, because
 * the rows may follow in the same text and may be megabytes of binary.
 */
import type { Token } from './tokenize.js';
import { isKeyword, tokenize } from './tokenize.js';
import type { SettingsClause } from './statement.js';
import { settingNames } from './statement.js';

export interface InsertStatement {
  /** Offset behind the target and its column list: FROM INFILE and SETTINGS go here. */
  readonly targetEnd: number;
  /** The SETTINGS clause in front of the rows; `end` is the offset behind its last value. */
  readonly settings: (SettingsClause & { readonly end: number }) | undefined;
  /** `rows`: rows in `format` begin at `dataStart`. `select`: they come from a query (or, where allowed, a named file). */
  readonly source: 'rows' | 'select';
  readonly format: string;
  readonly dataStart: number;
}

/** Consumes a bracketed group whose opening bracket was just read; tells its first token. */
function skipGroup(tokens: Iterator<Token>): { first: Token | undefined; end: number } {
  let first: Token | undefined;
  let depth = 1;
  for (let next = tokens.next(); next.done !== true; next = tokens.next()) {
    const token = next.value;
    if (token.kind === 'symbol' && token.text === '(') depth += 1;
    if (token.kind === 'symbol' && token.text === ')') depth -= 1;
    if (depth === 0) return { first, end: token.end };
    first ??= token;
  }
  return { first, end: -1 };
}

/** Moves behind `INSERT INTO`; false when this is not an INSERT. */
function findInsert(tokens: Iterator<Token>): boolean {
  const first = tokens.next();
  if (first.done === true) return false;
  let token = first.value;
  if (isKeyword(token, 'WITH')) {
    while (!isKeyword(token, 'INSERT')) {
      if (isKeyword(token, 'SELECT')) return false;
      if (token.text === '(') skipGroup(tokens);
      const next = tokens.next();
      if (next.done === true) return false;
      token = next.value;
    }
  }
  return isKeyword(token, 'INSERT');
}

/** The single newline or the blanks between FORMAT and the first row belong to the SQL, not to the rows. */
function dataOffset(sql: string, end: number): number {
  let at = end;
  while (sql[at] === ' ' || sql[at] === '\t') at += 1;
  if (sql.startsWith('\r\n', at)) return at + 2;
  if (sql[at] === '\n') return at + 1;
  return sql[at] === ';' ? sql.length : Math.min(at, end + 1);
}

/** The parts of `sql` when it is an INSERT; else undefined. Reads no further than the start of the rows. */
export function parseInsert(sql: string): InsertStatement | undefined {
  const tokens = tokenize(sql);
  if (!findInsert(tokens)) return undefined;
  let targetEnd = 0;
  let names = 0;
  let settingsAt = -1;
  let previous: Token | undefined;
  const list: Token[] = [];
  const clause = (): InsertStatement['settings'] =>
    settingsAt < 0 ? undefined : { at: settingsAt, end: list.at(-1)?.end ?? settingsAt, names: settingNames(list, 0) };
  for (let next = tokens.next(); next.done !== true; next = tokens.next()) {
    const token = next.value;
    const nameExpected = names === 0 || previous?.text === '.';
    if (isKeyword(token, 'INTO') && previous === undefined) continue;
    if ((isKeyword(token, 'TABLE') || isKeyword(token, 'FUNCTION')) && names === 0) continue;
    if (!nameExpected) {
      if (isKeyword(token, 'SELECT') || isKeyword(token, 'WITH') || isKeyword(token, 'INFILE')) {
        return { targetEnd, settings: clause(), source: 'select', format: '', dataStart: sql.length };
      }
      if (isKeyword(token, 'VALUES')) {
        return { targetEnd, settings: clause(), source: 'rows', format: 'Values', dataStart: token.end };
      }
      if (isKeyword(token, 'FORMAT')) {
        const format = tokens.next();
        if (format.done === true) return undefined;
        return { targetEnd, settings: clause(), source: 'rows', format: format.value.text, dataStart: dataOffset(sql, format.value.end) };
      }
      if (isKeyword(token, 'SETTINGS')) {
        settingsAt = token.end;
        previous = token;
        continue;
      }
    }
    let end = token.end;
    if (token.kind === 'symbol' && token.text === '(') {
      const group = skipGroup(tokens);
      if (isKeyword(group.first, 'SELECT') || isKeyword(group.first, 'WITH')) {
        return { targetEnd, settings: clause(), source: 'select', format: '', dataStart: sql.length };
      }
      end = group.end;
    }
    names += 1;
    previous = token;
    if (settingsAt >= 0) list.push(token);
    else targetEnd = end;
  }
  return undefined;
}
