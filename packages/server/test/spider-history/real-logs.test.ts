/** What real crawlers did on real sites: the log, the pie and every total beside a count of the raw lines, before a rule goes back in time, after it, and after it is undone. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SPIDER_RULES } from '../../src/enrich/data/default-spider-rules.js';
import { createSessions } from '../../src/enrich/sessions.js';
import { createSpiderClassifier } from '../../src/enrich/spider-classifier.js';
import { createSpiderLab } from '../../src/enrich/spider-lab.js';
import { fileSource } from '../../src/logs/source.js';
import { spiderLabRoutes } from '../../src/routes/spider-lab.js';
import { spiderRuleRoutes } from '../../src/routes/spider-rules.js';
import { openSessionRepair } from '../../src/session-repair/session-repair.js';
import { createStore, everySite } from '../logs/importing.js';
import { rawRows, type RawRow } from '../logs/raw-rows.js';
import { ask, depsOf, directoryOf } from '../questions/ask.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { countedFigures, figuresOf, sum } from './figures.js';
import { dump, fill, type HistoryWorld, openHistory } from './world.js';

const { spiders: calls } = endpoints;
const logs = new URL('../../../../../shared/data/logs/', import.meta.url);
const DAY = 86_400_000;

const LOGS = [
  { id: 1, domain: 'semicomplete.example', file: 'elastic_apache_combined', people: '10.7; rv:2', generic: 'universalfeedparser', other: 'msnbot/2.0b', loser: 'MSNBot' },
  { id: 2, domain: 'farmwork.example', file: 'wtf_apache_combined', people: 'rv:131.0)', generic: 'custom-asynchttpclient', other: 'mj12bot/v1.4.8', loser: 'MJ12bot' },
  { id: 3, domain: 'sauna.example', file: 'wtf_nginx_combined_saunathinker', people: 'win64; x64; rv:47.0', generic: 'applewebkit/537.36 chrome/120', other: 'ahrefsbot/7.0', loser: 'AhrefsBot' },
] as const;
type Log = (typeof LOGS)[number];

const WORDS = LOGS.flatMap(({ people, generic, other }) => [people, generic, other]);
const RULE = { type: 'ai_training', name: 'From the past', keywords: WORDS, enabled: true };

describe.skipIf(!existsSync(logs))('real access logs (needs ../shared/data/logs)', () => {
  let engine: TestEngine;
  let world: HistoryWorld;
  const sites = LOGS.map(({ id, domain }) => ({ id, name: domain, domain, timeZone: 'UTC' }));
  const rows = new Map<number, readonly RawRow[]>();
  const own = (log: Log): readonly RawRow[] => rows.get(log.id) ?? [];
  /** The last day of each log is today. */
  const deps = (log: Log) => depsOf(engine.warehouse, Math.floor((own(log).at(-1)?.at ?? 0) / DAY) * DAY + DAY - 1, { directory: directoryOf(sites) });

  beforeAll(async () => {
    engine = await startEngine();
    world = await openHistory(engine);
    await world.spiders.seedDefaults(DEFAULT_SPIDER_RULES);
    for (const { id, domain, file } of LOGS) {
      const path = fileURLToPath(new URL(`${file}.log`, logs));
      rows.set(id, rawRows(path, WORDS));
      const { visits, hits } = await createStore().import([fileSource(path)], { site: { ...everySite, id, domain } });
      await fill(engine, { visits, hits, events: [] });
    }
    // Lines of these logs are not in the order of time: sessions are put right afterwards, as on a server.
    const repair = await openSessionRepair({
      store: engine.warehouse, sessions: createSessions(), log: engine.log, journal: { installation: 'import', firstUnsettled: () => 1_000_000 },
      marks: { get: () => Promise.resolve(undefined), set: () => Promise.resolve() },
    });
    await repair.settled();
    await repair.stop();
  });
  afterAll(async () => {
    await world.metadata.close();
    await engine.stop();
  });

  it('have people, crawlers with a rule and crawlers without one to speak of', () => {
    for (const log of LOGS) {
      const taken = own(log).filter(({ isTaken }) => isTaken);
      for (const word of [log.people, log.generic, log.other]) expect([word, taken.filter(({ agent }) => agent.toLowerCase().includes(word)).length > 1]).toEqual([word, true]);
    }
  });

  it.each(LOGS)('$file: log, pie, trend, addresses, statuses, bytes and totals are what the raw lines say', async (log) => {
    const { counted } = await figuresOf(log.domain, own(log), deps(log), engine);
    expect(counted).toEqual(countedFigures(own(log)));
  });

  it('the list of rules tells the hits of the last 24 hours and 7 days, and can be put in their order', async () => {
    const [log] = LOGS;
    const given = deps(log);
    const lab = createSpiderLab(createSpiderClassifier(DEFAULT_SPIDER_RULES));
    const routes = spiderRuleRoutes({ ...given, spiders: world.spiders, enricher: { useRules: () => undefined }, audit: { record: () => Promise.resolve() }, lab });
    const { list } = await ask(calls.list, routes.list, { per_page: 5_000, sort: { hits_7d: 'desc' } });
    const byName = new Map(list.map((rule) => [rule.name, rule]));
    const since = (word: string, ms: number) => own(log).filter(({ at, agent }) => at >= given.now() - ms && agent.toLowerCase().includes(word)).length;
    for (const [name, word] of [['Yahoo! Slurp', 'yahoo! slurp'], ['Bingbot', 'bingbot/'], ['MJ12bot', 'mj12bot'], ['AhrefsBot', 'ahrefsbot'], ['Twitterbot', 'twitterbot'], ['FeedBurner', 'feedburner']] as const) {
      expect([name, byName.get(name)?.hits_24h, byName.get(name)?.hits_7d]).toEqual([name, since(word, DAY), since(word, 7 * DAY)]);
    }
    expect(since('', DAY)).toBeLessThan(since('', 7 * DAY));
    const counts = list.map(({ hits_7d: hits }) => hits);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(list[0]).toMatchObject({ name: 'Googlebot' });
  });

  it('a new rule back in time moves exactly what the raw lines say, every figure follows, and undone all is as it was', async () => {
    const server = await world.process();
    const lab = spiderLabRoutes({
      ...deps(LOGS[0]), spiders: world.spiders, runs: world.runs, audit: { record: () => Promise.resolve() },
      lab: createSpiderLab(createSpiderClassifier(DEFAULT_SPIDER_RULES)), history: server,
    });
    const before = await dump(engine);
    const figures = await Promise.all(LOGS.map((log) => figuresOf(log.domain, own(log), deps(log), engine)));

    // What goes from where: visits from people; of the crawlers, those without a rule are known by their agents.
    const taken = LOGS.flatMap((log) => own(log).filter(({ isTaken }) => isTaken));
    const isGeneric = ({ agent }: RawRow) => LOGS.some(({ generic }) => agent.toLowerCase().includes(generic));
    const moved = {
      people: taken.filter(({ isHit }) => !isHit).length,
      spiders: taken.filter((row) => row.isHit && !isGeneric(row)).length,
      unknown: taken.filter((row) => row.isHit && isGeneric(row)).length,
      own: 0,
    };
    expect(Math.min(moved.people, moved.spiders, moved.unknown)).toBeGreaterThan(100);
    const tried = await ask(calls.dryRun, lab.dryRun, { id: 0, type: RULE.type, name: RULE.name, keyword: [...WORDS] });
    expect(tried).toMatchObject({
      total: moved, released: 0,
      visitors: new Set(LOGS.flatMap((log) => own(log).filter(({ isHit, isTaken }) => !isHit && isTaken).map(({ ip, agent }) => `${ip} ${agent}`))).size,
      pv: sum(LOGS, (log) => own(log).filter(({ isHit }) => !isHit).length), hits: sum(LOGS, (log) => own(log).filter(({ isHit }) => isHit).length),
    });
    const bySite = new Map(tried.sites.map((site) => [site.domain, site.people + site.spiders + site.unknown]));
    expect(bySite).toEqual(new Map(LOGS.map((log) => [log.domain, own(log).filter(({ isTaken }) => isTaken).length])));
    expect(new Map(tried.losers.map(({ name, num }) => [name, num]))).toEqual(new Map(LOGS.map(({ other, loser }) => [loser, taken.filter(({ agent }) => agent.toLowerCase().includes(other)).length])));
    expect(await dump(engine)).toEqual(before);

    // A shipped rule with another keyword would let go of what it has.
    const burner = (await world.spiders.all()).find(({ name }) => name === 'FeedBurner');
    const changed = await ask(calls.dryRun, lab.dryRun, { id: burner?.id ?? 0, type: 'feed', name: 'FeedBurner', keyword: ['never seen anywhere'] });
    expect(changed).toMatchObject({ total: { people: 0, spiders: 0, unknown: 0, own: 0 }, released: sum(LOGS, (log) => own(log).filter(({ isHit, agent }) => isHit && agent.toLowerCase().includes('feedburner')).length) });
    expect(changed.released).toBeGreaterThan(100);

    const rule = await world.spiders.add(RULE);
    const run = await ask(calls.apply, lab.apply, { id: rule.id });
    await server.settled();
    expect(await ask(calls.runs, lab.runs, {})).toMatchObject([{ id: run.id, state: 'applied', moved, events: 0, can_undo: true }]);
    for (const log of LOGS) {
      // A hit that was a view knows neither status nor bytes: those were not kept of people.
      const after = own(log).map((row) => (row.isTaken ? { ...row, isHit: true, type: RULE.type, ...(row.isHit ? {} : { status: '', bytes: 0 }) } : row));
      const { counted } = await figuresOf(log.domain, own(log), deps(log), engine);
      expect(counted).toEqual(countedFigures(after));
      expect(counted).not.toEqual(countedFigures(own(log)));
    }

    await ask(calls.undo, lab.undo, { id: run.id });
    await server.settled();
    expect(await ask(calls.runs, lab.runs, {})).toMatchObject([{ id: run.id, state: 'undone', can_undo: false }]);
    expect(await Promise.all(LOGS.map((log) => figuresOf(log.domain, own(log), deps(log), engine)))).toEqual(figures);
    expect(await dump(engine)).toEqual(before);
    await server.end();
  }, 60_000);
});
