import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Kept, readOutbox, writeOutbox } from '../src/outbox.js';
import { createResend } from '../src/resend.js';
import { fakeStorage } from './browser.js';

const KEY = 'footfall.outbox';
const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 5, 1);
const kept = (n: number, at = NOW): Kept => [at, { v: 1, i: n.toString(16).padStart(16, '0'), u: `https://shop.example/${n}` }];

interface Sent {
  readonly i: string;
  readonly d: number;
}

let sent: Sent[];
/** Statuses to come; then 204. 0 is no connection. */
let answers: number[];

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  sent = [];
  answers = [];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const status = answers.shift() ?? 204;
    if (status === 0) throw new TypeError('Failed to fetch');
    sent.push(JSON.parse(body) as Sent);
    return { status };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const ids = (): number[] => sent.map(({ i }) => Number.parseInt(i, 16));
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('the outbox', () => {
  it('keeps the newest 40', () => {
    const { store } = fakeStorage();
    writeOutbox(Array.from({ length: 45 }, (_, n) => kept(n)));
    expect(readOutbox().map(([, { u }]) => Number(u.split('/').at(-1)))).toEqual(Array.from({ length: 40 }, (_, n) => n + 5));
    writeOutbox([]);
    expect(store.has(KEY)).toBe(false);
  });

  it('keeps at most 60,000 characters, the newest', () => {
    const { store } = fakeStorage();
    writeOutbox(Array.from({ length: 20 }, (_, n): Kept => [NOW, { ...kept(n)[1], t: 'x'.repeat(7_000) }]));
    expect(store.get(KEY)?.length).toBeLessThanOrEqual(60_000);
    expect(readOutbox().at(-1)?.[1].u).toBe('https://shop.example/19');
    expect(readOutbox()).toHaveLength(8);
  });

  it.each(['', '{', 'null', '{"a":1}', '7'])('takes %j for empty', (text) => {
    fakeStorage({ [KEY]: text });
    expect(readOutbox()).toEqual([]);
  });

  it('does without storage', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(readOutbox()).toEqual([]);
    writeOutbox([kept(1)]);
    const { full } = fakeStorage();
    full.now = true;
    writeOutbox([kept(1)]);
    expect(readOutbox()).toEqual([]);
  });
});

describe('sending again', () => {
  it('goes in order, says how old each is, and leaves nothing', async () => {
    const { store } = fakeStorage({ [KEY]: JSON.stringify([kept(1, NOW - HOUR), kept(2, NOW - 5), kept(3, NOW + HOUR)]) });
    createResend('https://stats.example/collect').now();
    await settled();
    expect(ids()).toEqual([1, 2, 3]);
    // A clock that was put back since makes no view of the future.
    expect(sent.map(({ d }) => d)).toEqual([HOUR, 5, 0]);
    expect(store.has(KEY)).toBe(false);
  });

  it('drops what is older than the server takes', async () => {
    fakeStorage({ [KEY]: JSON.stringify([kept(1, NOW - 24 * HOUR - 1), kept(2, NOW - 24 * HOUR)]) });
    createResend('c').now();
    await settled();
    expect(ids()).toEqual([2]);
    expect(readOutbox()).toEqual([]);
  });

  it.each([0, 500, 503, 429, 408])('stops at %i, keeps the order, and tries again after 5 s', async (status) => {
    fakeStorage({ [KEY]: JSON.stringify([kept(1), kept(2), kept(3)]) });
    answers = [204, status];
    createResend('c').now();
    await settled();
    expect(readOutbox().map(([, { i }]) => Number.parseInt(i, 16))).toEqual([2, 3]);
    sent = [];
    await vi.advanceTimersByTimeAsync(4_999);
    expect(ids()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ids()).toEqual([2, 3]);
    expect(readOutbox()).toEqual([]);
  });

  it.each([400, 403, 404, 413])('lets go of what is refused for good with %i', async (status) => {
    fakeStorage({ [KEY]: JSON.stringify([kept(1), kept(2)]) });
    answers = [status];
    createResend('c').now();
    await settled();
    expect(ids()).toEqual([1, 2]);
    expect(readOutbox()).toEqual([]);
  });

  it('gives up after four pauses until it is asked again', async () => {
    fakeStorage({ [KEY]: JSON.stringify([kept(1)]) });
    answers = [0, 0, 0, 0, 0, 0];
    const resend = createResend('c');
    resend.now();
    await vi.advanceTimersByTimeAsync(24 * HOUR - 1);
    expect(answers).toHaveLength(1);
    expect(readOutbox()).toHaveLength(1);
    answers = [];
    resend.now();
    await settled();
    expect(ids()).toEqual([1]);
  });

  it('never sends one twice, however often it is called, from two tabs as well', async () => {
    let last: Promise<unknown> = Promise.resolve();
    vi.stubGlobal('navigator', { onLine: true, locks: { request: (_name: string, use: () => Promise<unknown>) => (last = last.then(use)) } });
    fakeStorage({ [KEY]: JSON.stringify(Array.from({ length: 10 }, (_, n) => kept(n))) });
    const tabs = [createResend('c'), createResend('c')];
    for (const tab of [...tabs, ...tabs]) tab.now();
    await settled();
    expect(ids().toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('keeps what is on its way until it was answered, beside what is added meanwhile', async () => {
    fakeStorage({ [KEY]: JSON.stringify([kept(1)]) });
    let answer: (response: { status: number }) => void = () => undefined;
    vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)));
    createResend('c').now();
    await settled();
    expect(readOutbox()).toEqual([kept(1)]);
    writeOutbox([...readOutbox(), kept(2)]);
    answer({ status: 204 });
    await settled();
    expect(readOutbox()).toEqual([kept(2)]);
  });

  it('sends once what storage does not let go of', async () => {
    const { full } = fakeStorage({ [KEY]: JSON.stringify([kept(1), kept(2)]) });
    full.now = true;
    createResend('c').now();
    await settled();
    expect(ids()).toEqual([1]);
  });

  it('steps over what is no beacon', async () => {
    fakeStorage({ [KEY]: JSON.stringify([null, kept(1)]) });
    createResend('c').now();
    await settled();
    expect(ids()).toEqual([1]);
    expect(readOutbox()).toEqual([]);
  });
});
