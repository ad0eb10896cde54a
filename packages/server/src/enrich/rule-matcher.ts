import type { AgentRule } from './data/agent-rules.js';
import { plain, requiredWords, SHORTEST } from './required-words.js';

/** The first rule of a list that matches a text. */
export interface RuleHit {
  readonly rule: AgentRule;
  readonly match: RegExpExecArray;
}

export interface RuleMatcher {
  /** For each list the first rule that matches, or null. `agent` is text as received; nothing is kept of it. */
  find(agent: string, list: number): RuleHit | null;
  /** Looks once for the words of all lists; `find` then speaks of this text. */
  scan(agent: string): void;
}

interface Compiled {
  readonly rule: AgentRule;
  readonly pattern: RegExp;
}

/** A word, and for each list the places of the rules that can only match where it stands. */
interface Word {
  readonly text: string;
  readonly places: number[][];
}

/** A power of two, small enough that the tables stay in the processor's nearest memory. */
const BUCKETS = 8_192;
const LAST_BUCKET = BUCKETS - 1;

/**
 * Hundreds of patterns in order, of which a text is tried against the few whose words it contains. One pass over the
 * text finds the words of all lists; patterns that ask for no word are always tried.
 * @throws SyntaxError for a pattern that is none: a mistake in the lists
 */
export function createRuleMatcher(lists: readonly (readonly AgentRule[])[]): RuleMatcher {
  const compiled = lists.map((rules) => rules.map((rule): Compiled => ({ rule, pattern: new RegExp(rule[0], rule[1] ?? '') })));
  const always = lists.map((): number[] => []);
  const words = new Map<string, Word>();
  for (const [list, rules] of lists.entries()) {
    for (const [place, [pattern]] of rules.entries()) {
      const required = requiredWords(pattern);
      if (required === null) always[list]?.push(place);
      for (const text of required ?? []) {
        const word = words.get(text) ?? { text, places: lists.map(() => []) };
        word.places[list]?.push(place);
        words.set(text, word);
      }
    }
  }
  const long = bucketsOf([...words.values()].filter(({ text }) => text.length > SHORTEST), hashOfFour);
  const short = bucketsOf([...words.values()].filter(({ text }) => text.length === SHORTEST), hashOfThree);
  let candidates: number[][] = [];

  function note(sharing: readonly Word[], lower: string, at: number): void {
    for (const { text, places } of sharing) {
      if (!lower.startsWith(text, at)) continue;
      for (let list = 0; list < places.length; list += 1) {
        const found = candidates[list];
        for (const place of places[list] ?? []) found?.push(place);
      }
    }
  }

  return {
    scan(agent) {
      const lower = plain(agent);
      candidates = always.map((places) => [...places]);
      const end = lower.length - SHORTEST;
      let first = lower.charCodeAt(0);
      let second = lower.charCodeAt(1);
      let third = lower.charCodeAt(2);
      for (let at = 0; at <= end; at += 1) {
        const three = (first * 961 + second * 31 + third) & LAST_BUCKET;
        const fourth = lower.charCodeAt(at + 3);
        const few = short.numbers[three] ?? 0;
        if (few !== 0) note(short.words[few] ?? [], lower, at);
        const many = long.numbers[(three * 37 + fourth) & LAST_BUCKET] ?? 0;
        if (many !== 0) note(long.words[many] ?? [], lower, at);
        first = second;
        second = third;
        third = fourth;
      }
      for (const places of candidates) places.sort((one, other) => one - other);
    },
    find(agent, list) {
      let before = -1;
      for (const place of candidates[list] ?? []) {
        if (place === before) continue;
        before = place;
        const entry = compiled[list]?.[place];
        const match = entry?.pattern.exec(agent) ?? null;
        if (match !== null && entry !== undefined) return { rule: entry.rule, match };
      }
      return null;
    },
  };
}

function hashOfThree(text: string): number {
  return (text.charCodeAt(0) * 961 + text.charCodeAt(1) * 31 + text.charCodeAt(2)) & LAST_BUCKET;
}

function hashOfFour(text: string): number {
  return (hashOfThree(text) * 37 + text.charCodeAt(3)) & LAST_BUCKET;
}

/** Words by the hash of their head: for each hash the number of a list of words, 0 for none. */
interface Buckets {
  readonly numbers: Uint16Array;
  readonly words: readonly (readonly Word[])[];
}

function bucketsOf(all: readonly Word[], hash: (text: string) => number): Buckets {
  const numbers = new Uint16Array(BUCKETS);
  const words: Word[][] = [[]];
  for (const word of all) {
    const bucket = hash(word.text);
    const number = numbers[bucket] ?? 0;
    if (number === 0) numbers[bucket] = words.push([word]) - 1;
    else words[number]?.push(word);
  }
  return { numbers, words };
}

/** A template with the groups put in; surrounding blanks go. */
export function filled(template: string, match: RegExpExecArray): string {
  return template.includes('$') ? template.replace(/\$(\d)/gu, (_, group: string) => match[Number(group)] ?? '').trim() : template.trim();
}

/** Parts of a version up to the first that is missing, joined by dots. */
export function versionOf(rule: AgentRule, match: RegExpExecArray): string {
  const parts: string[] = [];
  for (const [index, template] of [rule[3], rule[4], rule[5]].entries()) {
    const part = template === undefined || template === '' ? (match[index + 2] ?? '') : filled(template, match);
    if (part === '') break;
    parts.push(part);
  }
  return parts.length === 3 && (match[5] ?? '') !== '' ? [...parts, match[5]].join('.') : parts.join('.');
}
