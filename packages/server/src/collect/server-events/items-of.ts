import { FootfallError, MAX_BATCH } from '@footfall/contract';

/** Bytes of a body that are made into text at a time: V8 keeps one of more than 128 kB apart, in memory that it fetches from the system and gives back each time. */
const PIECE = 64 * 1024;
const OPENING = '['.charCodeAt(0);
const CLOSING = ']'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
/** What stands between two items, as JSON.stringify writes a list. */
const BETWEEN = '},{';

/**
 * The text of a piece between two commas, the first of which may be the bracket that the list begins with, the other its end. While it is decoded brackets stand
 * there: put around the text, they would have it copied.
 */
function pieceOf(bytes: Buffer, from: number, cut: number): string {
  if (from > 0) bytes[from] = OPENING;
  if (cut < bytes.length) bytes[cut] = CLOSING;
  const text = bytes.toString('utf8', from, cut + 1);
  if (from > 0) bytes[from] = COMMA;
  if (cut < bytes.length) bytes[cut] = COMMA;
  return text;
}

/**
 * A list, piece by piece. A cut that is none, inside a text or an inner list, leaves a piece before it that has no end and can not be
 * read: so what can be read is what reading the whole gives.
 * @throws SyntaxError
 */
function inPieces(bytes: Buffer): unknown[] {
  const items: unknown[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.length - from > PIECE ? bytes.indexOf(BETWEEN, from + PIECE) : -1;
    const cut = end === -1 ? bytes.length : end + 1;
    const piece: unknown = JSON.parse(pieceOf(bytes, from, cut));
    if (!Array.isArray(piece)) throw new SyntaxError('no list');
    for (const item of piece as readonly unknown[]) items.push(item);
    from = cut;
  }
  return items;
}

/** @throws SyntaxError */
function parsed(bytes: Buffer): unknown {
  if (bytes.length <= PIECE || bytes[0] !== OPENING) return JSON.parse(bytes.toString('utf8'));
  try {
    return inPieces(bytes);
  } catch {
    return JSON.parse(bytes.toString('utf8'));
  }
}

/**
 * The items of a body, `[...]` or `{"events": [...]}`.
 * @throws FootfallError `events.malformed`, `events.too_many`
 */
export function itemsOf(bytes: Buffer): readonly unknown[] {
  let body: unknown;
  try {
    body = parsed(bytes);
  } catch (error) {
    throw new FootfallError('events.malformed', {}, { cause: error });
  }
  const items: unknown = typeof body === 'object' && body !== null && 'events' in body ? body.events : body;
  if (!Array.isArray(items) || items.length === 0) throw new FootfallError('events.malformed');
  if (items.length > MAX_BATCH) throw new FootfallError('events.too_many', { items: items.length, max: MAX_BATCH });
  return items as readonly unknown[];
}
