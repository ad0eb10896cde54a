import type { RefusalReason } from '@footfall/contract';
import type { Logger } from 'pino';
import type { Arrival } from '../enrich/arrival.js';
import type { Enriched } from '../enrich/enrich.js';
import { type RowBlock, RowBlocks } from '../journal/row-block.js';
import { writeEvent } from '../journal/event-row.js';
import { writeSpiderHit } from '../journal/spider-row.js';
import { writeVisit } from '../journal/visit-row.js';
import type { Ledger } from './ledger.js';
import type { Repeats } from './repeats.js';

export interface Intake {
  /**
   * Enriches, encodes and keeps; resolves when all of them are safe on disk. Each counts as received, and as refused when
   * it is not kept. What goes to the disk together has one promise.
   * @throws FootfallError 'journal.full', 'server.stopping': none of them is kept. What enriching threw, when nothing is left.
   */
  take(arrivals: readonly Arrival[]): Promise<void>;
  /** Begins what `take` does at once, for batches that are worked on in pieces. */
  begin(): Prepared;
  /** Enriches and encodes some more. Nothing is counted before they are kept. @returns those that were turned away */
  prepare(arrivals: readonly Arrival[], into: Prepared): readonly TurnedAway[];
  /** Keeps all that was prepared, or nothing; counts each. @throws as `take` */
  keep(prepared: Prepared): Promise<void>;
}

/**
 * Arrivals on their way into the journal. Nothing of them is held but what is to be written: a busy server waits for the disk
 * with thousands of them in memory, and its collector of garbage moves what lives that long.
 */
export interface Prepared {
  /** To which others may be added that belong in the same frame. */
  readonly block: RowBlock;
  /** Where the rows came from. */
  readonly kept: Tally[];
  readonly refused: TurnedAway[];
}

/** What counts as refused; with what enriching threw, if it did. */
interface TurnedAway {
  readonly arrival: Arrival;
  readonly reason: RefusalReason;
  readonly error?: unknown;
}

/** Neighbours of one site that were received at one time. */
interface Tally {
  readonly siteId: number;
  /** Milliseconds UTC. */
  readonly receivedAt: number;
  num: number;
}

export interface IntakeParts {
  readonly enricher: { enrich(arrival: Arrival): Enriched };
  /** Absent where nothing is worth remembering. */
  readonly repeats?: Repeats | undefined;
  readonly journal: { append(rows: RowBlock): Promise<void> };
  readonly ledger: Ledger;
  readonly log: Logger;
}

function write(enriched: Exclude<Enriched, { kind: 'refused' }>, block: RowBlock): void {
  if (enriched.kind === 'visit') block.write('visits', writeVisit, enriched.visit);
  else if (enriched.kind === 'spider') block.write('spider_hits', writeSpiderHit, enriched.hit);
  else block.write('events', writeEvent, enriched.event);
}

function addTo(tallies: Tally[], siteId: number, receivedAt: number, num: number): void {
  const last = tallies.at(-1);
  if (last !== undefined && last.siteId === siteId && last.receivedAt === receivedAt) last.num += num;
  else tallies.push({ siteId, receivedAt, num });
}

/** The one way from an admitted arrival into the journal, for beacons, pixels, server events and log lines alike. */
export function createIntake({ enricher, repeats, journal, ledger, log }: IntakeParts): Intake {
  const blocks = new RowBlocks();
  const begin = (): Prepared => ({ block: blocks.take(), kept: [], refused: [] });

  const prepare = (arrivals: readonly Arrival[], { block, kept, refused }: Prepared): readonly TurnedAway[] => {
    const before = refused.length;
    for (const arrival of arrivals) {
      try {
        const enriched = repeats?.write(arrival, block) === true ? null : enricher.enrich(arrival);
        if (enriched?.kind === 'refused') {
          refused.push({ arrival, reason: enriched.reason });
          continue;
        }
        if (enriched !== null) {
          write(enriched, block);
          repeats?.note(arrival, enriched);
        }
        addTo(kept, arrival.site.id, arrival.receivedAt, 1);
      } catch (error) {
        log.error({ err: error, url: arrival.url, agent: arrival.userAgent }, 'collect: could not enrich an arrival');
        refused.push({ arrival, reason: 'malformed', error });
      }
    }
    return refused.slice(before);
  };

  const count = ({ kept, refused }: Prepared): void => {
    for (const { siteId, receivedAt, num } of kept) ledger.received(siteId, receivedAt, num);
    for (const { arrival, reason } of refused) {
      ledger.received(arrival.site.id, arrival.receivedAt);
      ledger.refused(arrival.site.id, arrival.receivedAt, reason);
    }
  };

  let latest: { readonly safe: Promise<void>; readonly kept: Tally[] } | null = null;

  /** What the commit that `safe` tells of is to keep; counted as refused if it fails. */
  const keptBy = (safe: Promise<void>): Tally[] => {
    if (latest?.safe === safe) return latest.kept;
    const kept: Tally[] = [];
    latest = { safe, kept };
    safe.catch(() => {
      if (latest?.safe === safe) latest = null;
      for (const { siteId, receivedAt, num } of kept) ledger.refused(siteId, receivedAt, 'journal_full', num);
    });
    return kept;
  };

  const keep = (prepared: Prepared): Promise<void> => {
    const { block } = prepared;
    const safe = block.rows === 0 ? Promise.resolve() : journal.append(block);
    blocks.give(block);
    // After the call, so that the counts go with these rows, into the same frame, and not with rows before them.
    count(prepared);
    const kept = keptBy(safe);
    for (const { siteId, receivedAt, num } of prepared.kept) addTo(kept, siteId, receivedAt, num);
    return safe;
  };

  return {
    begin,
    prepare,
    keep,
    take: (arrivals) => {
      const prepared = begin();
      prepare(arrivals, prepared);
      const failed = prepared.block.rows === 0 ? prepared.refused.findLast(({ error }) => error !== undefined) : undefined;
      const kept = keep(prepared);
      if (failed === undefined) return kept;
      return Promise.reject(failed.error instanceof Error ? failed.error : new Error('enriching failed', { cause: failed.error }));
    },
  };
}
