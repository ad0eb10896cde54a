/** Whether a text fits a pattern. */
export type Wildcard = (text: string) => boolean;

/**
 * A pattern in which `*` stands for any characters, or none; everything else is meant to the letter. Looks at each piece between
 * stars once, from left to right, so that no text and no pattern makes it slow, as a regular expression could be.
 */
export function parseWildcard(pattern: string): Wildcard {
  const pieces = pattern.split('*');
  const [first = ''] = pieces;
  if (pieces.length === 1) return (text) => text === pattern;
  const last = pieces.at(-1) ?? '';
  const between = pieces.slice(1, -1).filter((piece) => piece !== '');
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    const end = text.length - last.length;
    for (const piece of between) {
      const found = text.indexOf(piece, at);
      if (found === -1 || found + piece.length > end) return false;
      at = found + piece.length;
    }
    return true;
  };
}
