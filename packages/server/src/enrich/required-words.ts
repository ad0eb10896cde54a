/**
 * Words of which a text must contain at least one for a pattern to match it, both as `plain` writes them; null when the
 * pattern gives none worth looking for. Reads the subset of regular expressions that the rule lists use; what it does not
 * know makes it more careful, never wrong: a word is given only where every way through the pattern passes it.
 */
export function requiredWords(pattern: string): readonly string[] | null {
  const reader = new Reader(pattern.replaceAll('; {0,2}', '; ').replaceAll('; *', '; '));
  const { best } = reader.alternatives();
  if (!reader.isAtEnd() || best === null) return null;
  const words = best.map(plain);
  return words.every((word) => word.length >= SHORTEST) ? [...new Set(words)] : null;
}

const UNTIDY = /;(?! )| {2}/u;

/** Small letters, blanks single, and one after each semicolon: agents and patterns differ in that. */
export function plain(text: string): string {
  const lower = text.toLowerCase();
  return !UNTIDY.test(lower) ? lower : lower.replace(/;? +|;/gu, (blank) => (blank.startsWith(';') ? '; ' : ' '));
}

/** The shortest word that is looked for: heads of three letters find it. */
export const SHORTEST = 3;

/** Words that half of all agents contain: looking for them saves little. */
const COMMON = ['mozilla/', 'applewebkit/', ') applewebkit', ' build/', '; android ', ' mobile safari/', 'version/', '(linux; ', '(khtml, like gecko)', ' chrome/', 'apple', 'windows', 'mac os', 'iphone os', 'en-us'];
/** More ways to write a word than this are not followed. */
const WAYS = 60;

type Words = readonly string[] | null;

/** What is known of a part of a pattern. */
interface Part {
  /** Any text that the part matches contains one of these. */
  readonly best: Words;
  /** Any text that it matches begins with one of these; [''] when nothing is known. */
  readonly starts: readonly string[];
  /** Whether it matches nothing but the starts themselves. */
  readonly isExact: boolean;
}

/** Exactly once; once or more; once or not at all; any number of times. */
type Times = 'once' | 'many' | 'maybe' | 'any';

const UNKNOWN: Part = { best: null, starts: [''], isExact: false };
const EMPTY: Part = { best: null, starts: [''], isExact: true };
const literal = (text: string): Part => ({ best: null, starts: [text], isExact: true });

/** Longer, rarer and fewer is better. */
function worth(words: Words): number {
  if (words === null || words.length === 0) return -1;
  const plainWords = words.map(plain);
  const shortest = Math.min(...plainWords.map((word) => word.length));
  if (shortest < SHORTEST) return -1;
  const isCommon = plainWords.some((word) => COMMON.some((common) => common.includes(word)));
  return (isCommon ? 0.1 : 1) * Math.min(shortest, 8) - words.length * 0.01;
}

function better(one: Words, other: Words): Words {
  return worth(other) > worth(one) ? other : one;
}

const joined = (heads: readonly string[], tails: readonly string[]): string[] => heads.flatMap((head) => tails.map((tail) => head + tail));

class Reader {
  #at = 0;
  constructor(readonly pattern: string) {}

  isAtEnd(): boolean {
    return this.#at >= this.pattern.length;
  }

  alternatives(): Part {
    const parts: Part[] = [];
    do parts.push(this.#sequence());
    while (this.#take('|'));
    const words = parts.map(({ best }) => best);
    const isCovered = words.every((best) => best !== null);
    return {
      best: isCovered ? words.flatMap((best) => best ?? []) : null,
      starts: [...new Set(parts.flatMap(({ starts }) => starts))],
      isExact: parts.every(({ isExact }) => isExact),
    };
  }

  /** Parts one after the other. `runs` are the ways to write what stands since the last part that is not exactly known. */
  #sequence(): Part {
    let best: Words = null;
    let runs: readonly string[] = [''];
    let starts: readonly string[] | null = null;
    const close = (last: readonly string[]): void => {
      best = better(best, last);
      starts ??= last;
      runs = [''];
    };
    while (!this.isAtEnd() && this.#peek() !== '|' && this.#peek() !== ')') {
      const part = this.#part();
      const times = this.#times(part.isExact && part.starts.length === 1 && part.starts[0] === ' ');
      const ways = runs.length * part.starts.length;
      if (part.isExact && (times === 'once' || times === 'maybe') && ways <= WAYS) runs = [...(times === 'maybe' ? runs : []), ...joined(runs, part.starts)];
      else if (times === 'maybe' || times === 'any') close(runs);
      else {
        close(ways <= WAYS ? joined(runs, part.starts) : runs);
        best = better(best, part.best);
      }
    }
    const isExact = starts === null;
    best = better(best, runs);
    return { best: worth(best) < 0 ? null : best, starts: starts ?? runs, isExact };
  }

  #part(): Part {
    const sign = this.#peek();
    this.#at += 1;
    if (sign === '(') return this.#group();
    if (sign === '[') return this.#class();
    if (sign === '^' || sign === '$') return EMPTY;
    if (sign === '.') return UNKNOWN;
    if (sign !== '\\') return literal(sign.toLowerCase());
    const escaped = this.#peek();
    this.#at += 1;
    if (escaped === 'b') return EMPTY;
    return /\w/u.test(escaped) ? UNKNOWN : literal(escaped);
  }

  #group(): Part {
    const opening = /^\?(?:[:=!]|<[=!])/u.exec(this.pattern.slice(this.#at, this.#at + 3))?.[0] ?? '';
    this.#at += opening.length;
    const part = this.alternatives();
    this.#take(')');
    return opening === '' || opening === '?:' ? part : EMPTY;
  }

  /** A class is known when it is a few letters. */
  #class(): Part {
    const from = this.#at;
    this.#take('^');
    this.#take(']');
    while (!this.isAtEnd() && this.#peek() !== ']') this.#at += this.#peek() === '\\' ? 2 : 1;
    const inside = this.pattern.slice(from, this.#at);
    this.#at += 1;
    const letters = inside.replaceAll(/\\([^\w])/gu, '$1');
    if (inside.startsWith('^') || /\\\w|.-./u.test(inside) || letters.length > 8) return UNKNOWN;
    return { best: null, starts: [...new Set(letters.toLowerCase())], isExact: true };
  }

  /** How often the part before comes. Blanks are single in plain text, however many stand there. */
  #times(isBlank: boolean): Times {
    const counted = /^\{(\d+),?\d*\}/u.exec(this.pattern.slice(this.#at, this.#at + 12));
    let times: Times = 'once';
    if (counted !== null) {
      this.#at += counted[0].length;
      times = Number(counted[1]) === 0 ? 'any' : 'many';
    } else if (this.#take('?')) times = 'maybe';
    else if (this.#take('*')) times = 'any';
    else if (this.#take('+')) times = 'many';
    if (times !== 'once') this.#take('?');
    if (!isBlank || times === 'once' || times === 'maybe') return times;
    return times === 'any' ? 'maybe' : 'once';
  }

  #peek(): string {
    return this.pattern[this.#at] ?? '';
  }

  #take(sign: string): boolean {
    if (this.pattern[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }
}
