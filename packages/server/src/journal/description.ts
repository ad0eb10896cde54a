import { z } from 'zod';
import type { Columns, JournalTable } from './row.js';

/** What the first frame of a segment says about the rest. */
export interface Description {
  readonly seq: number;
  /** Milliseconds UTC: the first commit of the segment, so nothing in it was acknowledged before. */
  readonly createdAt: number;
  readonly columns: Columns;
}

const names = z.array(z.string()).min(1);
const later = z.array(z.string()).default([]);
const shape = z.object({
  seq: z.number(),
  createdAt: z.number(),
  // Version 1 knew no events.
  columns: z.object({ visits: names, spider_hits: names, events: later, event_ids: later, ledger: names } satisfies Record<JournalTable, typeof names | typeof later>),
});

/** The body of a description frame. */
export function encodeDescription(description: Description): string {
  return JSON.stringify(description);
}

/** The description in a body that passed its checksum, or null when a later version wrote something else there. */
export function decodeDescription(body: Buffer): Description | null {
  try {
    const parsed = shape.safeParse(JSON.parse(body.toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
