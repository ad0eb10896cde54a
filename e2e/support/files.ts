import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Download } from 'playwright-core';

/** A table as a file holds it: the heading first, every cell as text. */
export type Cells = readonly (readonly string[])[];

/** Opens what a click downloaded, as a spreadsheet program would. */
export async function opened(download: Download): Promise<{ readonly name: string; readonly cells: Cells }> {
  const name = download.suggestedFilename();
  const bytes = readFileSync(await download.path());
  return { name, cells: name.endsWith('.xlsx') ? xlsxCells(bytes) : csvCells(bytes.toString('utf8')) };
}

/** Opens a zip that a click downloaded: its tables by their path in it. */
export async function openedZip(download: Download): Promise<{ readonly name: string; readonly tables: ReadonlyMap<string, Cells> }> {
  const entries = entriesOf(readFileSync(await download.path()));
  return { name: download.suggestedFilename(), tables: new Map(entries.map(([path, text]) => [path, csvCells(text)])) };
}

/** How many sheets of paper a PDF has, and of which sizes, in points. Source: ISO 32000-1, sections 7.7.3.2 and 7.7.3.3. */
export function pagesOf(pdf: Buffer): { readonly pages: number; readonly sizes: readonly string[] } {
  const text = pdf.toString('latin1');
  const sizes = [...text.matchAll(/\/MediaBox \[0 0 (\d+)[\d.]* (\d+)/gu)].map(([, width, height]) => `${width}x${height}`);
  return { pages: [...text.matchAll(/\/Type\s*\/Page\b/gu)].length, sizes: [...new Set(sizes)] };
}

/** RFC 4180, after a mark of UTF-8. */
function csvCells(text: string): Cells {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.replace(/^\uFEFF/u, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gu)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 1 || row[0] !== '');
}

/** The cells of the first sheet, texts and numbers alike. */
function xlsxCells(bytes: Buffer): Cells {
  const sheet = entriesOf(bytes).find(([name]) => /worksheets\/sheet\d+\.xml$/u.test(name))?.[1];
  if (sheet === undefined) throw new Error('the file has no sheet');
  const unescape = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&');
  return [...sheet.matchAll(/<row[^>]*?(?:\/>|>(.*?)<\/row>)/gsu)].map(([, row = '']) =>
    [...row.matchAll(/<c[^>]*?(?:\/>|>(.*?)<\/c>)/gsu)].map(([, cell = '']) => unescape(/<(?:t|v)[^>]*>(.*?)<\/(?:t|v)>/su.exec(cell)?.[1] ?? '')),
  );
}

/** A zip's files by its directory. Source: APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16. */
function entriesOf(zip: Buffer): readonly (readonly [string, string])[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const entries: [string, string][] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [number, number, number];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const body = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    entries.push([zip.toString('utf8', at + 46, at + 46 + name), (zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(body) : body).toString('utf8')]);
    at += 46 + name + extra + comment;
  }
  return entries;
}

/** A zip of one entry that is blanks alone, of that many bytes, and far smaller. Source: as `entriesOf`. */
export function zipBomb(name: string, size: number): Buffer {
  const blanks = Buffer.alloc(size, ' ');
  const packed = deflateRawSync(blanks, { level: 1 });
  const about = Buffer.alloc(26);
  about.writeUInt16LE(20, 0);
  about.writeUInt16LE(8, 4);
  about.writeUInt32LE(crc32(blanks), 10);
  about.writeUInt32LE(packed.length, 14);
  about.writeUInt32LE(size, 18);
  about.writeUInt16LE(name.length, 22);
  const signed = (sign: number) => Buffer.from([0x50, 0x4b, sign, sign + 1]);
  const local = Buffer.concat([signed(3), about, Buffer.from(name), packed]);
  const entry = Buffer.concat([signed(1), Buffer.from([20, 0]), about, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, signed(5), end]);
}
