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
 * - What a span (a day, a month) has a row for, all its hours have rows for; it goes with any of them. So it is with what is added up by value.
 * - Two visitors of a site never have the same number, and one never has two, as far as an hour that is rolled up knows of them: a number is taken
 *   away only when no hour has it.
 */
import { DOUBT_MS, StoreRejected } from '../failures.js';
import { HourSet } from './hour-set.js';
import { keptLists, type KeptLists } from './kept-lists.js';
import { KeptNumbers } from './kept-numbers.js';
import type { KnownHours } from './known-hours.js';
import { RolledBuilds } from './rolled-builds.js';
import type { RolledRows } from './rolled-rows.js';
import { RolledSite, type SiteRows } from './rolled-site.js';
import { hoursOf, type Span } from './span-set.js';
import { type Touched, touches } from './touched.js';

interface Change {
  readonly touched: Touched;
  /** When it failed, milliseconds; null while it runs. */
  failedAt: number | null;
}

export class RolledHours implements KnownHours {
  readonly rows: RolledRows;
  readonly counts: KeptLists['counts'];
  readonly addresses: KeptLists['addresses'];
  readonly periods: KeptLists['periods'];
  readonly suspects: KeptLists['suspects'];
  readonly series: KeptLists['series'];
  readonly sites: KeptLists['sites'];
  readonly rests: KeptLists['rests'];
  readonly panels: KeptLists['panels'];
  readonly numbers = new KeptNumbers();
  readonly #now: () => number;
  readonly #changes = new Set<Change>();
  readonly #builds: RolledBuilds;
  readonly #sites = new Map<number, RolledSite>();
  #loading: Promise<void> | null = null;

  /** @param now milliseconds */
  constructor(rows: RolledRows, now: () => number) {
    this.rows = rows;
    this.#now = now;
    const underWay = (): Touched[] => [...this.#changes].map(({ touched }) => touched);
    ({ counts: this.counts, addresses: this.addresses, periods: this.periods, suspects: this.suspects, series: this.series, sites: this.sites, rests: this.rests, panels: this.panels } = keptLists(underWay));
    this.#builds = new RolledBuilds((siteId, made) => this.#delete(siteId, made), () => rows.isIdle());
  }

  #site(siteId: number): RolledSite {
    const site = this.#sites.get(siteId) ?? new RolledSite();
    this.#sites.set(siteId, site);
    return site;
  }

  has(siteId: number, hour: number): boolean {
    return this.#sites.get(siteId)?.hours.has(hour) ?? false;
  }

  spansAt(siteId: number, hour: number): readonly number[] {
    return this.#sites.get(siteId)?.spans.at(hour) ?? [];
  }

  valuesAt(siteId: number, hour: number): readonly number[] {
    return this.#sites.get(siteId)?.values.at(hour) ?? [];
  }

  first(siteId: number): number | null {
    return this.#sites.get(siteId)?.first ?? null;
  }

  version(siteId: number): number {
    return (this.#sites.get(siteId)?.version ?? 0) + this.numbers.version(siteId);
  }

  leastHours(siteId: number): number {
    return this.#sites.get(siteId)?.leastHours ?? 0;
  }

  /** @param hour none before it is rolled up. @param leastHours see KnownHours */
  setFirst(siteId: number, hour: number, leastHours = 0): void {
    const site = this.#site(siteId);
    site.first = hour;
    site.leastHours = leastHours;
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
    for (const [siteId, { hours, spans, values }] of await this.rows.read()) {
      const site = new RolledSite(hours, spans, values);
      site.first = [...hours].reduce<number | null>((first, hour) => Math.min(first ?? hour, hour), null);
      this.#sites.set(siteId, site);
    }
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
    this.#touch(touched);
    try {
      await this.load();
      await this.#builds.over(touched);
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
    } finally {
      this.#touch(touched);
    }
  }

  /** Numbers that no hour has any more go: nothing is left of a visitor who was erased. @throws as changing rows does */
  async removeNumbers(siteIds: readonly number[]): Promise<void> {
    for (const siteId of siteIds) this.numbers.forget(siteId);
    try {
      await this.rows.removeNumbers(siteIds);
      for (const siteId of siteIds) this.numbers.forget(siteId);
    } catch (error) {
      for (const siteId of siteIds) this.numbers.doubt(siteId);
      throw error;
    }
  }

  /** Nothing that is kept may say any more what was there before. With all of a site its numbers may go as well. */
  #touch(touched: Touched): void {
    for (const kept of [this.counts, this.addresses, this.periods, this.suspects, this.series, this.sites, this.rests, this.panels]) kept.touch(touched);
    if (touched === 'everything') this.numbers.forgetAll();
    else for (const [siteId, hours] of touched) if (hours === 'all') this.numbers.forget(siteId);
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
    const hours = wanted.filter((hour) => !this.has(siteId, hour) && this.#isQuiet(siteId, hour));
    if (hours.length === 0) return 0;
    const set = HourSet.of(hours);
    await this.#builds.alone({ siteId, hours: set, rows: { hours: set, spans: [], values: [] } }, async () => {
      await work(hours);
      this.numbers.given(siteId);
      for (const hour of hours) this.#site(siteId).hours.add(hour);
    }, signal);
    return hours.length;
  }

  /** Adds hours that are rolled up to spans. As `build`. */
  buildSpans(siteId: number, wanted: readonly Span[], work: (spans: readonly Span[]) => Promise<void>, signal: AbortSignal): Promise<number> {
    return this.#buildSpans('spans', siteId, wanted, work, signal);
  }

  /** Adds spans up by value whose hours are rolled up. As `build`. */
  buildValues(siteId: number, wanted: readonly Span[], work: (spans: readonly Span[]) => Promise<void>, signal: AbortSignal): Promise<number> {
    return this.#buildSpans('values', siteId, wanted, work, signal);
  }

  async #buildSpans(what: 'spans' | 'values', siteId: number, wanted: readonly Span[], work: (spans: readonly Span[]) => Promise<void>, signal: AbortSignal): Promise<number> {
    await this.load();
    await this.#settle();
    const spans = wanted.filter((span) => !this.#site(siteId)[what].has(span) && hoursOf(span).every((hour) => this.has(siteId, hour) && this.#isQuiet(siteId, hour)));
    if (spans.length === 0) return 0;
    await this.#builds.alone({ siteId, hours: HourSet.of(spans.flatMap(hoursOf)), rows: { hours: new HourSet(), spans: [], values: [], [what]: spans } }, async () => {
      await work(spans);
      for (const span of spans) this.#site(siteId)[what].add(span);
    }, signal);
    return spans.length;
  }

  /** What longer spans that are added up by value have as well goes. @throws as changing rows does */
  removeValues(siteId: number, values: readonly Span[]): Promise<void> {
    return this.#delete(siteId, { hours: new HourSet(), spans: [], values });
  }

  #isQuiet(siteId: number, hour: number): boolean {
    for (const { touched } of this.#changes) if (touches(touched, siteId, hour)) return false;
    return true;
  }

  /** Nothing of these hours is used from now on, nor is it there when this resolves. */
  async #remove(touched: Touched): Promise<void> {
    const going = [...this.#sites].flatMap(([siteId, site]): [number, SiteRows][] => {
      const some = touched === 'everything' ? 'all' : touched.get(siteId);
      return some === undefined ? [] : [[siteId, site.rowsOf(some)]];
    });
    for (const [siteId, rows] of going) this.#site(siteId).doubt(rows);
    for (const [siteId, rows] of going) await this.#delete(siteId, rows);
  }

  async #delete(siteId: number, rows: SiteRows): Promise<void> {
    const site = this.#site(siteId);
    site.doubt(rows);
    await this.rows.remove(siteId, rows);
    site.forget(rows);
  }

  /** Changes that failed long ago are over when nothing changes anything now. */
  async #settle(): Promise<void> {
    const old = [...this.#changes].filter(({ failedAt }) => failedAt !== null && this.#now() - failedAt >= DOUBT_MS);
    if (old.length > 0 && (await this.rows.isIdle())) for (const change of old) this.#changes.delete(change);
  }
}
