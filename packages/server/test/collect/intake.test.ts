import { FootfallError } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { createIntake } from '../../src/collect/intake.js';
import { createLedger, type Ledger } from '../../src/collect/ledger.js';
import type { Arrival } from '../../src/enrich/arrival.js';
import type { JournalRow } from '../../src/journal/row.js';
import type { RowBlock } from '../../src/journal/row-block.js';
import { rememberingLog } from '../journal/opened.js';
import { rowsOf } from '../journal/rows-of.js';
import { enricher, SHOP } from './arriving.js';

const arrival = (id: string, userAgent = 'Mozilla'): Arrival => ({ id, site: SHOP, at: 60_000, receivedAt: 120_000, source: 'log', ip: '203.0.113.1', userAgent, url: 'https://shop.example/', referrer: '', title: '', method: 'GET', status: 200, bytes: 5, client: null });

const countsOf = (ledger: Ledger): unknown[][] => ledger.take().rows.map((row) => (JSON.parse(`[${row.tail}`) as unknown[]).slice(2));

function setUp(append?: () => Promise<void>): { ledger: Ledger; appended: JournalRow[][]; intake: ReturnType<typeof createIntake> } {
  const ledger = createLedger();
  const appended: JournalRow[][] = [];
  const journal = { append: (rows: RowBlock) => (appended.push(rowsOf(rows)), append?.() ?? Promise.resolve()) };
  return { ledger, appended, intake: createIntake({ enricher, journal, ledger, log: rememberingLog().log }) };
}

describe('intake', () => {
  it('appends a batch at once, people and crawlers into their own tables, and counts each as received', async () => {
    const { ledger, appended, intake } = setUp();
    await intake.take([arrival('1'), arrival('2', 'a bot'), arrival('3')]);
    expect(appended.map((rows) => rows.map((row) => row.table))).toEqual([['visits', 'visits', 'spider_hits']]);
    expect(appended[0]?.map((row) => row.tail.slice(0, 6))).toEqual(['"1",7,', '"3",7,', '"2",7,']);
    expect(countsOf(ledger)).toEqual([['received', '', 3]]);
  });

  it('appends custom events to a table of their own, and counts one of a crawler as refused', async () => {
    const { ledger, appended, intake } = setUp();
    await intake.take([{ ...arrival('1'), event: ['order', {}] }, { ...arrival('2', 'a bot'), event: ['order', {}] }]);
    await intake.take([{ ...arrival('3', 'a bot'), event: ['order', {}] }]);
    expect(appended.map((rows) => rows.map((row) => [row.table, row.tail.slice(0, 6)]))).toEqual([[['events', '"1",7,']]]);
    expect(countsOf(ledger)).toEqual([
      ['received', '', 3],
      ['refused', 'crawler', 2],
    ]);
  });

  it('counts what the journal has no room for as refused, and says so', async () => {
    const { ledger, intake } = setUp(() => Promise.reject(new FootfallError('journal.full')));
    await expect(intake.take([arrival('1'), arrival('2')])).rejects.toMatchObject({ errorName: 'journal.full' });
    expect(countsOf(ledger)).toEqual([
      ['received', '', 2],
      ['refused', 'journal_full', 2],
    ]);
  });

  it('counts all that one commit was to keep as refused when it fails, each once, and nothing of another one', async () => {
    const commits = [Promise.resolve(), Promise.reject(new FootfallError('journal.full'))];
    let commit = 0;
    const { ledger, intake } = setUp(() => commits[commit] ?? Promise.resolve());
    const takes = [];
    for (commit of [0, 1, 1, 1, 2, 1]) takes.push(intake.take([arrival('1'), arrival('2', 'a bot')]));
    expect((await Promise.allSettled(takes)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled', 'rejected']);
    await expect(intake.take([arrival('3')])).rejects.toMatchObject({ errorName: 'journal.full' });
    expect(countsOf(ledger)).toEqual([
      ['received', '', 13],
      ['refused', 'journal_full', 9],
    ]);
  });

  it('keeps the rest of a batch when one arrival can not be enriched, and counts that one', async () => {
    const { ledger, appended, intake } = setUp();
    await intake.take([arrival('1'), arrival('2', 'BROKEN'), arrival('3')]);
    expect(appended[0]).toHaveLength(2);
    expect(countsOf(ledger)).toEqual([
      ['received', '', 3],
      ['refused', 'malformed', 1],
    ]);
  });

  it('fails when nothing is left', async () => {
    const { appended, intake } = setUp();
    await expect(intake.take([arrival('1', 'BROKEN')])).rejects.toThrow('enriching broke');
    await intake.take([]);
    expect(appended).toEqual([]);
  });
});
