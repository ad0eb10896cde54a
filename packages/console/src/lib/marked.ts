/** A piece of a text, emphasised or not. */
export interface MarkedPart {
  readonly text: string;
  readonly marked: boolean;
}

/** The places of a word in a text, letter case ignored; none where small letters are of another length, which would point beside them. */
function placesOf(text: string, word: string): readonly (readonly [number, number])[] {
  const lower = text.toLowerCase();
  const wanted = word.trim().toLowerCase();
  if (wanted === '' || lower.length !== text.length) return [];
  const places: [number, number][] = [];
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + wanted.length)) places.push([at, at + wanted.length]);
  return places;
}

/** A text in pieces, so that the words in it can be emphasised without any of it ever being markup. */
export function markedParts(text: string, words: readonly string[]): readonly MarkedPart[] {
  const places = words.flatMap((word) => placesOf(text, word)).toSorted((a, b) => a[0] - b[0] || b[1] - a[1]);
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const [from, to] of places) {
    if (to <= at) continue;
    const start = Math.max(from, at);
    if (start > at) parts.push({ text: text.slice(at, start), marked: false });
    parts.push({ text: text.slice(start, to), marked: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), marked: false });
  return parts;
}
