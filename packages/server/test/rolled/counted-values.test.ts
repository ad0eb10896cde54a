/** Device models of which the last hours are counted apart: what counting all of them tells, also where a newest visit is gone before its agent is looked up. */
import { endpoints } from '@footfall/contract';
import { expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { deviceRoutes } from '../../src/routes/devices.js';
import { ask, depsOf, directoryOf } from '../questions/ask.js';
import { randomFrom } from '../random.js';
import { alone, openWorld } from './open-world.js';
import { NOW, visitorOf } from './world.js';

const { models } = endpoints.devices;
const MINUTE = 60_000;

const { world } = openWorld(randomFrom(11), async (opened) => {
  await opened.store(opened.many(4_000));
  await opened.job.run();
  await opened.store(opened.many(90, 1, NOW - 15 * MINUTE, NOW));
});

const isOfAgents = (sql: string): boolean => sql.includes('user_agent AS agent FROM visits');

it.runIf(alone)('are the same with their agents, and where one of those is gone', async () => {
  const directory = directoryOf([{ id: 1, name: 'Site 1', domain: 'site1.example', timeZone: 'Asia/Shanghai' }]);
  const { warehouse } = world();
  const plain: QuestionStore = { query: (...given) => warehouse.query(...given), stream: (...given) => warehouse.stream(...given) };
  const said: string[] = [];
  let gone = 0;
  const apart: QuestionStore = {
    ...plain,
    rolled: warehouse.rolled,
    async query<T>(sql: string, ...given: [Parameters<QuestionStore['query']>[1], Parameters<QuestionStore['query']>[2]?]) {
      said.push(sql);
      const answer = await warehouse.query<T>(sql, ...given);
      return isOfAgents(sql) && gone > 0 ? { ...answer, rows: answer.rows.slice(gone) } : answer;
    },
  };
  const askOf = (store: QuestionStore, input: object) => ask(models, deviceRoutes(depsOf(store, NOW, { directory, visitorOf })).models, { domain: 'site1.example', per_page: 50, ...input });
  for (const input of [{}, { sort: JSON.stringify({ last_seen: 'desc' }) }, { per_page: 3, page: 2 }]) {
    const expected = await askOf(plain, input);
    expect(expected.list.length).toBeGreaterThan(2);
    for (gone of [0, 1]) {
      said.length = 0;
      expect({ input, gone, ...(await askOf(apart, input)) }).toEqual({ input, gone, ...expected });
      // All were looked up; where one was gone, the statement itself counted what it was the newest of.
      expect([said.filter(isOfAgents).length, said.some((sql) => sql.includes('rest_facts'))]).toEqual([1, gone === 0]);
    }
  }
});
