import { describe, expect, it } from 'vitest';
import { createIntake } from '../../src/collect/intake.js';
import { createLedger } from '../../src/collect/ledger.js';
import { createRecentIds, rememberSegments } from '../../src/collect/recent-ids.js';
import { createViewIds } from '../../src/collect/view-id.js';
import { CURRENT_COLUMNS } from '../../src/journal/ledger-row.js';
import { open, rememberingLog, temporaryFolder } from '../journal/opened.js';
import type { SealedSegment } from '../../src/journal/sealed-segment.js';
import { enricher, SHOP } from './arriving.js';

describe('recent ids', () => {
  it('are found for at least the window, and forgotten after two', () => {
    let clock = 0;
    const recent = createRecentIds(() => clock, { windowMs: 1_000, size: 100 });
    const found = (...ids: string[]): boolean[] => ids.map((id) => recent.find(id) !== undefined);
    recent.remember('1');
    clock = 1_500;
    recent.remember('2');
    expect(found('1')).toEqual([true]);
    clock = 2_400;
    expect(found('2')).toEqual([true]);
    recent.remember('3');
    clock = 2_600;
    recent.remember('4');
    expect(found('1', '2')).toEqual([false, true]);
    clock = 100_000;
    recent.remember('5');
    expect(found('4', '5')).toEqual([false, true]);
  });

  it('hold a bounded number: never fewer than the last `size`, never more than twice that', () => {
    const recent = createRecentIds(() => 0, { windowMs: 1_000, size: 10 });
    for (let n = 0; n < 1_000; n += 1) recent.remember(String(n));
    const found = Array.from({ length: 1_000 }, (_, n) => n).filter((n) => recent.find(String(n)) !== undefined);
    expect(found.length).toBeLessThanOrEqual(20);
    expect(found).toEqual(expect.arrayContaining([990, 991, 992, 993, 994, 995, 996, 997, 998, 999]));
  });

  it('are answered with their commit while it runs', async () => {
    const recent = createRecentIds(() => 0);
    let done = (): void => undefined;
    const commit = new Promise<void>((resolve) => (done = resolve));
    const later = new Promise<void>(() => undefined);
    recent.begin('7', commit);
    recent.begin('8', commit);
    recent.begin('9', later);
    expect(['7', '8', '9', '10'].map((id) => recent.find(id))).toEqual([commit, commit, later, undefined]);
    expect(recent.find('7')).toBe(commit);
    expect(recent.find('9')).toBe(later);
    done();
    await commit;
    expect(recent.find('8')).not.toBe(commit);
    await expect(recent.find('8')).resolves.toBeUndefined();
    expect(recent.find('9')).toBe(later);
  });

  it('are forgotten when their commit failed, and only they', async () => {
    const recent = createRecentIds(() => 0);
    const failed = Promise.reject(new Error('full'));
    recent.begin('6', Promise.resolve());
    recent.begin('7', failed);
    recent.begin('8', failed);
    await expect(recent.find('7')).rejects.toThrow('full');
    await new Promise((resolve) => setImmediate(resolve));
    expect(['6', '7', '8'].map((id) => recent.find(id) !== undefined)).toEqual([true, false, false]);
    recent.begin('7', Promise.resolve());
    await new Promise((resolve) => setImmediate(resolve));
    await expect(recent.find('7')).resolves.toBeUndefined();
  });

  it('are held while their commit runs, however long it takes', async () => {
    let clock = 0;
    const recent = createRecentIds(() => clock, { windowMs: 1_000, size: 100 });
    let fail: (error: Error) => void = () => undefined;
    const commit = new Promise<void>((_, reject) => (fail = reject));
    recent.begin('7', commit);
    for (clock = 1_000; clock < 20_000; clock += 1_000) recent.remember(String(clock));
    expect(recent.find('7')).toBe(commit);
    fail(new Error('full'));
    await expect(commit).rejects.toThrow('full');
    await new Promise((resolve) => setImmediate(resolve));
    expect(recent.find('7')).toBeUndefined();
  });

  it('are told apart by every digit, as a set of texts would (seeded)', () => {
    let state = 1n;
    const next = (): bigint => (state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffffffffffffffffn);
    const recent = createRecentIds(() => 0);
    const model = new Set(['0', '1', '999999999', '1000000000', '18446744073709551615']);
    for (let n = 0; n < 15_000; n += 1) model.add(String(n % 3 === 0 ? next() : n % 3 === 1 ? BigInt(n) * 1_000_000_000n : next() & 0xffffn));
    for (const id of model) recent.remember(id);
    expect([...model].every((id) => recent.find(id) !== undefined)).toBe(true);
    const others = Array.from({ length: 15_000 }, () => String(next())).filter((id) => !model.has(id));
    expect(others.some((id) => recent.find(id) !== undefined)).toBe(false);
  });

  it('are remembered from the segments an earlier process left', async () => {
    const folder = temporaryFolder();
    const { log } = rememberingLog();
    const journal = await open(folder, { columns: CURRENT_COLUMNS });
    const arrival = { site: SHOP, at: 1, receivedAt: 2, source: 'tracker', ip: '::1', url: 'https://shop.example/', referrer: '', title: '页,"1",', method: 'GET', status: null, bytes: null, client: null } as const;
    const intake = createIntake({ enricher, journal, ledger: createLedger(), log });
    await intake.take([
      { ...arrival, id: '18446744073709551615', userAgent: 'Mozilla' },
      { ...arrival, id: '12', userAgent: 'somebot' },
    ]);
    await journal.close();
    const again = await open(folder, { columns: CURRENT_COLUMNS });
    const recent = createRecentIds(() => 0);
    await rememberSegments(recent, again.sealed());
    expect(recent.find('18446744073709551615')).toBeDefined();
    expect(recent.find('12')).toBeDefined();
    expect(recent.find('1')).toBeUndefined();
    await again.close();
  });
});

it('of a long queue only the newest segments are read back', async () => {
  const read: number[] = [];
  const segment = (seq: number): SealedSegment => ({
    seq,
    epoch: 1,
    createdAt: 0,
    bytes: 0,
    rows: { visits: 60_000, spider_hits: 0, events: 0, event_ids: 0, ledger: 0 },
    columns: CURRENT_COLUMNS,
    stale: false,
    token: () => '',
    rowFiles: () => Promise.resolve(null),
    payload: () => (read.push(seq), Promise.resolve(new Map([['visits', Buffer.from(`[${String(seq)},"${String(seq)}",7]\n`)]]))),
  });
  const recent = createRecentIds(() => 0);
  await rememberSegments(recent, [segment(1), segment(2), segment(3)]);
  expect(read).toEqual([2, 3]);
  expect([recent.find('1') === undefined, recent.find('2') === undefined, recent.find('3') === undefined]).toEqual([true, false, false]);
});

describe('ids of views', () => {
  it('are a fixed mix of beacon and site (expected values computed apart, in Python)', () => {
    const viewId = createViewIds();
    expect(viewId(1, '0123456789abcdef')).toBe('16358179263594496064');
    expect(viewId(7, 'ffffffffffffffff')).toBe('15239448047709244702');
  });

  it('differ where site or beacon differ', () => {
    const viewId = createViewIds();
    const beacons = ['0000000000000000', '0000000000000001', 'ffffffffffffffff'];
    const ids = [1, 2, 3].flatMap((site) => beacons.map((beacon) => viewId(site, beacon)));
    expect(new Set(ids).size).toBe(9);
    expect(ids.every((id) => /^\d{1,20}$/u.test(id) && BigInt(id) < 2n ** 64n)).toBe(true);
  });
});
