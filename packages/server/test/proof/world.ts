/** Proofs as the route gives them, over a seeded store; every statement that is run is kept, with its rows. */
import { type Endpoint, endpoints, type Output } from '@footfall/contract';
import type { HandlerGroups } from '../../src/http/bind.js';
import type { RequestContext } from '../../src/http/handler.js';
import type { QuestionStore } from '../../src/questions/asked.js';
import { aiRoutes } from '../../src/routes/ai.js';
import type { QuestionDeps } from '../../src/routes/asking.js';
import { coverageRoutes } from '../../src/routes/coverage.js';
import { deviceLogRoutes } from '../../src/routes/device-logs.js';
import { deviceRoutes } from '../../src/routes/devices.js';
import { flowRoutes } from '../../src/routes/flow.js';
import { homeRoutes } from '../../src/routes/home.js';
import { lifecycleRoutes } from '../../src/routes/lifecycle.js';
import { listsRoutes } from '../../src/routes/lists.js';
import { proofRoutes } from '../../src/routes/proof.js';
import { reconcileRoutes } from '../../src/routes/reconcile.js';
import { reportRoutes } from '../../src/routes/report.js';
import { spiderLogRoutes } from '../../src/routes/spider-log.js';
import { statisticsRoutes } from '../../src/routes/statistics.js';
import { suspiciousRoutes } from '../../src/routes/suspicious.js';
import { createSitemaps } from '../../src/sitemaps/sitemaps.js';
import { filledIn } from '../../src/warehouse/filled-in.js';
import { ask, contextOf, depsOf, directoryOf } from '../questions/ask.js';
import { sitemapListInMemory } from '../sitemaps/list-in-memory.js';
import type { TestEngine } from '../warehouse/start-engine.js';

export type Proof = Output<typeof endpoints.proof.open>;
export type StoredRows = readonly Readonly<Record<string, unknown>>[];

const notAsked = (): Promise<never> => Promise.reject(new Error('nobody asks this here'));

/** Every endpoint's handler: of those that ask questions the real one. */
function handlersOf(deps: QuestionDeps, engine: TestEngine): HandlerGroups {
  const sitemaps = createSitemaps({ list: sitemapListInMemory(), urls: engine.warehouse.sitemapUrls, allowPrivate: false, now: deps.now });
  const real: HandlerGroups = {
    home: homeRoutes(deps), flow: flowRoutes(deps), common: { ...listsRoutes(deps) }, report: reportRoutes(deps), devices: deviceRoutes(deps), deviceLogs: deviceLogRoutes(deps),
    spiders: { ...spiderLogRoutes(deps) }, ai: aiRoutes(deps), coverage: coverageRoutes({ ...deps, sitemaps, audit: { record: () => Promise.resolve() } }), lifecycle: lifecycleRoutes({ ...deps, sitemaps }), websites: { ...statisticsRoutes(deps) }, suspicious: suspiciousRoutes(deps), reconcile: reconcileRoutes(deps),
  };
  const { proof: _, ...others } = endpoints;
  return Object.fromEntries(Object.entries(others as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>).map(([group, members]) => [group, Object.fromEntries(Object.keys(members).map((name) => [name, real[group]?.[name] ?? notAsked]))]));
}

export interface ProofWorld {
  open(question: string, input: object, context?: RequestContext): Promise<Proof>;
  /** What the store answered to a statement, by its text. */
  readonly told: Map<string, StoredRows>;
  /** Asks the store a text as it stands. */
  run(sql: string): Promise<StoredRows>;
}

export function proofWorld(engine: TestEngine, sites: Parameters<typeof directoryOf>[0], now: number, store: QuestionStore = engine.warehouse, more: Partial<QuestionDeps> = {}): ProofWorld {
  const told: ProofWorld['told'] = new Map();
  const kept: QuestionStore = {
    rolled: store.rolled ?? null,
    stream: (...given) => store.stream(...given),
    async query<T>(sql: string, params: Parameters<QuestionStore['query']>[1], options: Parameters<QuestionStore['query']>[2]) {
      const answer = await store.query<T>(sql, params, options);
      told.set(filledIn(sql, params), answer.rows as StoredRows);
      return answer;
    },
  };
  const deps = depsOf(kept, now, { directory: directoryOf(sites), ...more });
  const { statements } = engine.warehouse;
  const routes = proofRoutes({ ...deps, handlers: handlersOf(deps, engine), statements, spiders: { all: () => Promise.resolve([]) }, runs: { all: () => Promise.resolve([]) } });
  return {
    told,
    open: (question, input, context = contextOf()) => ask(endpoints.proof.open, routes.open, { question, input: input as Record<string, unknown> }, context),
    run: async (sql) => (await store.query<Readonly<Record<string, unknown>>>(sql, {})).rows,
  };
}
