/**
 * What is done with stored data on a clock: what is older than a site keeps is removed, and the data of deleted sites is erased.
 *
 * Invariants:
 * - What is to be erased is written down in the metadata store with the deletion itself. It is taken up by whichever process runs, and
 *   again after a crash, until it was found done.
 * - Erased counts as done only when nothing of the site was found any more, a while after it was asked for: what was on its way in when the
 *   site was deleted is stored by then, and gone too.
 * - One run at a time; a run that fails is tried again with the next tick.
 */
import type { Logger } from 'pino';
import type { KeptLetters } from './flush/kept-letters.js';
import type { SiteDirectory } from './metadata/site-directory.js';
import type { Sites } from './metadata/sites.js';
import { addDays, type Zone } from './questions/zone.js';
import type { Warehouse } from './warehouse/client.js';

export interface HousekeepingOptions {
  readonly sites: Pick<Sites, 'erasures' | 'erased'>;
  readonly directory: Pick<SiteDirectory, 'all' | 'reload'>;
  readonly warehouse: Pick<Warehouse, 'eraseSite' | 'removeExpired'>;
  /** Rows that the store refused. */
  readonly letters: KeptLetters;
  /** Resolves when everything that was taken so far can be seen in the store. */
  readonly drained: () => Promise<void>;
  readonly zones: (name: string) => Zone;
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly log: Logger;
  /** Milliseconds between two ticks. */
  readonly everyMs?: number;
}

export interface Housekeeping {
  /** Does what is due, now. Never rejects. */
  run(): Promise<void>;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
}

const MINUTE = 60_000;
/** What was admitted before a site was deleted is in the journal long before that: server events wait for the store at most. */
const SETTLED_AFTER = MINUTE;
/** Days begin in some zone every quarter of an hour, and imported logs may be old at any time. */
const EXPIRE_EVERY = 15 * MINUTE;

/** Begins with a run at once, then ticks. */
export function startHousekeeping({ sites, directory, warehouse, letters, drained, zones, now, log, everyMs = MINUTE }: HousekeepingOptions): Housekeeping {
  let stopped = false;
  let onStop: () => void = () => undefined;
  const stopping = new Promise<void>((resolve) => {
    onStop = resolve;
  });
  let running: Promise<void> = Promise.resolve();
  let expiredAt = Number.NEGATIVE_INFINITY;

  async function erase(): Promise<void> {
    for (const { siteId, domain, askedAt } of await sites.erasures()) {
      if (stopped) return;
      const begun = now();
      // Another process may have deleted it: from here on this one takes nothing for it either.
      await directory.reload();
      // A store that is away may keep this waiting for ever, and whoever stops the server with it.
      await Promise.race([drained(), stopping]);
      if (stopped) return;
      const found = (await warehouse.eraseSite(siteId)) + (await letters.remove((row) => row?.['site_id'] === siteId));
      if (found > 0) log.info({ site: siteId, domain, rows: found }, 'erased the data of a deleted site');
      else if (begun - askedAt >= SETTLED_AFTER) await sites.erased(siteId);
    }
  }

  /** The first instant of the oldest local day that a site keeps. */
  function firstKept(timeZone: string, days: number): number {
    const zone = zones(timeZone);
    return zone.first(`${addDays(zone.text(now()), -days)} 00:00:00`);
  }

  async function expire(): Promise<void> {
    if (stopped || now() - expiredAt < EXPIRE_EVERY) return;
    const keeping = directory.all().filter(({ rules }) => rules.retentionDays > 0);
    const expiries = keeping.map(({ id, timeZone, rules }) => ({ siteId: id, before: firstKept(timeZone, rules.retentionDays) }));
    await warehouse.removeExpired(expiries);
    const before = new Map<unknown, number>(expiries.map((expiry) => [expiry.siteId, expiry.before]));
    await letters.remove((row) => {
      const createdAt = row?.['created_at'];
      return typeof createdAt === 'number' && createdAt < (before.get(row?.['site_id']) ?? Number.NEGATIVE_INFINITY);
    });
    expiredAt = now();
  }

  async function once(): Promise<void> {
    for (const work of [erase, expire]) {
      try {
        if (!stopped) await work();
      } catch (error) {
        log.warn({ err: error }, 'old or deleted data could not be removed; it is tried again');
      }
    }
  }

  const run = (): Promise<void> => {
    running = running.then(once);
    return running;
  };
  const ticking = setInterval(() => void run(), everyMs).unref();
  void run();
  return {
    run,
    async stop() {
      stopped = true;
      onStop();
      clearInterval(ticking);
      await running;
    },
  };
}
