import { describe, expect, it } from 'vitest';
import { createLedger, type Ledger } from '../../src/collect/ledger.js';

const MINUTE = 1_790_000_040_000;

/** [site, minute in seconds, outcome, reason, num], as the rows say. */
function entriesOf(ledger: Ledger): unknown[][] {
  return ledger.take().rows.map((row) => JSON.parse(`[${row.tail}`) as unknown[]);
}

describe('the ledger', () => {
  it('counts per site, minute, outcome and reason', () => {
    const ledger = createLedger();
    ledger.received(7, MINUTE);
    ledger.received(7, MINUTE + 59_999);
    ledger.received(7, MINUTE + 60_000);
    ledger.received(0, MINUTE);
    ledger.refused(0, MINUTE, 'malformed');
    ledger.received(9, MINUTE, 5);
    ledger.refused(9, MINUTE, 'status', 2);
    ledger.refused(9, MINUTE, 'asset');
    const entries = entriesOf(ledger);
    const minute = MINUTE / 1_000;
    expect(entries).toHaveLength(7);
    expect(entries).toEqual(
      expect.arrayContaining([
        [7, minute, 'received', '', 2],
        [7, minute + 60, 'received', '', 1],
        [0, minute, 'received', '', 1],
        [0, minute, 'refused', 'malformed', 1],
        [9, minute, 'received', '', 5],
        [9, minute, 'refused', 'status', 2],
        [9, minute, 'refused', 'asset', 1],
      ]),
    );
  });

  it('hands each count out once', () => {
    const ledger = createLedger();
    ledger.received(7, MINUTE);
    expect(entriesOf(ledger)).toHaveLength(1);
    expect(entriesOf(ledger)).toEqual([]);
  });

  it('adds what is given back to what came meanwhile', () => {
    const ledger = createLedger();
    ledger.received(7, MINUTE, 3);
    ledger.refused(7, MINUTE, 'duplicate');
    const taken = ledger.take();
    ledger.received(7, MINUTE);
    ledger.received(7, MINUTE + 60_000);
    taken.giveBack();
    expect(entriesOf(ledger)).toEqual(
      expect.arrayContaining([
        [7, MINUTE / 1_000, 'received', '', 4],
        [7, MINUTE / 1_000, 'refused', 'duplicate', 1],
        [7, MINUTE / 1_000 + 60, 'received', '', 1],
      ]),
    );
  });
});
