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
      try {
        const enriched = enricher.enrich(arrival);
        if (enriched.kind === 'refused') {
          refused.push({ arrival, reason: enriched.reason });
          continue;
        }
        rows.push(encode(enriched));
        kept.push(arrival);
      } catch (error) {
        log.error({ err: error, url: arrival.url, agent: arrival.userAgent }, 'collect: could not enrich an arrival');
        refused.push({ arrival, reason: 'malformed', error });
      }
    }
    return { rows, kept, refused };
  };

  const count = ({ kept, refused }: Prepared): void => {
    for (const { site, receivedAt } of kept) ledger.received(site.id, receivedAt);
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
    return safe.catch((error: unknown) => {
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
      const kept = keep([prepared]);
      if (failed === undefined) return kept;
      return Promise.reject(failed.error instanceof Error ? failed.error : new Error('enriching failed', { cause: failed.error }));
    },
  };
}
