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

/** The one way from an admitted arrival into the journal, for beacons and log lines alike. */
export function createIntake({ enricher, journal, ledger, log }: IntakeParts): Intake {
  return {
    take: (arrivals) => {
      const rows: JournalRow[] = [];
      const kept: Arrival[] = [];
      let failure: unknown;
      for (const arrival of arrivals) {
        ledger.received(arrival.site.id, arrival.receivedAt);
        try {
          const enriched = enricher.enrich(arrival);
          if (enriched.kind === 'refused') {
            ledger.refused(arrival.site.id, arrival.receivedAt, enriched.reason);
            continue;
          }
          rows.push(encode(enriched));
          kept.push(arrival);
        } catch (error) {
          ledger.refused(arrival.site.id, arrival.receivedAt, 'malformed');
          log.error({ err: error, url: arrival.url, agent: arrival.userAgent }, 'collect: could not enrich an arrival');
          failure = error;
        }
      }
      if (rows.length === 0) return failure === undefined ? Promise.resolve() : Promise.reject(failure instanceof Error ? failure : new Error('enriching failed', { cause: failure }));
      return journal.append(rows).catch((error: unknown) => {
        for (const arrival of kept) ledger.refused(arrival.site.id, arrival.receivedAt, 'journal_full');
        throw error;
      });
    },
  };
}
