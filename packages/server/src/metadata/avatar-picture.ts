/**
 * The one kind of picture that is kept: what the console's cropper makes. A picture is taken apart and put together
 * anew from its pixels, so that nothing else travels in it: no text, no second file behind it, no colour profile.
 * Source: the PNG specification (W3C, third edition), sections 5, 9 and 11.
 */
import { crc32, deflate, inflate } from 'node:zlib';
import { promisify } from 'node:util';
import { AVATAR_BYTES, AVATAR_SIZE } from '@footfall/contract';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes of a pixel by colour type: RGB, and RGB with alpha, 8 bits each. */
const PIXEL: Readonly<Record<number, number>> = { 2: 3, 6: 4 };
/** Highest number of a filter that a row begins with. */
const LAST_FILTER = 4;
/** Length, type and checksum. */
const CHUNK_FRAME = 12;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks of a whole file; undefined when it is damaged, cut off or goes on after its end. */
function chunksOf(file: Buffer): Chunk[] | undefined {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at + CHUNK_FRAME <= file.length) {
    const length = file.readUInt32BE(at);
    const end = at + CHUNK_FRAME + length;
    if (end > file.length) return undefined;
    const named = file.subarray(at + 4, end - 4);
    if (crc32(named) !== file.readUInt32BE(end - 4)) return undefined;
    chunks.push({ type: named.toString('latin1', 0, 4), data: named.subarray(4) });
    at = end;
    if (chunks.at(-1)?.type === 'IEND') return at === file.length ? chunks : undefined;
  }
  return undefined;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(CHUNK_FRAME + data.length);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), framed.length - 4);
  return framed;
}

/** Bytes of a pixel, of a header that says what is taken: the one size, 8 bits, plain rows. */
function pixelBytes(header: Buffer): number | undefined {
  if (header.length !== 13) return undefined;
  const [depth, colour, compression, filter, interlace] = header.subarray(8);
  const isTaken = header.readUInt32BE(0) === AVATAR_SIZE && header.readUInt32BE(4) === AVATAR_SIZE && depth === 8 && compression === 0 && filter === 0 && interlace === 0;
  return isTaken ? PIXEL[colour ?? -1] : undefined;
}

/** The rows of a picture, each behind its filter; undefined when they are not exactly what the header announces. */
async function rowsOf(packed: Buffer, rowLength: number): Promise<Buffer | undefined> {
  const size = rowLength * AVATAR_SIZE;
  try {
    const rows = await promisify(inflate)(packed, { maxOutputLength: size });
    const isWhole = rows.length === size && Array.from({ length: AVATAR_SIZE }, (_, row) => rows[row * rowLength] ?? 255).every((filter) => filter <= LAST_FILTER);
    return isWhole ? rows : undefined;
  } catch (error) {
    // Not compressed data, or more of it than announced; anything else is ours.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/** A picture as it may be kept: the same pixels in a new file. @returns undefined for anything that is no such picture */
export async function cleanPicture(file: Buffer): Promise<Buffer | undefined> {
  if (file.length > AVATAR_BYTES) return undefined;
  const chunks = chunksOf(file);
  const header = chunks?.[0];
  if (!chunks || header?.type !== 'IHDR' || chunks.filter(({ type }) => type === 'IHDR').length > 1) return undefined;
  // A chunk whose name begins with a capital letter must be understood; of those, PLTE only advises here.
  if (!chunks.every(({ type }) => ['IHDR', 'PLTE', 'IDAT', 'IEND'].includes(type) || /^[a-z]/u.test(type))) return undefined;
  const pixel = pixelBytes(header.data);
  if (pixel === undefined) return undefined;
  const rows = await rowsOf(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)), 1 + pixel * AVATAR_SIZE);
  if (!rows) return undefined;
  return Buffer.concat([SIGNATURE, chunk('IHDR', header.data), chunk('IDAT', await promisify(deflate)(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
