import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine, type TestEngine } from './start-engine.js';

let engine: TestEngine;
const T = Date.UTC(2026, 5, 30, 12);
const MINUTE = 60_000;

beforeAll(async () => {
  engine = await startEngine();
  const visits = [
    // id, site, at, visitor, session, entry
    ['1', 1, T, '18446744073709551615', '10', '/a'],
    ['2', 1, T + MINUTE, '18446744073709551615', '10', '/a'],
    ['3', 1, T + 50 * MINUTE, '18446744073709551615', '11', '/b'],
    ['4', 2, T + 5 * MINUTE, '18446744073709551615', '12', '/c'],
    ['5', 1, T + 6 * MINUTE, '7', '13', '/d'],
    ['6', 1, T - MINUTE, '8', '14', '/e'],
  ];
  const body = Buffer.from(visits.map((row) => `${JSON.stringify([1, ...row])}\n`).join(''));
  await engine.warehouse.insert({ table: 'visits', columns: ['batch_id', 'id', 'site_id', 'created_at', 'visitor', 'session_id', 'entry_url'], body, token: 'v' });
  await engine.warehouse.insert({ table: 'spider_hits', columns: ['batch_id', 'id', 'site_id', 'created_at'], body: Buffer.from(`[1,"18446744073709551614",1,${T}]\n`), token: 's' });
});
afterAll(() => engine.stop());

describe('knownIds', () => {
  it('knows visits and spider hits of the site, both ends of the time included', async () => {
    const asked = ['1', '3', '4', '18446744073709551614', '99'];
    expect(await engine.warehouse.knownIds(1, asked, T, T + 50 * MINUTE)).toEqual(new Set(['1', '3', '18446744073709551614']));
    expect(await engine.warehouse.knownIds(1, asked, T + 1, T + 50 * MINUTE - 1)).toEqual(new Set());
    expect(await engine.warehouse.knownIds(2, asked, T, T + 50 * MINUTE)).toEqual(new Set(['4']));
  });

  it('takes more ids than fit into an address, and into one request', async () => {
    const asked = Array.from({ length: 25_000 }, (_, i) => String(i));
    expect(await engine.warehouse.knownIds(1, asked, T - MINUTE, T + 60 * MINUTE)).toEqual(new Set(['1', '2', '3', '5', '6']));
    expect(await engine.warehouse.knownIds(1, [], T, T)).toEqual(new Set());
  });
});

describe('recentSessions', () => {
  it('gives the newest session of each visitor on each site', async () => {
    const found = await engine.warehouse.recentSessions(T);
    expect(found.toSorted((a, b) => Number(a.session_id) - Number(b.session_id))).toEqual([
      { site_id: 1, visitor: '18446744073709551615', session_id: '11', entry_url: '/b', last_at: T + 50 * MINUTE },
      { site_id: 2, visitor: '18446744073709551615', session_id: '12', entry_url: '/c', last_at: T + 5 * MINUTE },
      { site_id: 1, visitor: '7', session_id: '13', entry_url: '/d', last_at: T + 6 * MINUTE },
    ]);
  });
});
