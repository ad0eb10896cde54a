import { describe, expect, it } from 'vitest';
import { startDraft } from '../../src/enrich/draft.js';
import { decimal64, hash64 } from '../../src/enrich/hash64.js';
import { createSessions } from '../../src/enrich/sessions.js';
import { automationStep } from '../../src/enrich/steps/automation.js';
import { clientStep } from '../../src/enrich/steps/client.js';
import { visitorStep } from '../../src/enrich/steps/visitor.js';
import { arrival, AT, CHROME, client } from './arrivals.js';

const MINUTE = 60_000;

describe('64-bit hash', () => {
  it.each([
    [0, 0],
    [0, 1],
    [0, 999_999_999],
    [0, 1_000_000_000],
    [0, 0xffff_ffff],
    [1, 0],
    [0x8000_0000, 0],
    [0xffff_ffff, 0xffff_ffff],
    [0x1234_5678, 0x9abc_def0],
    [232, 3_567_587_328],
  ])('writes %i and %i as one decimal number', (high, low) => {
    expect(decimal64(high, low)).toBe(((BigInt(high) << 32n) | BigInt(low)).toString());
  });

  it('has no collision among half a million near-equal keys, and fills all 64 bits', () => {
    const seen = new Set<string>();
    const ones = Array.from({ length: 64 }, () => 0);
    for (let key = 0; key < 500_000; key += 1) {
      const text = hash64(`10.${key >> 16}.${(key >> 8) & 255}.${key & 255}\n${CHROME}`);
      seen.add(text);
      if (key % 50 === 0) for (let bit = 0; bit < 64; bit += 1) ones[bit] = (ones[bit] ?? 0) + Number((BigInt(text) >> BigInt(bit)) & 1n);
    }
    expect(seen.size).toBe(500_000);
    // 10,000 samples: half of them, within 5 standard deviations.
    expect(ones.filter((count) => Math.abs(count - 5_000) >= 250)).toEqual([]);
  });
});

describe('the visitor', () => {
  const visitor = (changes: Parameters<typeof arrival>[0]) => visitorStep(clientStep(startDraft(arrival(changes)))).visit.visitor;

  it('is the address with the agent, and the fingerprint where there is one', () => {
    const base = visitor({ ip: '1.2.3.4' });
    expect(base).toMatch(/^[1-9]\d{17,19}$/u);
    expect(visitor({ ip: '1.2.3.4' })).toBe(base);
    expect(visitor({ ip: '1.2.3.5' })).not.toBe(base);
    expect(visitor({ ip: '1.2.3.4', userAgent: 'other' })).not.toBe(base);
    const printed = visitor({ ip: '1.2.3.4', client: client({ f: 'aaaaaaaaaaaaaaaa' }) });
    expect(printed).not.toBe(base);
    expect(visitor({ ip: '9.9.9.9', userAgent: 'other', client: client({ f: 'aaaaaaaaaaaaaaaa' }) })).toBe(printed);
    expect(visitor({ ip: '1.2.3.4', client: client({ f: 'aaaaaaaaaaaaaaab' }) })).not.toBe(printed);
  });

  it('tells hosts apart that the log names instead of addressing them', () => {
    expect(visitor({ ip: 'host-a.example' })).not.toBe(visitor({ ip: 'host-b.example' }));
  });
});

describe('automation', () => {
  const mark = (userAgent: string, changes: Parameters<typeof client>[0]) => automationStep(clientStep(startDraft(arrival({ userAgent, client: client(changes) })))).visit;
  const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
  const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';

  it.each<[string, Parameters<typeof client>[0], string]>([
    [CHROME, {}, ''],
    [CHROME, { o: 'Win32', s: [1920, 1080, 1920, 1040] }, ''],
    [CHROME, { o: 'Linux x86_64' }, 'platform contradicts agent'],
    [CHROME, { o: 'MacIntel' }, 'platform contradicts agent'],
    [CHROME, { o: 'Playwright' }, 'automation platform'],
    [CHROME, { s: [0, 0, 0, 0] }, 'no screen'],
    [CHROME, { h: { brands: [['HeadlessChrome', '120']] } }, 'headless brand'],
    [CHROME, { h: { platform: 'Linux' } }, 'hints contradict agent'],
    [CHROME, { h: { platform: 'Windows' } }, ''],
    [CHROME, { g: ['Google', 'ANGLE (SwiftShader)'], l: '' }, 'no graphics and no language'],
    [CHROME, { g: ['Google', 'ANGLE (SwiftShader)'], l: 'en' }, ''],
    [LINUX, { o: 'Linux x86_64' }, ''],
    [LINUX, { o: 'Linux armv8l', h: { platform: 'Android' } }, ''],
    [LINUX, { o: 'Win32' }, 'platform contradicts agent'],
    [ANDROID, { o: 'Linux armv81', h: { platform: 'Android' } }, ''],
  ])('%s with %j', (agent, changes, reason) => {
    expect(mark(agent, changes)).toMatchObject({ bot_reason: reason, is_bot: reason === '' ? 0 : 1 });
  });

  it('says nothing without a tracker', () => {
    expect(automationStep(startDraft(arrival())).visit).toMatchObject({ is_bot: 0, bot_reason: '' });
  });
});

describe('sessions', () => {
  it.each([
    ['at once', 0, true],
    ['after a gap of exactly 30 minutes', 30 * MINUTE, true],
    ['a millisecond later', 30 * MINUTE + 1, false],
    ['an hour later', 60 * MINUTE, false],
  ])('a view %s', (_, gap, same) => {
    const sessions = createSessions();
    const first = sessions.assign(1, '7', AT, '/a');
    const second = sessions.assign(1, '7', AT + gap, '/b');
    expect(second.sessionId === first.sessionId).toBe(same);
    expect(second.entryUrl).toBe(same ? '/a' : '/b');
  });

  it('goes on as long as no gap is too long', () => {
    const sessions = createSessions();
    const ids = Array.from({ length: 50 }, (_, view) => sessions.assign(1, '7', AT + view * 29 * MINUTE, `/${view}`));
    expect(new Set(ids.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(ids.at(-1)?.entryUrl).toBe('/0');
  });

  it('keeps sites and visitors apart', () => {
    const sessions = createSessions();
    const ids = [sessions.assign(1, '7', AT, '/'), sessions.assign(2, '7', AT, '/'), sessions.assign(1, '8', AT, '/'), sessions.assign(11, '7', AT, '/')];
    expect(new Set(ids.map(({ sessionId }) => sessionId)).size).toBe(4);
  });

  it('puts late views where they belong: what follows has the earlier beginning', () => {
    const sessions = createSessions();
    const morning = sessions.assign(1, '7', AT, '/morning').sessionId;
    const noon = sessions.assign(1, '7', AT + 40 * MINUTE, '/noon').sessionId;
    expect(noon).not.toBe(morning);
    expect(sessions.assign(1, '7', AT + 2_000, '/late')).toMatchObject({ sessionId: morning, entryUrl: '/morning' });
    const earlier = { ...sessions.assign(1, '7', AT - 5_000, '/earlier') };
    expect(earlier).toMatchObject({ sessionId: createSessions().assign(1, '7', AT - 5_000, '/').sessionId, entryUrl: '/earlier' });
    expect(sessions.assign(1, '7', AT + 3_000, '/again')).toMatchObject({ sessionId: earlier.sessionId, entryUrl: '/earlier' });
    expect(sessions.assign(1, '7', AT - 3 * 60 * MINUTE, '/before').sessionId).not.toBe(earlier.sessionId);
    expect(sessions.assign(1, '7', AT + 41 * MINUTE, '/after')).toMatchObject({ sessionId: noon, entryUrl: '/noon' });
  });

  it('makes one of two sessions that a late view is between', () => {
    const sessions = createSessions();
    const first = sessions.assign(1, '7', AT, '/first').sessionId;
    sessions.assign(1, '7', AT + 50 * MINUTE, '/second');
    expect(sessions.assign(1, '7', AT + 25 * MINUTE, '/between')).toMatchObject({ sessionId: first, entryUrl: '/first' });
    expect(sessions.assign(1, '7', AT + 70 * MINUTE, '/on')).toMatchObject({ sessionId: first, entryUrl: '/first' });
  });

  it('takes over what the store has found, unless it knows of an earlier view', () => {
    const sessions = createSessions();
    sessions.assign(1, '7', AT, '/mine');
    sessions.assign(1, '7', AT + 50 * MINUTE, '/mine too');
    sessions.correct(1, '7', { sessionId: '5', entryUrl: '/imported', first: AT - 20 * MINUTE, last: AT + 50 * MINUTE });
    expect(sessions.assign(1, '7', AT + 60 * MINUTE, '/on')).toMatchObject({ sessionId: '5', entryUrl: '/imported' });
    sessions.correct(1, '7', { sessionId: '6', entryUrl: '/later', first: AT - 10 * MINUTE, last: AT });
    expect(sessions.assign(1, '7', AT + 61 * MINUTE, '/on')).toMatchObject({ sessionId: '5', entryUrl: '/imported' });
    sessions.correct(1, '8', { sessionId: '9', entryUrl: '/', first: AT, last: AT });
    expect(sessions.assign(1, '8', AT, '/own').entryUrl).toBe('/own');
  });

  it('gives the same ids to the same views', () => {
    const run = () => {
      const sessions = createSessions();
      return [0, 10, 50, 51, 200].map((minutes) => sessions.assign(1, '7', AT + minutes * MINUTE, '/').sessionId);
    };
    expect(run()).toEqual(run());
    expect(run()[0]).toMatch(/^\d{10,20}$/u);
  });

  it('goes on with restored sessions, and not with those too old', () => {
    const sessions = createSessions();
    sessions.restore([
      { site_id: 1, visitor: '7', session_id: '777', entry_url: '/start', last_at: AT },
      { site_id: 1, visitor: '8', session_id: '888', entry_url: '/start', last_at: AT - 31 * MINUTE },
    ]);
    expect(sessions.assign(1, '7', AT + 30 * MINUTE, '/x')).toMatchObject({ sessionId: '777', entryUrl: '/start' });
    expect(sessions.assign(1, '8', AT, '/x').sessionId).not.toBe('888');
    expect(sessions.assign(2, '7', AT, '/x').sessionId).not.toBe('777');
    sessions.restore([{ site_id: 1, visitor: '7', session_id: '777', entry_url: '/start', last_at: AT }]);
    expect(sessions.assign(1, '7', AT + 59 * MINUTE, '/y').sessionId).toBe('777');
  });

  it('stays bounded: by time', () => {
    const sessions = createSessions();
    for (let visitor = 0; visitor < 20_000; visitor += 1) sessions.assign(1, String(visitor), AT + visitor * 1_000, '/');
    // One visitor a second, kept for one to two hours.
    expect(sessions.size()).toBeLessThanOrEqual(2 * 3_600 + 2);
    expect(sessions.assign(1, '19999', AT + 20_000_000, '/z').entryUrl).toBe('/');
  });

  it('stays bounded: by number, dropping the oldest', () => {
    const sessions = createSessions({ maxVisitors: 1_000 });
    for (let visitor = 0; visitor < 50_000; visitor += 1) sessions.assign(1, String(visitor), AT + visitor, '/');
    expect(sessions.size()).toBeLessThanOrEqual(1_000);
    const before = sessions.assign(1, '49900', AT + 50_000, '/other').entryUrl;
    expect(before).toBe('/');
    expect(sessions.assign(1, '5', AT + 50_000, '/other').entryUrl).toBe('/other');
  });

  it('is not upset by an import of old logs, and goes on where the import reaches the present', () => {
    const sessions = createSessions({ maxVisitors: 4_000 });
    const now = sessions.assign(1, '7', AT, '/now').sessionId;
    const day = 24 * 60 * MINUTE;
    for (let visitor = 100; visitor < 20_000; visitor += 1) sessions.assign(1, String(visitor), AT - 300 * day + visitor * MINUTE, '/');
    expect(sessions.assign(1, '7', AT + MINUTE, '/now')).toMatchObject({ sessionId: now, entryUrl: '/now' });
    expect(sessions.size()).toBeLessThanOrEqual(4_000);

    const crossing = [100, 80, 62, 58, 40, 20, 0].map((minutes) => sessions.assign(1, '9', AT - minutes * MINUTE, '/').sessionId);
    expect(new Set(crossing).size).toBe(1);
    const older = [0, 20, 40, 60, 80].map((minutes) => sessions.assign(1, '9', AT - 900 * day + minutes * MINUTE, '/').sessionId);
    expect(new Set(older).size).toBe(1);
  });

  it('does not let one visitor hoard sessions', () => {
    const sessions = createSessions();
    const first = sessions.assign(1, '7', AT, '/').sessionId;
    const ids = new Set([first]);
    for (let hour = 1; hour < 40; hour += 1) ids.add(sessions.assign(1, '7', AT + hour * 60 * MINUTE, '/').sessionId);
    expect(ids.size).toBe(40);
    expect(sessions.size()).toBeLessThanOrEqual(2);
  });
});
