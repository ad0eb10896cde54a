import type { RefusalReason } from '@footfall/contract';
import type { Logger } from 'pino';
import type { Arrival } from '../enrich/arrival.js';
import type { Enriched } from '../enrich/enrich.js';
import type { JournalRow } from '../journal/row.js';
import { encodeEvent } from '../journal/event-row.js';
import { encodeSpiderHit } from '../journal/spider-row.js';
import { encodeVisit } from '../journal/visit-row.js';
import type { Ledger } from './ledger.js';

export interface Intake {
  /**
   * Enriches, encodes and keeps; resolves when all of them are safe on disk. Each counts as received, and as refused when
   * it is not kept.
   * @throws FootfallError 'journal.full', 'server.stopping': none of them is kept. What enriching threw, when nothing is left.
   */
  take(arrivals: readonly Arrival[]): Promise<void>;
  /** The first half of `take`, for batches that are worked on in pieces: enriches and encodes. Nothing is counted before they are kept. */
  prepare(arrivals: readonly Arrival[]): Prepared;
  /** The second half: keeps all pieces, and the rows beside them, or nothing; counts each. @throws as `take` */
  keep(pieces: readonly Prepared[], beside?: readonly JournalRow[]): Promise<void>;
}

/**
 * Arrivals on their way into the journal. Nothing of them is held but what is to be written: a busy server waits for the disk
 * with thousands of them in memory, and its collector of garbage moves what lives that long.
 */
export interface Prepared {
  readonly rows: readonly JournalRow[];
  /** Where the rows came from. */
  readonly kept: readonly Tally[];
  /** What was turned away, and counted as refused; with what enriching threw, if it did. */
  readonly refused: readonly { readonly arrival: Arrival; readonly reason: RefusalReason; readonly error?: unknown }[];
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
  readonly journal: { append(rows: readonly JournalRow[]): Promise<void> };
  readonly ledger: Ledger;
  readonly log: Logger;
}

function encode(enriched: Exclude<Enriched, { kind: 'refused' }>): JournalRow {
  if (enriched.kind === 'visit') return encodeVisit(enriched.visit);
  return enriched.kind === 'spider' ? encodeSpiderHit(enriched.hit) : encodeEvent(enriched.event);
}

function addTo(tallies: Tally[], { site: { id: siteId }, receivedAt }: Arrival): void {
  const last = tallies.at(-1);
  if (last !== undefined && last.siteId === siteId && last.receivedAt === receivedAt) last.num += 1;
  else tallies.push({ siteId, receivedAt, num: 1 });
}

/** The one way from an admitted arrival into the journal, for beacons, pixels, server events and log lines alike. */
export function createIntake({ enricher, journal, ledger, log }: IntakeParts): Intake {
  const prepare = (arrivals: readonly Arrival[]): Prepared => {
    const rows: JournalRow[] = [];
    const kept: Tally[] = [];
    const refused: Prepared['refused'][number][] = [];
    for (const arrival of arrivals) {
      try {
        const enriched = enricher.enrich(arrival);
        if (enriched.kind === 'refused') {
          refused.push({ arrival, reason: enriched.reason });
          continue;
        }
        rows.push(encode(enriched));
        addTo(kept, arrival);
      } catch (error) {
        log.error({ err: error, url: arrival.url, agent: arrival.userAgent }, 'collect: could not enrich an arrival');
        refused.push({ arrival, reason: 'malformed', error });
      }
    }
    return { rows, kept, refused };
  };

  const count = ({ kept, refused }: Prepared): void => {
    for (const { siteId, receivedAt, num } of kept) ledger.received(siteId, receivedAt, num);
    for (const { arrival, reason } of refused) {
      ledger.received(arrival.site.id, arrival.receivedAt);
      ledger.refused(arrival.site.id, arrival.receivedAt, reason);
    }
  };

  const keep = (pieces: readonly Prepared[], beside: readonly JournalRow[] = []): Promise<void> => {
    const rows = pieces.length === 1 && beside.length === 0 ? (pieces[0]?.rows ?? []) : [...pieces.flatMap((piece) => piece.rows), ...beside];
    const safe = rows.length === 0 ? Promise.resolve() : journal.append(rows);
    // After the call, so that the counts go with these rows, into the same frame, and not with rows before them.
    for (const piece of pieces) count(piece);
    // Not the rows themselves: their text is the journal's by now.
    const counted = pieces.map(({ kept }) => kept);
    return safe.catch((error: unknown) => {
      for (const kept of counted) for (const { siteId, receivedAt, num } of kept) ledger.refused(siteId, receivedAt, 'journal_full', num);
      throw error;
    });
  };

  return {
    prepare,
    keep,
    take: (arrivals) => {
      const prepared = prepare(arrivals);
      const failed = prepared.rows.length === 0 ? prepared.refused.findLast(({ error }) => error !== undefined) : undefined;
      const kept = keep([prepared]);
      if (failed === undefined) return kept;
      return Promise.reject(failed.error instanceof Error ? failed.error : new Error('enriching failed', { cause: failed.error }));
    },
  };
}
