/** Reads back what was downloaded; shares nothing with what writes it. */
import { inflateRawSync } from 'node:zlib';

/** The files of a zip by name, from its central directory. @throws Error for what is no whole zip */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new Error('a zip without an end');
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n -= 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('a broken directory');
    const [method, size, named, extra, comment, start] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32), bytes.readUInt32LE(at + 42)];
    const name = bytes.toString('utf8', at + 46, at + 46 + named);
    const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const packed = bytes.subarray(data, data + size);
    files.set(name, method === 8 ? inflateRawSync(packed) : packed);
    at += 46 + named + extra + comment;
  }
  return files;
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const plain = (xml: string): string =>
  xml.replaceAll(/&(?:amp|lt|gt|quot);/gu, (entity) => ENTITIES[entity] ?? '').replaceAll(/_x([0-9A-Fa-f]{4})_/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The rows of a workbook's sheets, one after the other. */
export function readXlsx(bytes: Buffer): (string | number | null)[][] {
  const files = unzip(bytes);
  for (const part of ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml']) if (!files.has(part)) throw new Error(`no ${part}`);
  const sheets = [...String(files.get('xl/workbook.xml')).matchAll(/<sheet [^>]*r:id="rId(\d+)"/gu)].map(([, id = '']) => String(files.get(`xl/worksheets/sheet${id}.xml`)));
  return sheets.flatMap((xml) =>
    [...xml.matchAll(/<row>(.*?)<\/row>/gsu)].map(([, row = '']) =>
      [...row.matchAll(/<c(?:\/>|[^>]*><v>(?<number>[^<]*)<\/v><\/c>|[^>]*><is><t[^>]*>(?<text>[^<]*)<\/t><\/is><\/c>)/gsu)].map(({ groups = {} }) => {
        if (groups['number'] !== undefined) return Number(groups['number']);
        return groups['text'] === undefined ? null : plain(groups['text']);
      })));
}

/** The rows of a CSV by RFC 4180, character by character; what stands in quotes is text, all else a number or absent. */
export function readCsv(bytes: Buffer): (string | number | null)[][] {
  const text = bytes.toString('utf8');
  if (!text.startsWith('\uFEFF')) throw new Error('no byte order mark');
  const rows: (string | number | null)[][] = [];
  let row: (string | number | null)[] = [];
  let at = 1;
  while (at < text.length) {
    if (text[at] === '"') {
      let cell = '';
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (at >= text.length) throw new Error('a quote without an end');
        cell += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
      row.push(cell);
    } else {
      const end = /[,\r]/u.exec(text.slice(at, at + 400))?.index ?? 0;
      row.push(end === 0 ? null : Number(text.slice(at, at + end)));
      at += end;
    }
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`what is this, at ${at}: ${text.slice(at, at + 20)}`);
    rows.push(row);
    row = [];
    at += 2;
  }
  return rows;
}
