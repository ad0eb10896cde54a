/** Longest text kept of each field that a stranger fills, in UTF-16 units. What is longer is cut, never refused. */
export const MAX_TEXT = { agent: 1_024, url: 4_096, title: 512, term: 256, word: 256 } as const;

/**
 * Text from outside as it may be stored: at most `max` units, no lone surrogates and no NUL (both become U+FFFD), so that
 * it survives JSON, UTF-8 and a spreadsheet. Honest text passes unchanged and uncopied.
 */
export function storable(value: string, max: number): string {
  const cut = value.length > max ? value.slice(0, max) : value;
  const whole = cut.isWellFormed() ? cut : cut.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole;
}

/**
 * The same text in memory of its own. A piece cut out of a log line keeps the whole line alive, so anything that goes
 * into a cache is detached first; otherwise a cache of short strings could hold every line ever read. Joined from two pieces, because V8
 * writes that out flat: what is cut off a longer text stays a part of it, and is compared and looked up several times more slowly.
 */
export function detached(value: string): string {
  return [value.slice(0, 1), value.slice(1)].join('');
}

/**
 * An agent in which a server wrote blanks as plus signs, as IIS does, put right; any other as it is. IIS leaves a plus sign as it is:
 * `++http` can only have been ` +http`.
 */
export function withBlanks(agent: string): string {
  return agent.includes('+') && !agent.includes(' ') ? agent.replaceAll('++http', ' \u0001http').replaceAll('+', ' ').replace('\u0001', '+') : agent;
}
