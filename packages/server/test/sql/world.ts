/** Statements as a route answers them, over a seeded store with sites that are granted and one that is not. */
import { endpoints, type GrantableRoute, type Input } from '@footfall/contract';
import type { RequestContext } from '../../src/http/handler.js';
import { sqlRoutes } from '../../src/routes/sql.js';
import { ask, contextOf, depsOf, directoryOf } from '../questions/ask.js';
import { fill, makeWorldRecords, type Records } from '../spider-history/world.js';
import { NOW, SITES } from '../truth/records.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';

/** What the user may see; the others are there. */
export const OWN: readonly number[] = [1, 3];
/** Everything that only rows of other sites hold. */
export const SECRET = /secret-of-another/u;

/** Numbers in the titles of the sites that are granted, words in the others: who reads one of the latter as a number fails. */
export function makeRecords(): Records {
  const { visits, hits, events } = makeWorldRecords();
  const hidden = (site: number): boolean => !OWN.includes(site);
  return {
    visits: visits.map((visit, i) => ({ ...visit, title: hidden(visit.site_id) ? `secret-of-another ${i}` : String(i) })),
    hits: hits.map((hit) => (hidden(hit.site_id) ? { ...hit, url: `${hit.url}?secret-of-another` } : hit)),
    events: events.map((event) => (hidden(event.site_id) ? { ...event, name: 'secret-of-another' } : event)),
  };
}

export interface SqlWorld {
  readonly engine: TestEngine;
  readonly records: Records;
  /** What was written down. */
  readonly written: { action: string; target: string; details: unknown }[];
  context(routes?: readonly GrantableRoute[], sites?: readonly number[], more?: Partial<RequestContext>): RequestContext;
  ask(sql: string, params?: Input<typeof endpoints.sql.ask>['params'], context?: RequestContext): ReturnType<typeof answerOf>;
  readonly routes: ReturnType<typeof sqlRoutes>;
  close(): Promise<void>;
}

type Answer = Awaited<ReturnType<ReturnType<typeof sqlRoutes>['ask']>>;
declare function answerOf(): Promise<Answer>;

export async function openSqlWorld(): Promise<SqlWorld> {
  const engine = await startEngine();
  const records = makeRecords();
  await fill(engine, records);
  const written: SqlWorld['written'] = [];
  const routes = sqlRoutes({
    ...depsOf(engine.warehouse, NOW, { directory: directoryOf(SITES) }), statements: engine.warehouse.statements,
    audit: { record: ({ action, target, details }) => Promise.resolve(void written.push({ action, target, details })) },
  });
  const context: SqlWorld['context'] = (granted = ['Sql', 'userTrajectory', 'SpiderLog'], sites = OWN, more = {}) => {
    const base = contextOf();
    if (base.user === null) throw new Error('a context has a user');
    return contextOf({ user: { ...base.user, roles: ['one'], grants: { isAdmin: false, routes: granted, sites } }, ...more });
  };
  return {
    engine, records, written, routes, context,
    ask: (sql, params = {}, asker = context()) => ask(endpoints.sql.ask, routes.ask, { sql, params }, asker),
    close: () => engine.stop(),
  };
}
