/** Who connected, and what proxies say of those before. */
export interface Client {
  readonly ip: string;
  readonly forwarded: string;
}

/**
 * The client among the words before the user: one address, or a list as proxies keep it (`81.2.69.143, 10.0.0.1`), of which the
 * last is who connected to the nearest proxy; a list may also have who connected behind it (`81.2.69.143, 10.0.0.1 10.0.0.2`). Null when
 * the words are not that.
 */
export function clientAddress(words: readonly string[]): Client | null {
  const last = words.at(-1);
  if (last === undefined || last === '') return null;
  if (words.length === 1) return { ip: last, forwarded: '' };
  const before = words.slice(0, -1);
  if (isList(words)) return { ip: last, forwarded: before.join('').slice(0, -1) };
  return before.length > 1 && isList(before) && ADDRESS.test(last) ? { ip: last, forwarded: before.join('') } : null;
}

const ADDRESS = /^(?:\d+\.\d+\.\d+\.\d+|[\da-f]*:[\da-f:]*:[\da-f.]*)$/iu;

/** Every word but the last of a list ends with a comma. */
function isList(words: readonly string[]): boolean {
  return words.every((word, index) => word.endsWith(',') === index < words.length - 1);
}
