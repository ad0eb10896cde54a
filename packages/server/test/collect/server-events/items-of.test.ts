import { MAX_BATCH } from '@footfall/contract';
import { expect, it } from 'vitest';
import { itemsOf } from '../../../src/collect/server-events/items-of.js';

const FILLER = 'Ein Titel mit Umlauten äöü, 中文 und 😀, '.repeat(8);

/** What stands for the items of a body: themselves, or the name of the error. */
function outcome(text: string | Buffer): unknown {
  try {
    return itemsOf(Buffer.from(text as string));
  } catch (error) {
    return (error as { errorName: string }).errorName;
  }
}

/** The same, read whole. */
function expected(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    const items = (body as { events?: unknown }).events ?? body;
    if (!Array.isArray(items) || items.length === 0) return 'events.malformed';
    return items.length > MAX_BATCH ? 'events.too_many' : items;
  } catch {
    return 'events.malformed';
  }
}

/** 900 items of some hundred bytes, so that there are several pieces. */
const long = (item: (at: number) => unknown): string => JSON.stringify(Array.from({ length: 900 }, (_, at) => item(at)));
const plain = long((at) => ({ id: at, text: FILLER }));

it.each([
  ['items one after the other', plain],
  ['what looks like the space between two items inside every text', long((at) => ({ id: at, text: `${'},{'.repeat(60)}\\"},{"` }))],
  ['lists of objects inside every item', long((at) => ({ id: at, inner: Array.from({ length: 40 }, (_, i) => ({ i })) }))],
  ['lists inside lists', JSON.stringify([JSON.parse(plain), JSON.parse(plain)])],
  ['spaces between the items', plain.replaceAll('},{', '} , {')],
  ['the list in an object', `{"events":${plain}}`],
  ['another list by the same name', `{"events":[1],"events":${plain}}`],
  ['numbers and texts as well', `[1,"},{",null,${plain.slice(1)}`],
  ['a space before the list', ` ${plain}`],
  ['too many', JSON.stringify(Array.from({ length: MAX_BATCH + 1 }, (_, id) => ({ id, text: FILLER })))],
  ['nothing', '[]'],
  ['no JSON', 'x'],
  ['no list', '{}'],
  ['an end that is missing', plain.slice(0, -1)],
  ['an end too many', `${plain}]`],
  ['two lists', `${plain}${plain}`],
  ['an object too many at the end', `${plain.slice(0, -1)},{]`],
  ['a mistake in the second piece', `${plain.slice(0, 100_000)}"${plain.slice(100_000)}`],
  ['a list that ends in the first piece', `[{"a":1}],{"b":"${FILLER.repeat(300)}"},{"c":1}]`],
])('a body is read in pieces as it is read whole: %s', (_, text) => {
  expect(outcome(text)).toEqual(expected(text));
});

it('bytes that are no UTF-8 are the same characters in pieces', () => {
  const bytes = Buffer.from(long((at) => ({ id: at, text: `${'x'.repeat(400)}@` })));
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0x40) bytes[at] = 0xe4;
  expect(outcome(bytes)).toEqual(JSON.parse(bytes.toString('utf8')));
});

it('a body cut off anywhere is refused', () => {
  for (let at = 65_000; at < 66_500; at += 1) expect(outcome(plain.slice(0, at))).toBe('events.malformed');
});

it('a body is as it was when it has been read, well or not', () => {
  for (const text of [plain, `${plain.slice(0, -1)},{]`]) {
    const bytes = Buffer.from(text);
    try {
      itemsOf(bytes);
    } catch {
      // Refused: the bytes are what is asked about.
    }
    expect(bytes.toString()).toBe(text);
  }
});
