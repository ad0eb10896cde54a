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
  /** The first half of `take`, for batches that are worked on in pieces: enriches and encodes, and counts each as received. */
  prepare(arrivals: readonly Arrival[]): Prepared;
  /** The second half: keeps all pieces, and the rows beside them, or nothing. @throws as `take` */
  keep(pieces: readonly Prepared[], beside?: readonly JournalRow[]): Promise<void>;
}

/** Arrivals on their way into the journal. */
export interface Prepared {
  readonly rows: readonly JournalRow[];
  /** What each row came from. */
  readonly kept: readonly Arrival[];
  /** What was turned away, and counted as refused; with what enriching threw, if it did. */
  readonly refused: readonly { readonly arrival: Arrival; readonly reason: RefusalReason; readonly error?: unknown }[];
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

/** The one way from an admitted arrival into the journal, for beacons, pixels, server events and log lines alike. */
export function createIntake({ enricher, journal, ledger, log }: IntakeParts): Intake {
  const prepare = (arrivals: readonly Arrival[]): Prepared => {
    const rows: JournalRow[] = [];
    const kept: Arrival[] = [];
    const refused: Prepared['refused'][number][] = [];
    for (const arrival of arrivals) {
      ledger.received(arrival.site.id, arrival.receivedAt);
      try {
        const enriched = enricher.enrich(arrival);
        if (enriched.kind === 'refused') {
          ledger.refused(arrival.site.id, arrival.receivedAt, enriched.reason);
          refused.push({ arrival, reason: enriched.reason });
          continue;
        }
        rows.push(encode(enriched));
        kept.push(arrival);
      } catch (error) {
        ledger.refused(arrival.site.id, arrival.receivedAt, 'malformed');
        log.error({ err: error, url: arrival.url, agent: arrival.userAgent }, 'collect: could not enrich an arrival');
        refused.push({ arrival, reason: 'malformed', error });
      }
    }
    return { rows, kept, refused };
  };

  const keep = (pieces: readonly Prepared[], beside: readonly JournalRow[] = []): Promise<void> => {
    const rows = pieces.length === 1 && beside.length === 0 ? (pieces[0]?.rows ?? []) : [...pieces.flatMap((piece) => piece.rows), ...beside];
    if (rows.length === 0) return Promise.resolve();
    return journal.append(rows).catch((error: unknown) => {
      for (const { kept } of pieces) for (const arrival of kept) ledger.refused(arrival.site.id, arrival.receivedAt, 'journal_full');
      throw error;
    });
  };

  return {
    prepare,
    keep,
    take: (arrivals) => {
      const prepared = prepare(arrivals);
      const failed = prepared.rows.length === 0 ? prepared.refused.findLast(({ error }) => error !== undefined) : undefined;
      if (failed === undefined) return keep([prepared]);
      return Promise.reject(failed.error instanceof Error ? failed.error : new Error('enriching failed', { cause: failed.error }));
    },
  };
}
