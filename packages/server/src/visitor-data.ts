/**
 * What there is of one visitor: all of it, to be handed out, and gone for good, when it is asked for. Everything that was taken so far is
 * stored first, so that nothing of it is still on its way: count first, then read.
 *
 * Invariants of an erasure: what is gone from the store is gone from its tables, from the dead-letter files, and from the files that the
 * journal keeps to be written over; the audit log forgets the value itself and keeps that there was an erasure.
 */
import { FootfallError } from '@footfall/contract';
import { canonicalAddress } from './enrich/address-text.js';
import { visitorOf } from './enrich/steps/visitor.js';
import type { DeadRow, KeptLetters } from './flush/kept-letters.js';
import type { Flusher } from './flush/flusher.js';
import type { Journal } from './journal/journal.js';
import type { Audit } from './metadata/audit.js';
import type { Warehouse } from './warehouse/client.js';
import type { VisitorKey, VisitorRow } from './warehouse/visitor-rows.js';

/** A visitor, as an operator names one. */
export interface VisitorAsked {
  readonly siteIds: readonly number[];
  readonly type: 'ip' | 'fingerprint';
  readonly value: string;
}

/** Rows removed, by where they were; `dead_letters` among them. */
export type Removed = Readonly<Record<string, number>>;

export interface VisitorData {
  /** How many rows there are. @throws FootfallError `request.invalid`, `store.*` */
  count(asked: VisitorAsked): Promise<number>;
  /** Rows with all that is kept of them, as they come. @throws as `count` */
  rows(asked: VisitorAsked, signal?: AbortSignal): AsyncGenerator<VisitorRow>;
  /** @throws FootfallError `request.invalid`, `store.*`: some may be gone then; doing it again ends it */
  erase(asked: VisitorAsked): Promise<Removed>;
}

export interface VisitorDataParts {
  readonly warehouse: Pick<Warehouse, 'eraseVisitor' | 'countVisitor' | 'visitorRows'>;
  readonly flusher: Pick<Flusher, 'drained'>;
  readonly journal: Pick<Journal, 'dropSpares'>;
  readonly audit: Pick<Audit, 'forget'>;
  readonly letters: KeptLetters;
}

/** Milliseconds that what waits may take to be stored; a store that is away for longer can not be searched either. */
const DRAIN = 30_000;

function keyOf({ siteIds, type, value }: VisitorAsked): VisitorKey {
  if (type === 'fingerprint') return { siteIds, type, value, visitor: visitorOf(value) };
  const address = canonicalAddress(value);
  if (address === '') throw new FootfallError('request.invalid', { fields: [{ path: 'value', message: 'give an IP address' }] });
  return { siteIds, type, value: address, visitor: null };
}

/** Whether a refused row is the visitor's. */
function isOf({ siteIds, type, value, visitor }: VisitorKey): (row: DeadRow) => boolean {
  const sites = new Set<unknown>(siteIds);
  return (row) => {
    if (!sites.has(row['site_id'])) return false;
    if (type === 'ip') return typeof row['ip'] === 'string' && canonicalAddress(row['ip']) === value;
    return row['fingerprint'] === value || (visitor !== null && String(row['visitor']) === visitor);
  };
}

/** Over the parts of a running server, or of a command that has the data folder to itself. */
export function createVisitorData({ warehouse, flusher, journal, audit, letters }: VisitorDataParts): VisitorData {
  async function settled(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new FootfallError('store.unavailable')), DRAIN);
    });
    try {
      await Promise.race([flusher.drained(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async count(asked) {
      const key = keyOf(asked);
      await settled();
      return warehouse.countVisitor(key);
    },
    rows: (asked, signal) => warehouse.visitorRows(keyOf(asked), signal),
    async erase(asked) {
      const key = keyOf(asked);
      const isMeant = isOf(key);
      await settled();
      const removed = await warehouse.eraseVisitor(key);
      const dead = await letters.remove((row, line) => (row === null ? line.includes(asked.value) : isMeant(row)));
      await journal.dropSpares();
      await audit.forget(asked.value);
      return dead === 0 ? removed : { ...removed, dead_letters: dead };
    },
  };
}
