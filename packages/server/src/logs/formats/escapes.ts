/**
 * Undoes what servers do to awkward bytes in a quoted field: `\"`, `\\`, `\t`, `\n`, `\r` and `\xHH` (Apache's escaping of
 * `%r` and `%i`, nginx' `escape=default`). Runs of `\xHH` are read as UTF-8. Honest fields have no backslash and pass untouched.
 */
export function unescaped(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(/(?:\\x[0-9A-Fa-f]{2})+|\\(["\\tnrbv])/gu, (run: string, letter: string | undefined) =>
    letter === undefined ? Buffer.from(run.replaceAll('\\x', ''), 'hex').toString('utf8') : (LETTERS.get(letter) ?? letter),
  );
}

const LETTERS = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['b', '\b'],
  ['v', '\v'],
]);
