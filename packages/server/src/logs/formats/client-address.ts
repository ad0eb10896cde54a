/** Who connected, and what proxies say of those before. */
export interface Client {
  readonly ip: string;
  readonly forwarded: string;
}

/**
 * The client among the words before the user: one address, or a list as proxies keep it (`81.2.69.143, 10.0.0.1`), of which the
 * last is who connected to the nearest proxy. Null when the words are not that.
 */
export function clientAddress(words: readonly string[]): Client | null {
  const last = words.at(-1);
  if (last === undefined || last === '') return null;
  if (words.length === 1) return { ip: last, forwarded: '' };
  // Every word but the last of a list ends with a comma.
  const isList = words.every((word, index) => word.endsWith(',') === index < words.length - 1);
  return isList ? { ip: last, forwarded: words.slice(0, -1).join('').slice(0, -1) } : null;
}
