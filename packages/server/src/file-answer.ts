import type { Readable } from 'node:stream';

/** A file as an answer: written while it is sent, given up when nobody reads on. */
export interface FileAnswer {
  readonly filename: string;
  /** The media type. */
  readonly type: string;
  /** How many rows it will hold; of a zip: all of its files together. */
  readonly rows: number;
  readonly body: Readable;
}
