import type { WayIn } from '@footfall/contract';

/** Several minutes as one bar. */
export interface Bin {
  /** Local time of its first minute, `YYYY-MM-DD HH:mm:ss`. */
  readonly at: string;
  readonly accepted: number;
  readonly refused: number;
}

/** Stretches of time that the screen offers, in minutes: whole multiples of a bar. */
export const STRETCHES = [60, 360, 1_440] as const;

/** Bars that are told apart at a glance. */
const MOST_BARS = 72;

/** The stretch that an address asks for; the shortest where it asks for none of them. */
export function parseStretch(text: string | null): (typeof STRETCHES)[number] {
  return STRETCHES.find((minutes) => String(minutes) === text) ?? STRETCHES[0];
}

/** The minutes in bars of equal length, the last one complete in itself: what is left over shortens the first. */
export function binsOf(minutes: WayIn['minutes']): Bin[] {
  const size = Math.max(1, Math.ceil(minutes.length / MOST_BARS));
  const short = minutes.length % size;
  const starts = Array.from({ length: Math.ceil(minutes.length / size) }, (_, bar) => (short === 0 ? bar * size : Math.max(0, (bar - 1) * size + short)));
  return starts.flatMap((start, bar) => {
    const part = minutes.slice(start, starts[bar + 1] ?? minutes.length);
    const refused = part.reduce((sum, one) => sum + one.refused, 0);
    const received = part.reduce((sum, one) => sum + one.received, 0);
    const [first] = part;
    // What is refused is received first, at times a minute before.
    return first === undefined ? [] : [{ at: first.at, accepted: Math.max(0, received - refused), refused }];
  });
}
