/** Which hours of which sites a change of visits may touch, and from which moment on. */
import { open } from 'node:fs/promises';
import type { Batch, RowsPath } from '../batches.js';
import { HourSet } from './hour-set.js';

/** By site the hours, or all of them; or whatever there is. */
export type Touched = ReadonlyMap<number, HourSet | 'all'> | 'everything';

const HOUR_MS = 3_600_000;
/** Milliseconds since 1970 that the store reads as such: shorter and longer numbers are seconds or finer parts of them. */
const MILLISECOND_DIGITS = 13;
const NEWLINE = 0x0a;
const COMMA = 0x2c;
const TWO_32 = 2 ** 32;

/** Of Native columns that stand before those that are looked for. */
const WIDTHS: Readonly<Record<string, number>> = { UInt64: 8, UInt32: 4, "DateTime64(3, 'UTC')": 8 };

class Gathered {
  readonly sites = new Map<number, HourSet | 'all'>();

  add(site: number, at: number): void {
    const hours = this.sites.get(site) ?? new HourSet();
    if (hours !== 'all') hours.add(at / HOUR_MS);
    this.sites.set(site, hours);
  }
}

/** Rows as JSON lists, of which the first values are numbers. */
function ofText(body: Buffer, columns: readonly string[]): Touched {
  const [siteAt, timeAt] = [columns.indexOf('site_id'), columns.indexOf('created_at')];
  const last = Math.max(siteAt, timeAt);
  const found = new Gathered();
  for (let start = 0; start < body.length; ) {
    const newline = body.indexOf(NEWLINE, start);
    const end = newline < 0 ? body.length : newline;
    let stop = start;
    for (let commas = 0; stop < end; stop += 1) if (body[stop] === COMMA && ++commas > last) break;
    const values = body.toString('latin1', start + 1, stop).split(',');
    const [siteText = '', timeText = ''] = [values[siteAt], values[timeAt]];
    const isEmpty = start === end;
    start = end + 1;
    if (isEmpty) continue;
    if (!/^\d+$/u.test(siteText)) return 'everything';
    if (/^\d+$/u.test(timeText) && timeText.length === MILLISECOND_DIGITS) found.add(Number(siteText), Number(timeText));
    else found.sites.set(Number(siteText), 'all');
  }
  return found.sites;
}

/** A block's head and columns as far as they are needed; null when it is not what this version writes. */
async function ofBlock(path: string, columns: readonly string[]): Promise<Touched> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    let at = 0;
    const read = async (bytes: number): Promise<Buffer> => {
      const piece = Buffer.alloc(Math.min(bytes, Math.max(0, size - at)));
      await handle.read(piece, 0, piece.length, at);
      at += piece.length;
      return piece;
    };
    const varint = async (): Promise<number> => {
      let value = 0;
      for (let factor = 1; ; factor *= 128) {
        const byte = (await read(1))[0] ?? 0;
        value += (byte & 0x7f) * factor;
        if (byte < 0x80) return value;
      }
    };
    await varint();
    const rows = await varint();
    const found = new Map<string, Buffer>();
    for (const column of columns) {
      const name = (await read(await varint())).toString('utf8');
      const width = WIDTHS[(await read(await varint())).toString('utf8')];
      if (name !== column || width === undefined) return 'everything';
      const data = await read(rows * width);
      if (data.length < rows * width) return 'everything';
      if (name === 'site_id' || name === 'created_at') found.set(name, data);
      if (found.size === 2) break;
    }
    const [sites, times] = [found.get('site_id'), found.get('created_at')];
    if (sites === undefined || times === undefined) return 'everything';
    const gathered = new Gathered();
    for (let row = 0; row < rows; row += 1) gathered.add(sites.readUInt32LE(row * 4), times.readInt32LE(row * 8 + 4) * TWO_32 + times.readUInt32LE(row * 8));
    return gathered.sites;
  } finally {
    await handle.close();
  }
}

async function ofFile({ path, format }: RowsPath, columns: readonly string[]): Promise<Touched> {
  if (format === 'Native') return ofBlock(path, columns);
  const handle = await open(path, 'r');
  try {
    return ofText(await handle.readFile(), columns);
  } finally {
    await handle.close();
  }
}

/** The hours of the rows of a batch, perhaps more. @throws file errors */
export async function touchedBy({ columns, body }: Pick<Batch, 'columns' | 'body'>): Promise<Touched> {
  return Buffer.isBuffer(body) ? ofText(body, columns) : ofFile(body, columns);
}

/** Whether a change that touches so much touches one hour of a site. */
export function touches(touched: Touched, siteId: number, hour: number): boolean {
  if (touched === 'everything') return true;
  const hours = touched.get(siteId);
  return hours !== undefined && (hours === 'all' || hours.has(hour));
}
