/** Roll-ups that are under way: who changes visits waits for those of its hours, and what one may have left that nobody heard the end of is removed. */
import { StoreUnavailable } from '../failures.js';
import type { HourSet } from './hour-set.js';
import type { SiteRows } from './rolled-site.js';
import type { Touched } from './touched.js';

interface Build {
  readonly siteId: number;
  /** That may not change meanwhile. */
  readonly hours: HourSet;
  /** What it makes. */
  readonly rows: SiteRows;
  readonly done: Promise<void>;
}

const POLL_MS = 250;

const pause = (ms: number): Promise<void> => new Promise((resolve) => {
  setTimeout(resolve, ms);
});

function overlap(touched: Touched, siteId: number, hours: HourSet): boolean {
  if (touched === 'everything') return true;
  const own = touched.get(siteId);
  if (own === undefined) return false;
  if (own === 'all') return true;
  for (const hour of hours) if (own.has(hour)) return true;
  return false;
}

export class RolledBuilds {
  readonly #underWay = new Set<Build>();
  readonly #remove: (siteId: number, rows: SiteRows) => Promise<void>;
  readonly #isIdle: () => Promise<boolean>;
  /** The last one when the process ended before it was known what became of it: nothing changes these hours any more. */
  #lost: Build | null = null;

  /**
   * @param remove rows, which are not used from then on
   * @param isIdle whether the store does nothing any more
   */
  constructor(remove: (siteId: number, rows: SiteRows) => Promise<void>, isIdle: () => Promise<boolean>) {
    this.#remove = remove;
    this.#isIdle = isIdle;
  }

  /** Resolves when none is under way of what is touched. @throws StoreUnavailable where one of it was lost */
  async over(touched: Touched): Promise<void> {
    for (const { siteId, hours, done } of this.#underWay) if (overlap(touched, siteId, hours)) await done;
    if (this.#lost !== null && overlap(touched, this.#lost.siteId, this.#lost.hours)) throw new StoreUnavailable('The server is stopping.');
  }

  /** Holds changes back until rows are made, or what may be left of them is removed. */
  async alone(given: Omit<Build, 'done'>, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    let finish: () => void = () => undefined;
    const build: Build = { ...given, done: new Promise((resolve) => {
      finish = resolve;
    }) };
    this.#underWay.add(build);
    try {
      await this.#remove(build.siteId, build.rows);
      try {
        await work();
      } catch (error) {
        await this.#takeBack(build, signal);
        throw error;
      }
    } finally {
      this.#underWay.delete(build);
      finish();
    }
  }

  /** Removes what a roll-up may have left, when nobody knows how far it came. Ends early, with its hours lost, when the process ends. */
  async #takeBack(build: Build, signal: AbortSignal): Promise<void> {
    this.#lost = build;
    while (!signal.aborted) {
      try {
        if (await this.#isIdle()) {
          await this.#remove(build.siteId, build.rows);
          this.#lost = null;
          return;
        }
      } catch {
        // The store is away; it will be back, and whoever wants to change these hours needs it as well.
      }
      await pause(POLL_MS);
    }
  }
}
