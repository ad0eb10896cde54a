import { z } from 'zod';

/**
 * How far the stored sessions are known to be right. `checked`: the last batch of those. `begun`: the last batch of a
 * correction that was begun; where it is ahead of `checked`, that correction may have been carried out in part.
 */
export interface Watermark {
  readonly checked: number;
  readonly begun: number;
}

/** Where the watermark is kept: durable when `set` resolves. */
export interface WatermarkStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}

const shape = z.object({ checked: z.number(), begun: z.number() });
const NOTHING: Watermark = { checked: 0, begun: 0 };

/** One for each journal folder: batch numbers of different folders say nothing about each other. */
const keyOf = (installation: string): string => `session_repair.${installation}`;

/** The watermark as it was kept; without one, everything is to be looked at. */
export async function readWatermark(store: WatermarkStore, installation: string): Promise<Watermark> {
  const text = await store.get(keyOf(installation));
  if (text === undefined) return NOTHING;
  try {
    const parsed = shape.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : NOTHING;
  } catch (error) {
    if (error instanceof SyntaxError) return NOTHING;
    throw error;
  }
}

/** Keeps the watermark; durable when it resolves. */
export async function writeWatermark(store: WatermarkStore, installation: string, watermark: Watermark): Promise<void> {
  await store.set(keyOf(installation), JSON.stringify(watermark));
}
