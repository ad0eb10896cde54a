/**
 * Opens the zip that an .xlsx is, and packs what a table needs of it anew, without compression.
 *
 * Whoever reads the result meets nothing of the file that was sent but those parts, whose sizes are known: what unpacks to more than is
 * taken, has more entries, or says one thing in its directory and another in front of an entry, is refused here. Source of the layout:
 * PKWARE, APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16.
 */
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { UnreadableTable } from './table.js';

const END_OF_DIRECTORY = 0x0605_4b50;
const DIRECTORY_ENTRY = 0x0201_4b50;
const LOCAL_ENTRY = 0x0403_4b50;
const END_LENGTH = 22;
const MOST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

const MOST_ENTRIES = 256;
/** Of all that is needed together, unpacked: 2,000 rows are far below. */
const MOST_BYTES = 16 * 1024 * 1024;
/** What a table may be made of, and what its reader asks for when it is listed; pictures, macros and other programs' data are never opened. */
const NEEDED = /\.(?:xml|rels|vml)$/iu;

const damaged = (why: string): UnreadableTable => new UnreadableTable('damaged', why);

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly at: number;
}

function entriesOf(zip: Buffer): Entry[] {
  let end = zip.length - END_LENGTH;
  const first = Math.max(0, end - MOST_COMMENT);
  while (end >= first && zip.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < first) throw damaged('no directory');
  const count = zip.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw damaged('too many entries');
  let at = zip.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged('the directory is cut off');
    if ((zip.readUInt16LE(at + 8) & ENCRYPTED) !== 0) throw damaged('encrypted');
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    entries.push({ name, method: zip.readUInt16LE(at + 10), packed: zip.readUInt32LE(at + 20), at: zip.readUInt32LE(at + 42) });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

function bytesOf(zip: Buffer, { name, method, packed, at }: Entry, room: number): Buffer {
  if (at + 30 > zip.length || zip.readUInt32LE(at) !== LOCAL_ENTRY) throw damaged(`${name} is not where it should be`);
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  if (start + packed > zip.length) throw damaged(`${name} is cut off`);
  const bytes = zip.subarray(start, start + packed);
  if (method === STORED) return bytes;
  if (method !== DEFLATED) throw damaged(`${name} is packed in a way that is not read`);
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, room) });
  } catch (error) {
    throw damaged(error instanceof RangeError ? 'it unpacks to more than is taken' : `${name} can not be unpacked`);
  }
}

/** @throws UnreadableTable */
export async function unpacked(zip: Buffer): Promise<Buffer> {
  const names = new Set<string>();
  const anew = new ZipFile();
  let room = MOST_BYTES;
  for (const entry of entriesOf(zip)) {
    if (!NEEDED.test(entry.name)) continue;
    if (names.has(entry.name.toLowerCase())) throw damaged(`${entry.name} is there twice`);
    names.add(entry.name.toLowerCase());
    const bytes = bytesOf(zip, entry, room);
    room -= bytes.length;
    if (room <= 0) throw damaged('it unpacks to more than is taken');
    anew.addBuffer(bytes, entry.name, { compress: false });
  }
  anew.end();
  // yazl's own type says less than the stream is.
  return buffer(anew.outputStream as Readable);
}
