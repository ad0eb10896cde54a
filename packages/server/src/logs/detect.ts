import type { LogFormat } from './format.js';

/** No layout reads any of the first lines. The message names those there are. */
export class UnknownLogFormat extends Error {
  constructor(
    readonly source: string,
    formats: readonly LogFormat[],
  ) {
    super(`${source}: none of the known log layouts fits its first lines; name one with --format (${formats.map(({ name }) => name).join(', ')}).`);
    this.name = 'UnknownLogFormat';
  }
}

/** The layout that reads most of the lines; of equals the first in the list; undefined when none reads any. */
export function detectFormat(lines: readonly string[], formats: readonly LogFormat[]): LogFormat | undefined {
  let best: LogFormat | undefined;
  let most = 0;
  for (const format of formats) {
    const parse = format.createParser();
    const read = lines.reduce((count, line) => (parse(line) === null ? count : count + 1), 0);
    if (read > most) {
      best = format;
      most = read;
    }
  }
  return best ?? formats.find((format) => lines.some((line) => format.announces?.(line) === true));
}
