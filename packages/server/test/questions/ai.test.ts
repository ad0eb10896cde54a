/** What AI crawlers took and what assistants sent, against counts by hand over the records: by operator, over time, by page, as files. */
import { AI_TYPES, type AiType, type Download, endpoints, type Input, type SpiderHitRecord, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MORE_ASSISTANTS, NAMES } from '../../src/enrich/data/referrer-additions.js';
import { AI_ASSISTANTS } from '../../src/enrich/data/referrer-lists.js';
import { DEFAULT_SPIDER_RULES } from '../../src/enrich/data/default-spider-rules.js';
import type { FileAnswer } from '../../src/file-answer.js';
import type { Handler } from '../../src/http/handler.js';
import { AI_OPERATORS, operatorOfAssistant, operatorOfCrawler, namesOf } from '../../src/questions/ai-operators.js';
import { aiRoutes } from '../../src/routes/ai.js';
import { spiderLogRoutes } from '../../src/routes/spider-log.js';
import { readCsv } from '../exports/read-files.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, contextOf, depsOf, INSTALLATION_ZONE } from './ask.js';
import { localText } from './count.js';
import { CLOCK_CHANGES, makeFixture, SITES, store } from './fixture.js';

const { ai, spiders } = endpoints;
const NOW = CLOCK_CHANGES.berlinAutumn + 4 * 86_400_000;
const RANGE: [string, string] = ['2026-10-24 00:00:00', '2026-10-26 23:59:59'];
const BEFORE: [string, string] = ['2026-03-28 00:00:00', '2026-03-30 23:59:59'];

/** Two of one operator, two purposes of one, one that nobody knows, one that is no AI crawler. */
const CRAWLERS: readonly (readonly [string, string])[] = [
  ['ai_training', 'GPTBot'], ['ai_training', 'GPTBot'], ['ai_search', 'OAI-SearchBot'], ['ai_assistant', 'ChatGPT-User'], ['ai_training', 'ClaudeBot'], ['ai_search', 'PerplexityBot'],
  ['ai_training', 'Own reader'], ['ai_assistant', 'Google-NotebookLM'], ['search_engine', 'Googlebot'],
];
const ASSISTANTS = ['ChatGPT', 'Perplexity', 'Gemini', 'NotebookLM', 'New assistant'];

function records(): { visits: readonly VisitRecord[]; hits: readonly SpiderHitRecord[] } {
  const { visits, hits } = makeFixture();
  return {
    visits: visits.map((visit, i) => (visit.channel === 'ai' ? { ...visit, referer_name: ASSISTANTS[i % ASSISTANTS.length] ?? '', url: `${visit.url}${i % 3 === 0 ? '&utm_source=x' : ''}` } : visit)),
    hits: hits.map((hit, i) => {
      const [type = '', name = ''] = CRAWLERS[i % CRAWLERS.length] ?? [];
      return { ...hit, type, name, url: `https://site${hit.site_id}.example/page/${i % 31}${i % 4 === 0 ? '#part' : i % 4 === 1 ? `?n=${i % 2}` : ''}` };
    }),
  };
}

const { visits, hits } = records();
let engine: TestEngine;
let routes: ReturnType<typeof aiRoutes>;
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, { visits, hits });
  routes = aiRoutes(depsOf(engine.warehouse, NOW));
});
afterAll(() => engine.stop());

const PLACES = [['blog.example', 'Europe/Berlin'], ['hills.example', 'Asia/Kathmandu'], ['', INSTALLATION_ZONE]] as const;
const isAi = ({ type }: SpiderHitRecord): boolean => (AI_TYPES as readonly string[]).includes(type);
const pathOf = (url: string): string => url.split(/[?#]/u)[0] ?? '';
const ratio = (taken: number, sent: number): number | null => (sent === 0 ? null : Math.round((taken / sent) * 100) / 100);

/** What happened at a place in a range, picked by hand. */
function picked(domain: string, zone: string, [from, to]: readonly [string, string]) {
  const ids = new Set<number>(SITES.filter((site) => domain === '' || site.domain === domain).map(({ id }) => id));
  const read = localText(zone);
  const within = (row: { readonly site_id: number; readonly created_at: number }): boolean => ids.has(row.site_id) && read(row.created_at) >= from && read(row.created_at) <= to;
  return { taken: hits.filter((hit) => within(hit) && isAi(hit)), sent: visits.filter((visit) => within(visit) && visit.channel === 'ai'), read };
}

const byType = (list: readonly SpiderHitRecord[]): Record<AiType, number> => ({ ai_training: 0, ai_search: 0, ai_assistant: 0, ...Object.fromEntries(AI_TYPES.map((type) => [type, list.filter((hit) => hit.type === type).length])) });

describe.each(PLACES)('%s', (domain, zone) => {
  const now = picked(domain, zone, RANGE);
  const before = picked(domain, zone, BEFORE);

  it('by operator: every request and every visit is one operator’s, beside the range before', async () => {
    const answer = await ask(ai.operators, routes.operators, { domain, query_time: RANGE, compare: 'range', compare_time: BEFORE, per_page: 100 });
    const everyone = new Set([...now.taken, ...before.taken].map(({ name }) => operatorOfCrawler(name)).concat([...now.sent, ...before.sent].map(({ referer_name: name }) => operatorOfAssistant(name))));
    expect(answer.list.map(({ operator }) => operator).toSorted()).toEqual([...everyone].toSorted());
    for (const row of answer.list) {
      const of = ({ taken, sent }: typeof now) => ({ taken: taken.filter(({ name }) => operatorOfCrawler(name) === row.operator), sent: sent.filter(({ referer_name: name }) => operatorOfAssistant(name) === row.operator) });
      const [own, then] = [of(now), of(before)];
      expect(row).toMatchObject({ taken: own.taken.length, ...byType(own.taken), sent: own.sent.length, taken_before: then.taken.length, sent_before: then.sent.length, ratio: ratio(own.taken.length, own.sent.length) });
      for (const crawler of row.crawlers) {
        const its = own.taken.filter(({ type, name }) => type === crawler.type && name === crawler.name);
        expect(crawler).toMatchObject({ num: its.length, last_at: its.map((hit) => now.read(hit.created_at)).toSorted().at(-1) });
      }
      expect(row.crawlers.reduce((sum, { num }) => sum + num, 0)).toBe(own.taken.length);
      for (const { name, num } of row.assistants) expect(num).toBe(own.sent.filter((visit) => visit.referer_name === name).length);
      expect(row.assistants.reduce((sum, { num }) => sum + num, 0)).toBe(own.sent.length);
    }
    expect(answer.total).toEqual({ taken: now.taken.length, ...byType(now.taken), sent: now.sent.length, ratio: ratio(now.taken.length, now.sent.length), taken_before: before.taken.length, sent_before: before.sent.length });
    expect(answer.list.map(({ taken }) => taken)).toEqual(answer.list.map(({ taken }) => taken).toSorted((a, b) => b - a));
    const pages = await Promise.all([1, 2].map((page) => ask(ai.operators, routes.operators, { domain, query_time: RANGE, sort: { ratio: 'asc' }, page, per_page: 2 })));
    const ratios = pages.flatMap(({ list }) => list.map((row) => row.ratio));
    expect(ratios).toEqual(ratios.toSorted((a, b) => (a === null ? 1 : b === null ? -1 : a - b)));
    expect(pages[0]?.list[0]).not.toHaveProperty('taken_before');
  });

  it.each(['', 'OpenAI', 'Google', 'Own reader', 'New assistant', 'nobody'])('over time and by page, of %j', async (operator) => {
    const taken = now.taken.filter(({ name }) => operator === '' || operatorOfCrawler(name) === operator);
    const sent = now.sent.filter(({ referer_name: name }) => operator === '' || operatorOfAssistant(name) === operator);
    const trend = await ask(ai.trend, routes.trend, { domain, query_time: RANGE, operator, grain: 'hour' });
    for (const { name, total, values } of trend.taken) {
      const own = taken.filter(({ type }) => type === name);
      expect([total, values]).toEqual([own.length, trend.keys.map((key) => own.filter((hit) => `${now.read(hit.created_at).slice(0, 13)}:00:00` === key).length)]);
    }
    expect(trend.taken.reduce((sum, { total }) => sum + total, 0)).toBe(taken.length);
    for (const { name, total } of trend.sent) expect(total).toBe(sent.filter((visit) => visit.referer_name === name).length);
    expect(trend.sent.reduce((sum, { total }) => sum + total, 0)).toBe(sent.length);

    for (const fold of ['path', ''] as const) {
      const keyOf = fold === 'path' ? pathOf : String;
      const { list, total, meta } = await ask(ai.pages, routes.pages, { domain, query_time: RANGE, operator, fold, per_page: 5_000 });
      const keys = new Set([...taken, ...sent].map(({ url }) => keyOf(url)));
      expect([list.length, meta.pagination.total]).toEqual([keys.size, keys.size]);
      for (const { key, ...flows } of list) {
        const own = taken.filter(({ url }) => keyOf(url) === key);
        expect({ key, ...flows }).toEqual({ key, taken: own.length, ...byType(own), sent: sent.filter(({ url }) => keyOf(url) === key).length });
      }
      expect(total).toEqual({ taken: taken.length, ...byType(taken), sent: sent.length });
    }
  });
});

it('pages: searched, sorted by visits, leafed through, and behind the last', async () => {
  const { taken, sent } = picked('', INSTALLATION_ZONE, RANGE);
  const input = { domain: '', query_time: RANGE, search: 'PAGE/1', fold: 'path' as const, sort: { sent: 'desc' as const } };
  const first = await ask(ai.pages, routes.pages, { ...input, per_page: 5 });
  const counts = new Map<string, number>();
  for (const { url } of [...taken, ...sent]) if (pathOf(url).includes('page/1')) counts.set(pathOf(url), 0);
  for (const { url } of sent) if (counts.has(pathOf(url))) counts.set(pathOf(url), (counts.get(pathOf(url)) ?? 0) + 1);
  expect(first.list.map((row) => row.sent)).toEqual([...counts.values()].toSorted((a, b) => b - a).slice(0, 5));
  const behind = await ask(ai.pages, routes.pages, { ...input, per_page: 5, page: 900 });
  expect([behind.list, behind.total, behind.meta.pagination.total]).toEqual([[], first.total, counts.size]);
});

it('the log under an operator or an address holds what the screen counts', async () => {
  const log = spiderLogRoutes(depsOf(engine.warehouse, NOW));
  const { taken } = picked('', INSTALLATION_ZONE, RANGE);
  const total = async (input: Partial<Input<typeof spiders.log>>) => (await ask(spiders.log, log.log, { domain: '', query_time: RANGE, ...input })).meta.pagination.total;
  expect(await total({ operator: 'OpenAI' })).toBe(taken.filter(({ name }) => operatorOfCrawler(name) === 'OpenAI').length);
  expect(await total({ operator: 'OpenAI', type: 'ai_search' })).toBe(taken.filter(({ name, type }) => operatorOfCrawler(name) === 'OpenAI' && type === 'ai_search').length);
  const [one] = taken;
  expect(await total({ address: one?.url ?? '', type: one?.type ?? '' })).toBe(taken.filter(({ url, type }) => url === one?.url && type === one.type).length);
});

async function download<E extends Download>(endpoint: E, handler: Handler<E>, input: Input<E>): Promise<readonly (readonly unknown[])[]> {
  const file = (await handler(endpoint.input.parse(input) as Parameters<Handler<E>>[0], contextOf())) as FileAnswer;
  const pieces: Buffer[] = [];
  for await (const piece of file.body) pieces.push(piece as Buffer);
  return readCsv(Buffer.concat(pieces));
}

it('as files: all rows of both lists, in their order', async () => {
  const [titles, ...operators] = await download(ai.operatorsExport, routes.operatorsExport, { domain: '', query_time: RANGE });
  const { list } = await ask(ai.operators, routes.operators, { domain: '', query_time: RANGE, per_page: 100 });
  expect(titles).toEqual(['operator', 'taken', 'ai_training', 'ai_search', 'ai_assistant', 'sent', 'ratio', 'crawlers', 'assistants']);
  expect(operators.map(([operator, taken]) => [operator, Number(taken)])).toEqual(list.map(({ operator, taken }) => [operator, taken]));
  const [, ...pages] = await download(ai.pagesExport, routes.pagesExport, { domain: '', query_time: RANGE, fields: ['key', 'sent', 'taken'] });
  const shown = await ask(ai.pages, routes.pages, { domain: '', query_time: RANGE, per_page: 5_000 });
  expect(pages.map(([key, sent, taken]) => [key, Number(sent), Number(taken)])).toEqual(shown.list.map(({ key, sent, taken }) => [key, sent, taken]));
});

describe('the operators', () => {
  const shipped = new Set(DEFAULT_SPIDER_RULES.filter(({ type }) => (AI_TYPES as readonly string[]).includes(type)).map(({ name }) => name));
  const assistants = new Set([...MORE_ASSISTANTS, ...AI_ASSISTANTS].map(([name]) => NAMES.get(name) ?? name));

  it('run crawlers and assistants that there are, each of them one operator’s', () => {
    const crawlers = AI_OPERATORS.flatMap((one) => one.crawlers);
    const names = AI_OPERATORS.flatMap((one) => one.assistants);
    expect(crawlers.filter((name) => !shipped.has(name))).toEqual([]);
    expect(names.filter((name) => !assistants.has(name))).toEqual([]);
    expect([new Set(crawlers).size, new Set(names).size]).toEqual([crawlers.length, names.length]);
  });

  it('of every assistant are known; whose crawler is not known stands for itself', () => {
    expect([...assistants].filter((name) => !AI_OPERATORS.some((one) => one.assistants.includes(name)))).toEqual([]);
    for (const name of [...shipped, ...assistants, 'Own reader']) {
      expect(namesOf(operatorOfCrawler(name)).crawlers).toContain(name);
      expect(namesOf(operatorOfAssistant(name)).assistants).toContain(name);
    }
  });
});
