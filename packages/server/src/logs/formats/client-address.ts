/**
 * The client among the words before the user: one address, or a list as proxies keep it (`10.0.0.2, 10.0.0.1, 81.2.69.143`),
 * in which the first is the client. Null when the words are not that.
 */
export function clientAddress(words: readonly string[]): string | null {
  const [first, ...others] = words;
  if (first === undefined || first === '') return null;
  if (others.length === 0) return first;
  // Every word but the last of a list ends with a comma.
  const isList = words.every((word, index) => word.endsWith(',') === index < words.length - 1);
  return isList ? first.slice(0, -1) : null;
}
