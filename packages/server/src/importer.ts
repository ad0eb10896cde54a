import { join } from 'node:path';
import type { RefusalReason } from '@footfall/contract';
import type { Parts } from './deps.js';
import type { CountedSite } from './enrich/site.js';
import type { FormatChoice } from './logs/choose-format.js';
import { logClient } from './logs/client.js';
import { fileCheckpoints } from './logs/follow/checkpoint.js';
import { followSource } from './logs/follow/follow-source.js';
import { importLog, type ImportOptions, type ImportProgress } from './logs/import.js';
import type { ImportReport } from './logs/report.js';
import type { LogSource } from './logs/source.js';
import { StoredHours } from './logs/stored-hours.js';
import { createTurns, type Turns } from './logs/turns.js';
import { OperatorError } from './operator-error.js';

interface Job extends FormatChoice {
  /** A registered domain or alias. */
  readonly domain: string;
  /** Leaves out the page views of people. */
  readonly crawlersOnly?: boolean | undefined;
  readonly progress?: (progress: ImportProgress) => void;
}

export interface ImportJob extends Job {
  readonly sources: Iterable<LogSource> | AsyncIterable<LogSource>;
  /** Tells what would become of the lines, and stores nothing. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

export interface FollowJob extends Job {
  /** An absolute path. */
  readonly path: string;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Both reject with OperatorError when there is no such site, NoSuchFormat, and what `importLog` rejects with. */
export interface Importer {
  import(job: ImportJob): Promise<ImportReport>;
  /** Imports a log as it grows, until the signal; resolves with the report of all that was read since the call. */
  follow(job: FollowJob): Promise<ImportReport>;
}

/** Counts in the ledger what an import refuses, as it goes on; what it takes is counted where it is taken. */
function ledgerOf(parts: Parts, siteId: number): (report: ImportReport) => void {
  const counted = new Map<string, number>();
  return ({ refused }) => {
    for (const [reason, total] of Object.entries(refused) as [RefusalReason, number][]) {
      const fresh = total - (counted.get(reason) ?? 0);
      if (fresh === 0) continue;
      counted.set(reason, total);
      parts.ledger.received(siteId, Date.now(), fresh);
      parts.ledger.refused(siteId, Date.now(), reason, fresh);
    }
  };
}

/** Bytes that may wait to be stored while an import goes on: enough that the store is never idle, far from the journal's budget. */
const WAITING_BYTES = 192 * 1024 * 1024;
const LOOK_AGAIN_MS = 25;
/** Ids that a dry run remembers, to know a line again that two of its files hold. */
const DRY_IDS = 2_000_000;

/** Waits while the store is behind. */
async function roomIn(parts: Parts, signal: AbortSignal | undefined): Promise<void> {
  while (parts.journal.status().waitingBytes > WAITING_BYTES) {
    signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** How an import keeps what it reads: for good, or in a dry run not at all. */
type Keeping = Pick<ImportOptions, 'intake' | 'known' | 'settled' | 'room' | 'progress'>;

function keepingIn(parts: Parts, site: CountedSite, signal: AbortSignal | undefined): Keeping {
  return {
    intake: {
      take(arrivals) {
        // Deleted meanwhile: what is to be erased must not come back.
        if (parts.directory.byId(site.id) === undefined) throw new OperatorError(`the site ${site.domain} was deleted while its log was imported.`);
        return parts.intake.take(arrivals);
      },
    },
    known: (ids, { id }, from, to) => parts.warehouse.knownIds(id, ids, from, to),
    settled: () => parts.flusher.drained(),
    room: () => roomIn(parts, signal),
    progress: ledgerOf(parts, site.id),
  };
}

function keepingNothing(parts: Parts): Keeping {
  const seen = new Set<string>();
  return {
    intake: {
      take: async (arrivals) => {
        for (const { id } of arrivals) if (seen.size < DRY_IDS) seen.add(id);
      },
    },
    known: async (ids, { id }, from, to) => {
      const stored = await parts.warehouse.knownIds(id, ids, from, to);
      return new Set(ids.filter((one) => stored.has(one) || seen.has(one)));
    },
  };
}

/**
 * Imports access logs. Which lines are known already is asked of the store, so imports take turns, and whoever's turn it is finds everything of those
 * before there; a log that is followed gives up its turn whenever there is nothing more to read.
 */
export function createImporter(parts: Parts): Importer {
  const turns = createTurns();

  function siteOf(domain: string): CountedSite {
    const site = parts.directory.byDomain(domain);
    if (site !== undefined) return site;
    const known = parts.directory.all().map((one) => one.domain);
    throw new OperatorError(`there is no site ${domain}: add it in the console under Websites${known.length === 0 ? '' : `, or name one of ${known.slice(0, 20).join(', ')}`}.`);
  }

  async function run(job: ImportJob, site: CountedSite): Promise<ImportReport> {
    const keeping = job.dryRun === true ? keepingNothing(parts) : keepingIn(parts, site, job.signal);
    const stored = new StoredHours();
    const progress = (report: ImportProgress): void => {
      keeping.progress?.(report);
      job.progress?.(report);
    };
    const report = await importLog({
      ...keeping, sources: job.sources, site, stored, progress, signal: job.signal, now: Date.now, crawlersOnly: job.crawlersOnly,
      format: { format: job.format, dateFormat: job.dateFormat, timeFormat: job.timeFormat },
      isCrawler: (agent) => parts.enricher.classify(agent) !== null,
      client: logClient(parts.config.trustProxy),
      turns: turnsOf(turns, site, stored),
    });
    // Sessions of what is stored already are looked at while the rest is being stored: neither takes all of the machine.
    await Promise.all([parts.flusher.drained(), parts.sessionRepair.settled()]);
    await parts.sessionRepair.settled();
    return report;
  }

  /** A turn begins when all of those before can be seen in the store, and with the hours that it has by then. */
  function turnsOf(all: Turns, site: CountedSite, stored: StoredHours): NonNullable<ImportOptions['turns']> {
    let release: (() => void) | null = null;
    let turn = -1;
    return {
      async begin() {
        const mine = await all.enter();
        try {
          if (mine.number !== turn + 1) {
            await parts.flusher.drained();
            stored.addAll(new StoredHours(await parts.warehouse.logHours(site.id)));
          }
          turn = mine.number;
          release = () => mine.leave();
        } catch (error) {
          mine.leave();
          throw error;
        }
      },
      async end() {
        release?.();
        release = null;
      },
    };
  }

  return {
    async import(job) {
      return run(job, siteOf(job.domain));
    },
    async follow({ path, signal, ...job }) {
      const site = siteOf(job.domain);
      const checkpoints = fileCheckpoints(join(parts.config.dataFolder, 'follow'), site.domain, path);
      return run({ ...job, sources: [followSource({ path, checkpoints, signal })] }, site);
    },
  };
}
