/**
 * What a sitemap says, as it is read: XML (a list of pages, or an index of further sitemaps) or plain text, packed with gzip or not.
 * Source: the sitemaps protocol 0.9.
 *
 * Invariants:
 * - Nothing is held but a piece of the file and the entries in it, however long the file is.
 * - What XML can do beyond elements and text is refused: a document type, and with it every entity that is not XML's own.
 */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';

/** A page, or a further sitemap that an index names. */
export interface SitemapEntry {
  readonly kind: 'page' | 'sitemap';
  /** As it was written; '' where it was longer than any address may be. */
  readonly loc: string;
  /** When it was last changed, milliseconds UTC; null where it does not say. */
  readonly modified: number | null;
}

/** The file is none, or more than may be read. */
export class UnreadableSitemap extends Error {
  constructor(readonly why: 'damaged' | 'too_large' | 'doctype', message: string) {
    super(message);
  }
}

/** Counts what is read of all files of one sitemap together. */
export interface Budget {
  /** Bytes, unpacked, that may still come. */
  bytes: number;
}

/** Characters of an address; the protocol allows 2,048. */
export const LONGEST_ADDRESS = 4_096;
const DEEPEST = 16;
const PIECE = 65_536;
const GZIP = Buffer.from([0x1f, 0x8b]);
const LISTS: Readonly<Record<string, SitemapEntry['kind']>> = { 'urlset/url': 'page', 'sitemapindex/sitemap': 'sitemap' };

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield bytes.subarray(at, at + PIECE);
    // Others have their turn: visitors wait for this thread.
    await setImmediate();
  }
}

/** The text of a file in pieces. @throws UnreadableSitemap */
async function* textOf(bytes: Buffer, budget: Budget): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const packed = bytes.subarray(0, GZIP.length).equals(GZIP);
  const pieces: AsyncIterable<Buffer> = packed ? Readable.from(piecesOf(bytes), { objectMode: false }).pipe(createGunzip({ chunkSize: PIECE })) : piecesOf(bytes);
  for await (const piece of pieces) {
    budget.bytes -= piece.length;
    if (budget.bytes < 0) throw new UnreadableSitemap('too_large', 'more than may be read, unpacked');
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

/** The instant of a W3C date; null for what is none. */
function instantOf(text: string): number | null {
  if (!/^\d{4}(?:-\d{2}(?:-\d{2}(?:T.{4,30})?)?)?$/u.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) || at < 0 ? null : at;
}

/** Reads XML piece by piece. */
function xmlReader(): (text: string, last: boolean) => SitemapEntry[] {
  const parser = new SaxesParser<Record<string, never>>({});
  const path: string[] = [];
  let found: SitemapEntry[] = [];
  let fields: Record<string, string> = {};
  let value = '';
  const add = (text: string): void => {
    // What is around it may be as long again.
    if (path.length === 3 && value.length < 2 * LONGEST_ADDRESS) value += text.slice(0, 2 * LONGEST_ADDRESS);
  };
  parser.on('error', (error) => {
    throw new UnreadableSitemap('damaged', error.message.slice(0, 200));
  });
  parser.on('doctype', () => {
    throw new UnreadableSitemap('doctype', 'has a document type');
  });
  parser.on('opentagstart', ({ name }) => {
    path.push(name.slice(name.indexOf(':') + 1));
    if (path.length > DEEPEST) throw new UnreadableSitemap('damaged', 'elements too deep in each other');
    if (path.length === 2) fields = {};
    value = '';
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const kind = LISTS[path.join('/')];
    if (path.length === 3) fields[path[2] ?? ''] = value.trim();
    if (kind !== undefined && fields['loc'] !== undefined) found.push({ kind, loc: fields['loc'].length > LONGEST_ADDRESS ? '' : fields['loc'], modified: instantOf(fields['lastmod'] ?? '') });
    path.pop();
  });
  return (text, last) => {
    parser.write(text);
    if (last) parser.close();
    const entries = found;
    found = [];
    return entries;
  };
}

/** Reads a list of addresses, one a line. */
function lineReader(): (text: string, last: boolean) => SitemapEntry[] {
  let rest = '';
  return (text, last) => {
    const lines = (rest + text).split(/\r\n|\n|\r/u);
    rest = last ? '' : (lines.pop() ?? '');
    if (rest.length > PIECE) throw new UnreadableSitemap('damaged', 'a line longer than any address');
    return lines.map((line) => line.trim()).filter((line) => line !== '').map((line): SitemapEntry => ({ kind: 'page', loc: line.length > LONGEST_ADDRESS ? '' : line, modified: null }));
  };
}

/**
 * The entries of a file, as many at once as a piece of it holds.
 * @throws UnreadableSitemap
 */
export async function* readSitemap(bytes: Buffer, budget: Budget): AsyncGenerator<SitemapEntry[]> {
  let read: ((text: string, last: boolean) => SitemapEntry[]) | null = null;
  let before = '';
  try {
    for await (const text of textOf(bytes, budget)) {
      before += text;
      if (read === null) {
        before = before.trimStart();
        if (before === '') continue;
        // No address begins so.
        read = before.startsWith('<') ? xmlReader() : lineReader();
      }
      yield read(before, false);
      before = '';
    }
    if (read !== null) yield read('', true);
  } catch (error) {
    if (error instanceof UnreadableSitemap) throw error;
    throw new UnreadableSitemap('damaged', error instanceof Error ? error.message : 'can not be read');
  }
}
