/** The proof of an answer from roll-ups: of how many, and that the visits alone say the same. */
import { expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { randomFrom } from '../random.js';
import { alone, openWorld } from '../rolled/open-world.js';
import { DAYS, NOW, visitorOf } from '../rolled/world.js';
import { proofWorld } from './world.js';

const DAY = 86_400_000;
const SITES = [{ id: 1, name: 'One', domain: 'site1.example', timeZone: 'Asia/Shanghai' }];
const text = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const { engine, world } = openWorld(randomFrom(5), async (made) => {
  await made.store(made.many(6_000));
  await made.job.run();
});

it.runIf(alone)('says of how many, and counts the rows alone', async () => {
  const proofs = proofWorld(engine(), SITES, NOW, world().warehouse, { visitorOf });
  const query_time = [text(NOW - (DAYS - 2) * DAY), text(NOW + 60_000)] as const;
  const { statements: [statement] } = await proofs.open('home.trend', { domain: 'site1.example', query_time, query_type: 'day' });
  const [part] = statement?.parts ?? [];
  const [period] = part?.periods ?? [];
  const own = world().visits.filter(({ created_at: at }) => at >= Date.parse(period?.utc_from ?? '') && at < Date.parse(period?.utc_to ?? ''));
  expect(part?.rolled).toMatchObject({ same: true });
  expect((part?.rolled?.spans ?? 0) + (part?.rolled?.hours ?? 0)).toBeGreaterThan(20);
  expect(part?.rolled?.visits).toBeLessThan(own.length);
  expect(part?.counted).toMatchObject({ rows: own.length, uv: new Set(own.map(({ visitor }) => visitor)).size });
  expect(part?.groups.find(({ periods }) => periods === null)?.figures).toMatchObject({ pv: own.length });
  expect([statement?.sql.includes('rolled_'), statement?.sql_rows?.includes('rolled_'), statement?.in_sql]).toEqual([true, false, true]);
});

it.runIf(alone).each(['common.user_total_list', 'device.list', 'device_full.list'])('says so of what is added up by value: %s', async (question) => {
  const { statements } = await proofWorld(engine(), SITES, NOW, world().warehouse, { visitorOf }).open(question, { domain: 'site1.example' });
  const statement = statements.find(({ sql }) => sql.includes('rolled_values'));
  expect(statement?.parts[0]?.rolled).toMatchObject({ same: true, hours: 0 });
  expect(statement?.parts[0]?.rolled?.spans).toBeGreaterThan(10);
  expect([statement?.sql_rows?.includes('rolled_'), statement?.in_sql]).toEqual([false, true]);
});

it.runIf(alone)('tells roll-ups that are wrong', async () => {
  const broken = proofWorld(engine(), SITES, NOW, {
    rolled: world().warehouse.rolled,
    stream: (...given) => world().warehouse.stream(...given),
    async query<T>(sql: string, ...given: [Parameters<QuestionStore['query']>[1], Parameters<QuestionStore['query']>[2]]) {
      const answer = await world().warehouse.query<T>(sql, ...given);
      return sql.includes('rolled_') ? { ...answer, rows: answer.rows.map((row) => ({ ...row, m_pv: '1' })) } : answer;
    },
  });
  const { statements: [statement] } = await broken.open('home.trend', { domain: 'site1.example', query_time: [text(NOW - 20 * DAY), text(NOW)], query_type: 'day' });
  expect(statement?.parts[0]?.rolled?.same).toBe(false);
});
