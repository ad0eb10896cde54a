import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSessions } from '../../src/http/session.js';
import { createSessionStore } from '../../src/metadata/sessions.js';
import { createWorld, START, type World } from './world.js';

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const me = (token: string) => world.app.inject({ method: 'GET', url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
const logout = (token: string) => world.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization: token } });
const rows = () => world.metadata.db.selectFrom('sessions').selectAll().orderBy('created_at').execute();
const renewedBy = async (token: string): Promise<string> => {
  const { headers, statusCode } = await me(token);
  expect(statusCode).toBe(200);
  const renewed = headers['authorization'];
  if (typeof renewed !== 'string') throw new Error('no token was handed out');
  return renewed;
};

describe('a session', () => {
  it('is stored as a hash, never as its token', async () => {
    const token = await world.signIn();
    const [row] = await rows();
    expect(row?.token_hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('lives seven days after its last use', async () => {
    const [used, unused] = [await world.signIn(), await world.signIn('viewer')];
    let token = used;
    for (let day = 1; day <= 20; day += 1) {
      world.clock.at = START + day * 6 * DAY;
      token = await renewedBy(token);
    }
    expect((await me(unused)).statusCode).toBe(401);
    world.clock.at += 7 * DAY - 1;
    expect((await me(token)).statusCode).toBe(200);
    const last = await world.signIn();
    world.clock.at += 7 * DAY;
    expect((await me(last)).statusCode).toBe(401);
  });

  it('slides with use inside the hour too', async () => {
    const token = await world.signIn();
    world.clock.at += 59 * 60 * SECOND;
    expect((await me(token)).headers['authorization']).toBeUndefined();
    expect((await rows())[0]).toMatchObject({ last_seen_at: world.clock.at, expires_at: world.clock.at + 7 * DAY });
  });

  it('is noted as used at most once a minute', async () => {
    const token = await world.signIn();
    world.clock.at += 59 * SECOND;
    await me(token);
    expect((await rows())[0]?.last_seen_at).toBe(START);
    world.clock.at += SECOND;
    await Promise.all([me(token), me(token)]);
    expect((await rows())[0]?.last_seen_at).toBe(START + 60 * SECOND);
    world.clock.at += 3 * SECOND;
    await me(token);
    expect((await rows())[0]?.last_seen_at).toBe(START + 60 * SECOND);
  });

  it('of a user who is disabled is worth nothing within seconds', async () => {
    const token = await world.signIn('viewer');
    expect((await me(token)).statusCode).toBe(200);
    await world.users.setDisabled(2, true);
    world.clock.at += 5 * SECOND;
    expect((await me(token)).statusCode).toBe(401);
  });

  it.each(['', 'x', 'Bearer', 'Bearer x', 'Basic YWRtaW46YWRtaW4=', 'a'.repeat(43), `Bearer ${'a'.repeat(43)} extra`, 'a'.repeat(10_000), "' or 1=1 --", 'null', '[object Object]'])(
    'is not got by %j',
    async (authorization) => {
      await world.signIn();
      const answer = await world.app.inject({ method: 'GET', url: '/api/auth/me', headers: { authorization } });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 401, data: { error: 'auth.required' } });
    },
  );
});

describe('a renewal', () => {
  it('comes after an hour, in the response header, exposed, without Bearer', async () => {
    const token = await world.signIn();
    world.clock.at += HOUR - 1;
    expect((await me(token)).headers['authorization']).toBeUndefined();
    world.clock.at += 1;
    const answer = await me(token);
    expect(answer.headers['authorization']).toMatch(/^[\w-]{43}$/u);
    expect(answer.headers['authorization']).not.toBe(token);
    expect(answer.headers['access-control-expose-headers']).toBe('authorization');
    expect(answer.json<{ data: { username: string } }>().data.username).toBe('admin');
    const renewed = String(answer.headers['authorization']);
    const next = await me(renewed);
    expect(next.statusCode).toBe(200);
    expect(next.headers['authorization']).toBeUndefined();
  });

  it('leaves the old token good for a minute, no longer', async () => {
    const token = await world.signIn();
    world.clock.at += HOUR;
    const renewed = await renewedBy(token);
    world.clock.at += 60 * SECOND - 1;
    expect((await me(token)).statusCode).toBe(200);
    world.clock.at += 1;
    expect((await me(token)).statusCode).toBe(401);
    expect((await me(renewed)).statusCode).toBe(200);
  });

  it('of parallel requests is one, and each of them gets it', async () => {
    const token = await world.signIn();
    world.clock.at += HOUR;
    const answers = await Promise.all(Array.from({ length: 12 }, () => me(token)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(new Set(answers.map((answer) => answer.headers['authorization'])).size).toBe(1);
    expect(await rows()).toHaveLength(2);
  });

  it('whose answer was lost is handed out again during the grace', async () => {
    const token = await world.signIn();
    world.clock.at += HOUR;
    const lost = await renewedBy(token);
    world.clock.at += 30 * SECOND;
    expect(await renewedBy(token)).toBe(lost);
  });

  it('comes with a refusal too', async () => {
    const token = await world.signIn('viewer');
    world.clock.at += HOUR;
    const answer = await world.app.inject({ method: 'GET', url: '/api/website/info?id=99', headers: { authorization: token } });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['authorization']).toMatch(/^[\w-]{43}$/u);
  });

  it('by two processes on one store happens once', async () => {
    const token = await world.signIn();
    const other = createSessions({ store: createSessionStore(world.metadata.db), now: () => world.clock.at });
    await other.authenticate(token);
    await world.sessions.authenticate(token);
    world.clock.at += HOUR;
    const [here, there] = await Promise.all([world.sessions.authenticate(token), other.authenticate(token)]);
    expect(here?.user.username).toBe('admin');
    expect(there?.user.username).toBe('admin');
    const handed = [world.sessions.successorOf(here?.tokenHash ?? ''), other.successorOf(there?.tokenHash ?? '')];
    expect(handed.filter((successor) => successor !== undefined)).toHaveLength(1);
    expect(await rows()).toHaveLength(2);
  });
});

describe('signing out', () => {
  it('ends the session at once, and only that one', async () => {
    const [token, other] = [await world.signIn(), await world.signIn()];
    expect((await me(token)).statusCode).toBe(200);
    const answer = await logout(token);
    expect(answer.json()).toEqual({ code: 200, message: 'ok', data: null });
    expect((await me(token)).statusCode).toBe(401);
    expect((await logout(token)).statusCode).toBe(401);
    expect((await me(other)).statusCode).toBe(200);
    expect(await rows()).toHaveLength(1);
  });

  it('with the new token ends the old one in its grace, and the other way round', async () => {
    for (const useOld of [false, true]) {
      const token = await world.signIn();
      world.clock.at += HOUR;
      const renewed = await renewedBy(token);
      await logout(useOld ? token : renewed);
      expect((await me(token)).statusCode).toBe(401);
      expect((await me(renewed)).statusCode).toBe(401);
    }
  });

  it('hands out no new token that would be dead', async () => {
    const token = await world.signIn();
    world.clock.at += HOUR;
    const answer = await logout(token);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['authorization']).toBeUndefined();
    expect(await rows()).toEqual([]);
  });

  it('while the session is being read is not undone by that', async () => {
    const inner = createSessionStore(world.metadata.db);
    const token = await world.signIn();
    let release!: () => void;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sessions = createSessions({
      now: () => world.clock.at,
      store: {
        ...inner,
        async find(hash) {
          const found = await inner.find(hash);
          await gate;
          return found;
        },
      },
    });
    const reading = sessions.authenticate(token);
    const family = (await rows())[0]?.family ?? '';
    await sessions.end(family);
    release();
    await reading;
    expect(await sessions.authenticate(token)).toBeUndefined();
  });

  it('in another process is believed here for five seconds at most', async () => {
    const token = await world.signIn();
    expect((await me(token)).statusCode).toBe(200);
    const other = createSessions({ store: createSessionStore(world.metadata.db), now: () => world.clock.at });
    await other.end((await rows())[0]?.family ?? '');
    world.clock.at += 5 * SECOND;
    expect((await me(token)).statusCode).toBe(401);
  });
});
