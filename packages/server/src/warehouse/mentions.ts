const BEYOND_ASCII = /\P{ASCII}/u;

/**
 * The condition for texts that contain one of the words in whatever case, as the rules' matcher reads it, and perhaps a few that
 * do not. A text of ASCII alone is looked into as it is; any other passes, because what small letters are is not the same
 * everywhere beyond ASCII (the sign for kelvin is a k): the matcher decides on it.
 * @param words in small letters, none empty
 * @param bound adds a list as a parameter of the given type
 */
export function mayMention(column: string, words: readonly string[], bound: (words: readonly string[], type: string) => string): string {
  const ascii = words.filter((word) => !BEYOND_ASCII.test(word));
  const isForeign = `length(${column}) != lengthUTF8(${column})`;
  if (ascii.length === 0) return isForeign;
  return `(multiSearchAnyCaseInsensitive(${column}, ${bound(ascii, 'Array(String)')}) OR ${isForeign})`;
}
