import type { LogFormat } from './format.js';
import { customFormat, isPattern } from './formats/custom.js';
import { BadLogPattern } from './formats/pattern.js';
import { LOG_FORMATS } from './formats/registry.js';

/** The layout is to be found out by reading. */
export const AUTO = 'auto';

/** The layout asked for can not be used; the message says why and what there is. */
export class NoSuchFormat extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoSuchFormat';
  }
}

/** What was asked for: a layout's name, `auto`, or a format string of goaccess, Apache or nginx with its date and time formats. */
export interface FormatChoice {
  readonly format: string;
  readonly dateFormat?: string | undefined;
  readonly timeFormat?: string | undefined;
}

/**
 * The layout of a choice; undefined to find it out.
 * @throws NoSuchFormat
 */
export function chooseFormat({ format, dateFormat, timeFormat }: FormatChoice): LogFormat | undefined {
  if (format === AUTO) return undefined;
  try {
    if (isPattern(format)) return customFormat(format, { ...(dateFormat === undefined ? {} : { date: dateFormat }), ...(timeFormat === undefined ? {} : { time: timeFormat }) });
  } catch (error) {
    if (error instanceof BadLogPattern) throw new NoSuchFormat(error.message);
    throw error;
  }
  const named = LOG_FORMATS.find(({ name }) => name === format);
  if (named === undefined) throw new NoSuchFormat(`there is no log layout "${format}": give --format ${[AUTO, ...LOG_FORMATS.map(({ name }) => name)].join(', ')}, or a format string of goaccess, Apache or nginx.`);
  return named;
}
