import { destination, type Logger, pino } from 'pino';

/** The log: one JSON line per event on standard error, so that results alone stand on standard output. */
export function openLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination(2));
}
