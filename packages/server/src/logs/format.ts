import type { LogRecord } from './record.js';

/**
 * Reads one line, without its line end. Null when the line does not have the layout. Parsers may remember what went before
 * (the column line of W3C logs), so each file gets its own. Never throws, whatever the line holds.
 */
export type LineParser = (line: string) => LogRecord | null;

/** A log layout. To add one: a file in formats/ and a line in formats/registry.ts. */
export interface LogFormat {
  /** As given to `--format`. */
  readonly name: string;
  /** For an operator who chooses among them. */
  readonly summary: string;
  /** Whether a line announces this layout and no other, so that a log without a single request is still known. */
  announces?(line: string): boolean;
  createParser(): LineParser;
}
