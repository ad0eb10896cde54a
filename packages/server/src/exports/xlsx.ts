/**
 * Spreadsheets in Office Open XML (ECMA-376), as they are written: texts stand in the cells (`inlineStr`), never as formulas, so
 * that nothing has to be known before it is written. A table longer than a sheet may be goes on in the next one.
 */
import type { ZipFile } from 'yazl';
import { defused } from './defuse.js';
import type { Cell, Sheet } from './sheet.js';
import { addEntry, zipOf } from './zip.js';

/** Rows of a sheet at most, the headings with them. Source: Excel, "specifications and limits". */
const MAX_ROWS = 1_048_576;
/** Characters of a cell at most, from the same. */
const MAX_CELL = 32_767;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** 1 bold, for headings. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`;
const BEGIN = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const END = '</sheetData></worksheet>';

/** What XML 1.0 has no way to say. */
const UNSAYABLE = /[^\P{Cc}\t\n\r\u007F-\u009F]|[\uFFFE\uFFFF]/gu;
/** `_x000D_` in a text is read as a character: its underscore is written as one. */
const ESCAPED = /_(?=x[0-9a-fA-F]{4}_)/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '_x000D_' };

function xml(text: string): string {
  return text.toWellFormed().replaceAll(UNSAYABLE, '\uFFFD').replaceAll(ESCAPED, '_x005F_').replaceAll(/[&<>"\r]/gu, (sign) => ENTITIES[sign] ?? sign);
}

function cellXml(cell: Cell, style: string): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : '<c/>';
  return `<c${style} t="inlineStr"><is><t xml:space="preserve">${xml(defused(cell).slice(0, MAX_CELL))}</t></is></c>`;
}

const rowXml = (cells: readonly Cell[], style = ''): string => `<row>${cells.map((cell) => cellXml(cell, style)).join('')}</row>`;

/** The rows of a table, handed out a sheet's worth at a time. */
class Supply {
  readonly #iterator: AsyncIterator<readonly (readonly Cell[])[]>;
  #rest: readonly (readonly Cell[])[] = [];
  ended = false;

  constructor(sheet: Sheet) {
    this.#iterator = sheet.rows[Symbol.asyncIterator]();
  }

  /** Up to so many rows; none at the end. */
  async take(most: number): Promise<readonly (readonly Cell[])[]> {
    while (this.#rest.length === 0 && !this.ended) {
      const next = await this.#iterator.next();
      if (next.done === true) this.ended = true;
      else this.#rest = next.value;
    }
    const taken = this.#rest.slice(0, most);
    this.#rest = this.#rest.slice(most);
    return taken;
  }

  /** Whether anything is left; looks ahead. */
  async more(): Promise<boolean> {
    if (this.#rest.length === 0) this.#rest = await this.take(Number.POSITIVE_INFINITY);
    return this.#rest.length > 0;
  }

  async close(): Promise<void> {
    await this.#iterator.return?.();
  }
}

async function* sheetXml(titles: readonly string[], supply: Supply): AsyncGenerator<Buffer> {
  yield Buffer.from(BEGIN + rowXml(titles, ' s="1"'));
  let left = MAX_ROWS - 1;
  while (left > 0) {
    const rows = await supply.take(left);
    if (rows.length === 0) break;
    left -= rows.length;
    yield Buffer.from(rows.map((row) => rowXml(row)).join(''));
  }
  yield Buffer.from(END);
}

/** A name as a sheet's tab takes it: 31 characters, none of \ / ? * [ ] : */
const tabName = (name: string, part: number): string => `${name.replaceAll(/[\\/?*[\]:]/gu, ' ').slice(0, 26)}${part === 1 ? '' : ` ${part}`}`;

function workbook(names: readonly string[]): string {
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names.map((name, i) => `<sheet name="${xml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`;
}

function workbookRelations(names: readonly string[]): string {
  const sheets = names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('');
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheets}<Relationship Id="rId${names.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;
}

function contentTypes(names: readonly string[]): string {
  const sheets = names.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${OFFICE}.worksheet+xml"/>`).join('');
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${OFFICE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${OFFICE}.styles+xml"/>${sheets}</Types>`;
}

const ROOT_RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

async function write(zip: ZipFile, sheet: Sheet, mtime: Date, signal: AbortSignal): Promise<void> {
  const supply = new Supply(sheet);
  const names: string[] = [];
  try {
    do {
      names.push(tabName(sheet.name, names.length + 1));
      await addEntry(zip, `xl/worksheets/sheet${names.length}.xml`, sheetXml(sheet.titles, supply), mtime, signal);
    } while (await supply.more());
  } finally {
    await supply.close();
  }
  // What names the sheets comes last: how many there are is known only now.
  const parts: readonly (readonly [path: string, text: string])[] = [
    ['xl/workbook.xml', workbook(names)],
    ['xl/_rels/workbook.xml.rels', workbookRelations(names)],
    ['xl/styles.xml', STYLES],
    ['_rels/.rels', ROOT_RELATIONS],
    ['[Content_Types].xml', contentTypes(names)],
  ];
  for (const [path, text] of parts) zip.addBuffer(Buffer.from(text), path, { mtime });
  zip.end();
}

/** The bytes of a workbook with one table. `at`: the time that its parts bear, milliseconds UTC. */
export function xlsxOf(sheet: Sheet, at: number): AsyncGenerator<Buffer> {
  return zipOf((zip, signal) => write(zip, sheet, new Date(at), signal));
}
