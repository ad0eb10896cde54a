import { endpoints } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeLedgerEntry, LEDGER_COLUMNS, type LedgerEntry } from '../../src/journal/ledger-row.js';
import { ledgerRoutes } from '../../src/routes/ledger.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, depsOf } from './ask.js';
import { FORBIDDEN_SITE } from './fixture.js';

const NOW = Date.UTC(2026, 5, 1, 12, 30, 40);
const MINUTE = 60_000;
const minute = (ago: number): number => Math.floor((NOW - ago * MINUTE) / MINUTE) * 60;
const entry = (site_id: number, ago: number, reason: LedgerEntry['reason'], num: number): LedgerEntry => ({ site_id, minute: minute(ago), outcome: reason === '' ? 'received' : 'refused', reason, num });

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
  const entries = [
    entry(1, 0, '', 6), entry(1, 0, 'asset', 2), entry(1, 5, '', 3), entry(1, 5, '', 1), entry(1, 59, 'duplicate', 1), entry(1, 59, '', 1),
    entry(2, 1, '', 2), entry(0, 1, '', 4), entry(0, 1, 'unknown_site', 4), entry(1, 60, '', 50), entry(FORBIDDEN_SITE, 1, '', 1_000),
  ];
  await engine.warehouse.insert({ table: 'ledger', columns: LEDGER_COLUMNS, body: Buffer.from(entries.map((each) => `[1,${encodeLedgerEntry(each).tail}\n`).join('')), token: 'l' });
  // What was stored: when it was received counts, not when it happened.
  const rows = (list: readonly (readonly [site: number, ago: number])[]): Buffer =>
    Buffer.from(list.map(([site, ago], i) => `${JSON.stringify([1, String(i), site, NOW - 40 * 86_400_000, minute(ago) * 1_000 + 7])}\n`).join(''));
  const columns = ['batch_id', 'id', 'site_id', 'created_at', 'received_at'];
  await engine.warehouse.insert({ table: 'visits', columns, body: rows([[1, 0], [1, 0], [1, 0], [1, 5], [1, 5], [2, 1], [1, 60], [FORBIDDEN_SITE, 1]]), token: 'v' });
  await engine.warehouse.insert({ table: 'spider_hits', columns, body: rows([[1, 0], [1, 5], [1, 5], [1, 60]]), token: 's' });
  await engine.warehouse.insert({ table: 'events', columns, body: rows([[2, 1], [1, 60], [FORBIDDEN_SITE, 1]]), token: 'e' });
});
afterAll(() => engine.stop());

const read = (input: { domain?: string; minutes?: number }, records = 0, batches: number[] = []) =>
  ask(endpoints.ledger.read, ledgerRoutes({ ...depsOf(engine.warehouse, NOW), waiting: () => ({ records, batches }) }).read, input);

describe('the ledger', () => {
  it('adds up for a site: received = stored + refused + waiting', async () => {
    const answer = await read({ domain: 'shop.example' });
    expect(answer).toEqual({ received: 11, stored: 8, refused: [{ reason: 'asset', num: 2 }, { reason: 'duplicate', num: 1 }], waiting: 0 });
    expect(answer.stored + answer.refused.reduce((sum, { num }) => sum + num, 0) + answer.waiting).toBe(answer.received);
  });

  it('over all sites holds what belongs to none, and nothing that may not be seen', async () => {
    expect(await read({})).toEqual({
      received: 17,
      stored: 10,
      refused: [{ reason: 'unknown_site', num: 4 }, { reason: 'asset', num: 2 }, { reason: 'duplicate', num: 1 }],
      waiting: 0,
    });
  });

  it('looks as far back as asked, whole minutes', async () => {
    expect(await read({ domain: 'shop.example', minutes: 1 })).toEqual({ received: 6, stored: 4, refused: [{ reason: 'asset', num: 2 }], waiting: 0 });
    expect((await read({ domain: 'shop.example', minutes: 61 })).received).toBe(61);
  });

  it('counts what waits as received', async () => {
    expect(await read({ domain: 'silent.example' }, 5)).toEqual({ received: 5, stored: 0, refused: [], waiting: 5 });
  });

  it('leaves out what is there of a batch that still waits: sent in part, it is not stored', async () => {
    const row = `${JSON.stringify([2, '900', 1, NOW - MINUTE, minute(2) * 1_000])}\n`;
    await engine.warehouse.insert({ table: 'visits', columns: ['batch_id', 'id', 'site_id', 'created_at', 'received_at'], body: Buffer.from(row), token: 'half' });
    expect(await read({ domain: 'shop.example' }, 1, [2, 3])).toMatchObject({ received: 12, stored: 8, waiting: 1 });
    await engine.warehouse.deleteBatches('visits', [2]);
  });
});
