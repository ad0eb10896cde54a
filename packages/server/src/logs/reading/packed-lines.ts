import type { FoundLine, LinesRead } from './reading.js';

/**
 * Lines on their way from one thread to another. Objects would be written and read member by member; numbers in one array and all texts in one
 * are copied as they are.
 */
export interface PackedLines extends Omit<LinesRead, 'found'> {
  /** NUMBERS of each line. */
  readonly numbers: Float64Array;
  /** Id, address, forwarded addresses, url and referrer of each line, one after the other. */
  readonly text: string;
  /** Agents and methods that were not sent before; they are numbered in the order in which they are sent. */
  readonly words: readonly string[];
  /** Whether the numbers begin anew with these. */
  readonly isFirst: boolean;
}

/** Time, status, bytes, agent, method, flags, length of the line, and of its five texts. */
const NUMBERS = 12;
const NONE = -1;
const SPIDER = 1;
const BEHIND = 2;
/** Words numbered at once. */
const MAX_WORDS = 20_000;

/** What sends lines. */
export function createPacker(): (read: LinesRead) => PackedLines {
  const numbersOf = new Map<string, number>();

  return ({ found, ...rest }) => {
    const isFirst = numbersOf.size === 0 || numbersOf.size >= MAX_WORDS;
    if (isFirst) numbersOf.clear();
    const words: string[] = [];
    const numberOf = (word: string): number => {
      const known = numbersOf.get(word);
      if (known !== undefined) return known;
      const number = numbersOf.size;
      numbersOf.set(word, number);
      words.push(word);
      return number;
    };

    const numbers = new Float64Array(found.length * NUMBERS);
    let text = '';
    let at = 0;
    for (const { id, at: time, ip, forwarded, method, status, bytes, url, referrer, agent, isSpider, isBehind, characters } of found) {
      numbers[at] = time;
      numbers[at + 1] = status ?? NONE;
      numbers[at + 2] = bytes ?? NONE;
      numbers[at + 3] = agent === null ? NONE : numberOf(agent);
      numbers[at + 4] = numberOf(method);
      numbers[at + 5] = (isSpider ? SPIDER : 0) | (isBehind ? BEHIND : 0);
      numbers[at + 6] = characters;
      numbers[at + 7] = id.length;
      numbers[at + 8] = ip.length;
      numbers[at + 9] = forwarded.length;
      numbers[at + 10] = url.length;
      numbers[at + 11] = referrer.length;
      text += id + ip + forwarded + url + referrer;
      at += NUMBERS;
    }
    return { ...rest, numbers, text, words, isFirst };
  };
}

/** What takes them out again, in the order in which they were packed. Lines are taken out when they are asked for: until then they are no objects. */
export function createUnpacker(): (packed: PackedLines) => LinesRead {
  let known: string[] = [];

  return ({ numbers, text, words, isFirst, ...rest }) => {
    // Another list, as lines that were packed before may still be asked for.
    if (isFirst) known = [];
    known.push(...words);
    const mine = known;
    return {
      ...rest,
      get found() {
        return linesOf(numbers, text, mine);
      },
    };
  };
}

function linesOf(numbers: Float64Array, text: string, words: readonly string[]): FoundLine[] {
  const found: FoundLine[] = [];
  let end = 0;
  const next = (length: number): string => {
    const start = end;
    end += length;
    return length === 0 ? '' : text.slice(start, end);
  };
  for (let at = 0; at < numbers.length; at += NUMBERS) {
    const number = (place: number): number => numbers[at + place] ?? NONE;
    const flags = number(5);
    const agent = number(3);
    found.push({
      id: next(number(7)), at: number(0), ip: next(number(8)), forwarded: next(number(9)), url: next(number(10)), referrer: next(number(11)),
      method: words[number(4)] ?? '', status: orNull(number(1)), bytes: orNull(number(2)), agent: agent === NONE ? null : (words[agent] ?? ''),
      isSpider: (flags & SPIDER) !== 0, isBehind: (flags & BEHIND) !== 0, characters: number(6),
    });
  }
  return found;
}

function orNull(number: number): number | null {
  return number === NONE ? null : number;
}
