import type { RefusalReason } from '@footfall/contract';
import { EVENT_COLUMNS, EVENT_ID_COLUMNS } from './event-row.js';
import type { Columns, JournalRow } from './row.js';
import { encodeTail } from './row-text.js';
import { SPIDER_COLUMNS } from './spider-row.js';
import { VISIT_COLUMNS } from './visit-row.js';

/** What was received, or refused for a reason, of one site in one minute: an amount to add to that minute's sum. */
export interface LedgerEntry {
  /** 0 when it is not known which site it was for. */
  readonly site_id: number;
  /** Start of the minute in which it was received: seconds UTC. */
  readonly minute: number;
  readonly outcome: 'received' | 'refused';
  /** '' when received. */
  readonly reason: RefusalReason | '';
  readonly num: number;
}

/** Columns of `ledger` in the order in which encodeLedgerEntry writes them. */
export const LEDGER_COLUMNS = ['batch_id', 'site_id', 'minute', 'outcome', 'reason', 'num'] as const satisfies readonly ('batch_id' | keyof LedgerEntry)[];

/** A ledger entry as a row; the minute stays integer seconds, which DateTime reads. */
export function encodeLedgerEntry(entry: LedgerEntry): JournalRow {
  return { table: 'ledger', tail: encodeTail([entry.site_id, entry.minute, entry.outcome, entry.reason, entry.num]) };
}

/** The columns that this version writes. */
export const CURRENT_COLUMNS: Columns = Object.freeze({ visits: VISIT_COLUMNS, spider_hits: SPIDER_COLUMNS, events: EVENT_COLUMNS, event_ids: EVENT_ID_COLUMNS, ledger: LEDGER_COLUMNS });
