import { crc32, deflateSync } from 'node:zlib';

/** One chunk of a PNG, framed as the format says. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

export interface PngOptions {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly colour?: number;
  readonly interlace?: number;
  /** Rows with their filters; made of one colour when absent. */
  readonly rows?: Buffer;
  /** Chunks between header and pixels. */
  readonly more?: readonly Buffer[];
  readonly after?: Buffer;
}

/** A PNG, right or wrong as asked. */
export function makePng({ width = 300, height = 300, depth = 8, colour = 6, interlace = 0, rows, more = [], after = Buffer.alloc(0) }: PngOptions = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlace], 8);
  const rowLength = 1 + width * (colour === 6 ? 4 : 3);
  const pixels = rows ?? Buffer.from(Uint8Array.from({ length: rowLength * height }, (_, at) => (at % rowLength === 0 ? 0 : 120)));
  return Buffer.concat([SIGNATURE, pngChunk('IHDR', header), ...more, pngChunk('IDAT', deflateSync(pixels)), pngChunk('IEND', Buffer.alloc(0)), after]);
}
