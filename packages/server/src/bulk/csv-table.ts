import { MOST_COLUMNS, MOST_ROWS, type Table, trimmed, UnreadableTable } from './table.js';

const SEPARATORS = [',', ';', '\t'] as const;

/** UTF-8, UTF-16 with its mark, else GB 18030, in which spreadsheet programs of Chinese systems save. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** The sign that parts most cells of the headings, outside of quotes. */
function separatorOf(text: string): string {
  const line = text.slice(0, /\r|\n/u.exec(text)?.index ?? text.length).replaceAll(/"[^"]*"/gu, '');
  const [best] = SEPARATORS.map((sign) => ({ sign, num: line.split(sign).length })).toSorted((a, b) => b.num - a.num);
  return best?.sign ?? ',';
}

/**
 * Reads CSV by RFC 4180, with commas, semicolons or tabs.
 * @throws UnreadableTable when a quote is left open, or for more than is taken
 */
export function csvTable(bytes: Uint8Array): Table {
  const text = decoded(bytes);
  if (text.includes('\0')) throw new UnreadableTable('damaged', 'no text');
  const separator = separatorOf(text);
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  let begun = false;
  const endCell = (): void => {
    const row = rows.at(-1);
    row?.push(cell);
    // A row of nothing but separators must not fill the memory.
    if ((row?.length ?? 0) > 10 * MOST_COLUMNS) throw new UnreadableTable('too_many', 'a row of too many cells');
    cell = '';
    begun = false;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && !begun) {
      quoted = true;
      begun = true;
    } else if (sign === separator) endCell();
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text.charAt(at + 1) === '\n') at += 1;
      endCell();
      rows.push([]);
      if (rows.length > 10 * MOST_ROWS) throw new UnreadableTable('too_many', 'too many rows');
    } else {
      cell += sign;
      begun = true;
    }
  }
  if (quoted) throw new UnreadableTable('damaged', 'a quote is left open');
  endCell();
  return trimmed(rows);
}
