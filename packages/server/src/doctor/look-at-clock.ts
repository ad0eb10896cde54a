import { failure, type Finding, spanText, warning, well } from './finding.js';

export interface ClockFacts {
  /** Milliseconds UTC, as are the others; null where there is none. */
  readonly now: number;
  /** No batch number below it was ever promised; it began at a clock's time. */
  readonly highWater: number | null;
  /** When the newest visit was received. */
  readonly newest: number | null;
  /** When the program's files were made. */
  readonly built: number | null;
}

/** What numbers are promised ahead, and a clock may be put right by. */
const TOLERANCE_MS = 60_000;
const REMEDY = 'Have the clock kept by NTP (timedatectl set-ntp true). Nothing is lost by it; visits of that time are counted under the time that the clock showed.';

/** Whether the machine's clock goes as it did when it was last looked at. */
export function lookAtClock({ now, highWater, newest, built }: ClockFacts): Finding[] {
  const said = new Date(now).toISOString();
  if (built !== null && now < built - TOLERANCE_MS) return [failure('clock', `it says ${said}, which is ${spanText(built - now)} before this version was installed`, REMEDY)];
  const latest = Math.max(highWater ?? 0, newest ?? 0);
  if (latest - now > TOLERANCE_MS) return [warning('clock', `it says ${said}, ${spanText(latest - now)} behind what was stored before: it was set back`, REMEDY)];
  return [well('clock', said)];
}
