/**
 * Which hours are rolled up, and the law by which none ever says something else than the visits that are stored.
 *
 * Invariants:
 * - A row of `rolled_hours` is right: whatever changes visits first removes, durably, the rows of the hours that it may touch (`change`), and an
 *   hour that a change under way may touch is not rolled up (`build`).
 * - A change waits for the roll-ups of its hours that are under way, which takes a second or two. A roll-up that nobody heard the end of
 *   counts as under way until the store does nothing any more, and what it may have left is removed.
 * - A change that nobody heard the end of counts as under way for a good while, and until the store does nothing any more.
 * - This process alone changes the store. Where several do, nothing is rolled up.
 * - Two visitors of a site never have the same number, and one never has two, as far as an hour that is rolled up knows of them: a number is taken
 *   away only when no hour has it.
 */
import { StoreRejected, StoreUnavailable } from '../failures.js';
import { HourSet } from './hour-set.js';
import type { RolledRows } from './rolled-rows.js';
import { type Touched, touches } from './touched.js';

/** What a question asks before and after. */
export interface KnownHours {
  has(siteId: number, hour: number): boolean;
  /** The hour of the site's first visit, or an earlier one; null where it is not known. */
  first(siteId: number): number | null;
  /** Another number whenever hours of the site may have been taken away. */
  version(siteId: number): number;
}

interface Change {
  readonly touched: Touched;
  /** When it failed, milliseconds; null while it runs. */
  failedAt: number | null;
}

interface Build {
  readonly siteId: number;
  readonly hours: HourSet;
  readonly done: Promise<void>;
}

/** A statement may wait in the store's line for as long before it runs, though whoever sent it is gone. */
const DOUBT_MS = 900_000;
const POLL_MS = 250;

const pause = (ms: number): Promise<void> => new Promise((resolve) => {
  setTimeout(resolve, ms);
});

export class RolledHours implements KnownHours {
  readonly rows: RolledRows;
  readonly #now: () => number;
  readonly #changes = new Set<Change>();
  readonly #builds = new Set<Build>();
  readonly #first = new Map<number, number>();
  readonly #versions = new Map<number, number>();
  /** Rows that are right. */
  #known = new Map<number, HourSet>();
  /** Rows that may be there, and are not to be used. */
  readonly #doubted = new Map<number, HourSet>();
  /** Of the last roll-up when the process ended before it was known what became of it: nothing changes these hours any more. */
  #lost: Build | null = null;
  #loading: Promise<void> | null = null;

  /** @param now milliseconds */
  constructor(rows: RolledRows, now: () => number) {
    this.rows = rows;
    this.#now = now;
  }

  has(siteId: number, hour: number): boolean {
    return this.#known.get(siteId)?.has(hour) ?? false;
  }

  first(siteId: number): number | null {
    return this.#first.get(siteId) ?? null;
  }

  version(siteId: number): number {
    return this.#versions.get(siteId) ?? 0;
  }

  /** @param hour of the site's first visit */
  setFirst(siteId: number, hour: number): void {
    this.#first.set(siteId, hour);
  }

  /** Reads what is rolled up, once. @throws as a question does */
  async load(): Promise<void> {
    this.#loading ??= this.#read();
    try {
      await this.#loading;
    } catch (error) {
      this.#loading = null;
      throw error;
    }
  }

  async #read(): Promise<void> {
    this.#known = await this.rows.read();
  }

  /**
   * Does what changes visits.
   * @param touched what it may touch
   * @param narrow told when nothing else is rolled up there: of what is touched, what is to be removed
   * @throws what the work throws; as a batch does when what it touches can not be removed, and then nothing is changed
   */
  async change<T>(touched: Touched, work: () => Promise<T>, narrow: () => Promise<Touched> = () => Promise.resolve(touched)): Promise<T> {
    const change: Change = { touched, failedAt: null };
    this.#changes.add(change);
    try {
      await this.load();
      for (const { siteId, hours, done } of this.#builds) if (overlap(touched, siteId, hours)) await done;
      if (this.#lost !== null && overlap(touched, this.#lost.siteId, this.#lost.hours)) throw new StoreUnavailable('The server is stopping.');
      await this.#remove(await narrow());
    } catch (error) {
      this.#changes.delete(change);
      throw error;
    }
    try {
      const result = await work();
      this.#changes.delete(change);
      return result;
    } catch (error) {
      if (error instanceof StoreRejected) this.#changes.delete(change);
      else change.failedAt = this.#now();
      throw error;
    }
  }

  /**
   * Rolls hours up that nothing changes.
   * @param work makes the rows of the hours that it is given
   * @returns how many those were
   * @throws what the work throws; nothing is left of it then
   */
  async build(siteId: number, wanted: readonly number[], work: (hours: readonly number[]) => Promise<void>, signal: AbortSignal): Promise<number> {
    await this.load();
    await this.#settle();
    const hours = wanted.filter((hour) => !this.has(siteId, hour) && ![...this.#changes].some(({ touched }) => touches(touched, siteId, hour)));
    if (hours.length === 0) return 0;
    let finish: () => void = () => undefined;
    const build: Build = { siteId, hours: HourSet.of(hours), done: new Promise((resolve) => {
      finish = resolve;
    }) };
    this.#builds.add(build);
    try {
      await this.#delete(new Map([[siteId, build.hours]]));
      try {
        await work(hours);
      } catch (error) {
        await this.#takeBack(build, signal);
        throw error;
      }
      const known = this.#known.get(siteId) ?? new HourSet();
      for (const hour of hours) known.add(hour);
      this.#known.set(siteId, known);
      return hours.length;
    } finally {
      this.#builds.delete(build);
      finish();
    }
  }

  /** Nothing of these hours is used from now on, nor is it there when this resolves. */
  async #remove(touched: Touched): Promise<void> {
    const going = new Map<number, HourSet>();
    const sites = touched === 'everything' ? new Set([...this.#known.keys(), ...this.#doubted.keys()]) : touched.keys();
    for (const siteId of sites) {
      const rows = [this.#known.get(siteId) ?? new HourSet(), this.#doubted.get(siteId) ?? new HourSet()];
      const own = touched === 'everything' ? 'all' : (touched.get(siteId) ?? 'all');
      const some = HourSet.of(own === 'all' ? rows.flatMap((set) => [...set]) : [...own].filter((hour) => rows.some((set) => set.has(hour))));
      if (!some.isEmpty) going.set(siteId, some);
    }
    if (going.size > 0) await this.#delete(going);
  }

  async #delete(going: ReadonlyMap<number, HourSet>): Promise<void> {
    for (const [siteId, hours] of going) {
      const known = this.#known.get(siteId) ?? new HourSet();
      const doubted = this.#doubted.get(siteId) ?? new HourSet();
      let inUse = false;
      for (const hour of hours) {
        inUse ||= known.has(hour);
        known.delete(hour);
        doubted.add(hour);
      }
      this.#doubted.set(siteId, doubted);
      if (inUse) this.#versions.set(siteId, this.version(siteId) + 1);
    }
    for (const [siteId, hours] of going) {
      const list = [...hours];
      await this.rows.remove(siteId, list);
      const doubted = this.#doubted.get(siteId);
      for (const hour of list) doubted?.delete(hour);
    }
  }

  /** Removes what a roll-up may have left, when nobody knows how far it came. Ends early, with the hours lost, when the process ends. */
  async #takeBack(build: Build, signal: AbortSignal): Promise<void> {
    this.#lost = build;
    while (!signal.aborted) {
      try {
        if (await this.rows.isIdle()) {
          await this.#delete(new Map([[build.siteId, build.hours]]));
          this.#lost = null;
          return;
        }
      } catch {
        // The store is away; it will be back, and whoever wants to change these hours needs it as well.
      }
      await pause(POLL_MS);
    }
  }

  /** Changes that failed long ago are over when nothing changes anything now. */
  async #settle(): Promise<void> {
    const old = [...this.#changes].filter(({ failedAt }) => failedAt !== null && this.#now() - failedAt >= DOUBT_MS);
    if (old.length > 0 && (await this.rows.isIdle())) for (const change of old) this.#changes.delete(change);
  }
}

function overlap(touched: Touched, siteId: number, hours: HourSet): boolean {
  if (touched === 'everything') return true;
  const own = touched.get(siteId);
  if (own === undefined) return false;
  if (own === 'all') return true;
  for (const hour of hours) if (own.has(hour)) return true;
  return false;
}
