import type { RefusalReason } from '@footfall/contract';
import { encodeLedgerEntry, type LedgerEntry } from '../journal/ledger-row.js';
import type { Beside } from '../journal/options.js';

const MINUTE = 60_000;

/**
 * Counts of everything that arrives, until they are in the journal. Everything is received once; what is then turned
 * away is also refused once, for one reason: so received = stored + refused + waiting.
 */
export interface Ledger {
  /** @param siteId 0 when it is not known. @param at when it was received, milliseconds UTC. */
  received(siteId: number, at: number, num?: number): void;
  /** Counts a refusal of something that is also counted as received. */
  refused(siteId: number, at: number, reason: RefusalReason, num?: number): void;
  /** Everything counted since this ledger was made; it does not go down. */
  totals(): { readonly received: number; readonly refused: Readonly<Partial<Record<RefusalReason, number>>> };
  /** All counts so far as rows for the frame being written; they are counted again when it could not be. */
  take(): Beside;
}

/** Entries of one minute, so that the hot path is one look-up by number. */
interface Page {
  readonly minute: number;
  readonly received: Map<number, number>;
  readonly refused: Map<RefusalReason, Map<number, number>>;
}

const add = (counts: Map<number, number>, site: number, num: number): void => {
  counts.set(site, (counts.get(site) ?? 0) + num);
};

function entriesOf(page: Page): LedgerEntry[] {
  const minute = page.minute / 1_000;
  const entries: LedgerEntry[] = [];
  for (const [site_id, num] of page.received) entries.push({ site_id, minute, outcome: 'received', reason: '', num });
  for (const [reason, counts] of page.refused) for (const [site_id, num] of counts) entries.push({ site_id, minute, outcome: 'refused', reason, num });
  return entries;
}

/** An empty ledger. Give `take` to the journal as `beforeCommit`. */
export function createLedger(): Ledger {
  let pages: Page[] = [];
  let allReceived = 0;
  const allRefused = new Map<RefusalReason, number>();

  const pageAt = (at: number): Page => {
    const minute = Math.floor(at / MINUTE) * MINUTE;
    const last = pages.at(-1);
    if (last?.minute === minute) return last;
    const known = pages.find((page) => page.minute === minute);
    if (known !== undefined) return known;
    const page: Page = { minute, received: new Map(), refused: new Map() };
    pages.push(page);
    return page;
  };

  const noteReceived = (siteId: number, at: number, num: number): void => add(pageAt(at).received, siteId, num);

  const noteRefused = (siteId: number, at: number, reason: RefusalReason, num: number): void => {
    const { refused: reasons } = pageAt(at);
    let counts = reasons.get(reason);
    if (counts === undefined) {
      counts = new Map();
      reasons.set(reason, counts);
    }
    add(counts, siteId, num);
  };

  return {
    received(siteId, at, num = 1) {
      allReceived += num;
      noteReceived(siteId, at, num);
    },
    refused(siteId, at, reason, num = 1) {
      allRefused.set(reason, (allRefused.get(reason) ?? 0) + num);
      noteRefused(siteId, at, reason, num);
    },
    totals: () => ({ received: allReceived, refused: Object.fromEntries(allRefused) }),
    take: () => {
      const entries = pages.flatMap(entriesOf);
      pages = [];
      return {
        rows: entries.map(encodeLedgerEntry),
        giveBack: () => {
          for (const { site_id, minute, reason, num } of entries) {
            if (reason === '') noteReceived(site_id, minute * 1_000, num);
            else noteRefused(site_id, minute * 1_000, reason, num);
          }
        },
      };
    },
  };
}
