/** Whether the words behind a command ask how it is used; behind `--` stand names. */
export function asksForHelp(words: readonly string[]): boolean {
  const names = words.indexOf('--');
  return words.slice(0, names === -1 ? words.length : names).some((word) => word === '--help' || word === '-h');
}
