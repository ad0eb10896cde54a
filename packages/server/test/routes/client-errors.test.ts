import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../http/world.js';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const one = { kind: 'render', message: 'x is undefined', stack: 'at a (a.js:1:2)', path: '/dashboard' };
const report = (items: unknown, more: object = {}) => ({ version: '0.1.0', browser: 'Chrome 145', items, ...more });

async function post(path: string, payload: unknown, user = 'viewer') {
  const answer = await world.app.inject({ method: 'POST', url: `/api/client_errors/${path}`, headers: { authorization: await world.signIn(user) }, payload: payload as object });
  return { status: answer.statusCode, body: answer.json<{ code: number; data: Record<string, unknown> }>() };
}

async function get(path: string, user = 'admin') {
  const answer = await world.app.inject({ method: 'GET', url: `/api/client_errors/${path}`, headers: { authorization: await world.signIn(user) } });
  return { status: answer.statusCode, body: answer.json<{ code: number; data: Record<string, unknown> }>() };
}

describe('errors of the console', () => {
  it('are told by every user, and read by administrators, in the installation’s time', async () => {
    expect((await post('report', report([one, { ...one, num: 4 }]))).body.data).toEqual({ stored: 2, refused: 0 });
    expect((await get('count')).body.data).toEqual({ groups: 1 });
    expect((await get('list')).body.data).toEqual({
      list: [{ id: 1, ...one, version: '0.1.0', browsers: ['Chrome 145'], num: 5, first_seen: '2025-11-21 16:00:00', last_seen: '2025-11-21 16:00:00' }],
      meta: { pagination: { total: 1, current_page: 1, page: 1, per_page: 20 } },
      refused: 0,
    });
    for (const path of ['list', 'count']) expect((await get(path, 'viewer')).status).toBe(403);
    expect((await post('clear', {}, 'viewer')).status).toBe(403);
    expect((await post('clear', {}, 'admin')).status).toBe(200);
    expect((await get('count')).body.data).toEqual({ groups: 0 });
  });

  it('are not taken from strangers', async () => {
    const answer = await world.app.inject({ method: 'POST', url: '/api/client_errors/report', payload: report([one]) });
    expect(answer.statusCode).toBe(401);
    expect((await get('count')).body.data).toEqual({ groups: 0 });
  });

  it.each([
    [{}], [report([])], [report('x')], [report([{ ...one, message: '' }])], [report([{ ...one, message: 'x'.repeat(501) }])], [report([{ ...one, stack: 'x'.repeat(4_001) }])],
    [report([{ ...one, path: 'x'.repeat(201) }])], [report([{ ...one, kind: 'other' }])], [report([{ ...one, num: -1 }])], [report([{ ...one, num: 1e9 }])], [report([{ ...one, num: 1.5 }])],
    [report(Array.from({ length: 21 }, () => one))], [report([one], { version: 'x'.repeat(41) })], [report([one], { browser: {} })],
  ])('of another shape are refused in words (%#)', async (payload) => {
    const { status, body } = await post('report', payload);
    expect({ status, error: body.data['error'] }).toEqual({ status: 400, error: 'request.invalid' });
    expect((await get('count')).body.data).toEqual({ groups: 0 });
  });

  it('are taken up to a measure for each user, the rest is counted; time gives it back', async () => {
    const flood = (from: number) => report(Array.from({ length: 20 }, (_, place) => ({ ...one, stack: `at ${from + place}` })));
    for (const from of [0, 20, 40]) expect((await post('report', flood(from))).body.data).toEqual({ stored: 20, refused: 0 });
    expect((await post('report', flood(60))).body.data).toEqual({ stored: 0, refused: 20 });
    expect((await get('list')).body.data).toMatchObject({ refused: 20, meta: { pagination: { total: 60 } } });
    expect((await post('report', report([one]), 'admin')).body.data).toEqual({ stored: 1, refused: 0 });
    world.clock.at += 15_000;
    expect((await post('report', flood(60))).body.data).toEqual({ stored: 3, refused: 17 });
  });

  it('are text, whatever they hold', async () => {
    const hostile = { ...one, message: '<img src=x onerror=alert(1)>', stack: '=HYPERLINK("https://evil.example")', path: '/a\u0000b' };
    expect((await post('report', report([hostile]))).status).toBe(200);
    expect((await get('list')).body.data).toMatchObject({ list: [{ message: hostile.message, stack: hostile.stack, path: '/a\uFFFDb' }] });
  });
});
