import type { EventRecord, SpiderHitRecord, VisitRecord } from '@footfall/contract';
import { pino } from 'pino';
import { createSessions } from '../../src/enrich/sessions.js';
import { sessionId } from '../../src/enrich/session-id.js';
import { EVENT_COLUMNS, writeEvent } from '../../src/journal/event-row.js';
import { SPIDER_COLUMNS, writeSpiderHit } from '../../src/journal/spider-row.js';
import { VISIT_COLUMNS, writeVisit } from '../../src/journal/visit-row.js';
import { tailOf } from '../journal/rows-of.js';
import { migratedStores } from '../metadata/place.js';
import { openMetadata, type Metadata } from '../../src/metadata/database.js';
import { createSpiderRuns, type SpiderRun, type SpiderRuns } from '../../src/metadata/spider-runs.js';
import { createSpiders, type Spiders } from '../../src/metadata/spiders.js';
import { openSessionRepair } from '../../src/session-repair/session-repair.js';
import { createSpiderHistory } from '../../src/spider-history/spider-history.js';
import type { Moves } from '../../src/warehouse/moves.js';
import type { TestEngine } from '../warehouse/start-engine.js';
import { randomFrom } from '../random.js';
import { makeRecords, NOW } from '../truth/records.js';
import { plainSessions } from '../session-repair/plain.js';

const DAY = 86_400_000;
/** Agents that no rule of the tests names before, with letters in both cases and beyond ASCII. */
export const AGENTS = ['Lumo/1.0 (+https://lumo.example)', 'lumOspider 2', 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0', 'Pre\u212Aite LUMO \u{1F577}', 'Plain Browser/9', 'Lumo Deep Reader/3'] as const;

export interface Records {
  readonly visits: readonly VisitRecord[];
  readonly hits: readonly SpiderHitRecord[];
  readonly events: readonly EventRecord[];
}

/** People of whom some come with a crawler's agent, now and then or always; crawlers with and without a rule; events of both. */
export function makeWorldRecords(): Records {
  const random = randomFrom(20_261_121);
  const agent = (): string => AGENTS[Math.floor(random() * AGENTS.length)] ?? '';
  const plain = makeRecords(90).map((visit): VisitRecord => {
    const person = Number(BigInt(visit.visitor) % 1_000n);
    // Every third is always the same; every other third changes in the middle of a session.
    const user_agent = person % 3 === 0 ? (AGENTS[person % AGENTS.length] ?? '') : person % 3 === 1 ? agent() : 'Plain Browser/9';
    // Within two months, so that what moves lies in few partitions: each costs its own part.
    const created_at = NOW - ((NOW - visit.created_at) % (20 * DAY));
    return { ...visit, created_at, user_agent, received_at: created_at + 40 < NOW ? created_at + 40 : NOW };
  });
  const byKey = new Map<string, { id: string; entry: string }>();
  const bare = plain.map(({ site_id, visitor, id, created_at, url }) => ({ site: site_id, visitor, id: BigInt(id), at: created_at, url }));
  for (const { start, entry, visits } of plainSessions(bare)) {
    for (const { site, visitor, id } of visits) byKey.set(`${site}/${visitor}/${String(id)}`, { id: sessionId(site, visitor, start), entry });
  }
  const visits = plain.map((visit) => {
    const session = byKey.get(`${visit.site_id}/${visit.visitor}/${visit.id}`);
    return { ...visit, session_id: session?.id ?? '0', entry_url: session?.entry ?? '' };
  });
  const hits = Array.from({ length: 300 }, (_, i): SpiderHitRecord => {
    const generic = i % 3 === 0;
    const at = NOW - Math.floor(random() * 20 * DAY) - 1;
    return {
      id: String(10_000 + i), site_id: 1 + (i % 4), created_at: at, received_at: at, source: 'log', ip: '66.249.66.1', country_code: 'US', spider_id: generic ? 0 : 900, type: generic ? 'other' : 'monitor',
      name: generic ? 'lumo' : 'Deep', reason: generic ? 'contact in agent' : 'deep', url: `https://site.example/${i % 9}`, referer: '', user_agent: generic ? agent() : `Deep ${agent()}`, method: 'GET', status: i % 2 ? 200 : 404, bytes: i,
    };
  });
  const events = visits.filter((_, i) => i % 4 === 0).map((visit, i): EventRecord => ({
    id: String(50_000 + i), site_id: visit.site_id, created_at: visit.created_at + 10, received_at: visit.received_at, source: 'tracker', visitor: i % 11 === 0 ? '0' : visit.visitor, session_id: visit.session_id, name: 'buy',
    props: { plan: 'a' }, numbers: { price: 2 }, url: visit.url, title: '', referer: '', referer_host: '', channel: 'direct', referer_name: '', utm_source: '', utm_medium: '', utm_campaign: '', ip: visit.ip, country_code: visit.country_code,
    region: '', city: '', device_type: '', device_vendor: '', device_model: '', os_name: '', os_version: '', browser_name: '', browser_version: '', language: '', is_bot: 0,
  }));
  return { visits, hits, events };
}

let batch = 0;

/** Stores records in batches of their own. */
export async function fill(engine: TestEngine, { visits, hits, events }: Records): Promise<void> {
  const insert = async (table: string, columns: readonly string[], tails: readonly string[]): Promise<void> => {
    for (let at = 0; at < tails.length; at += 500) {
      batch += 1;
      await engine.warehouse.insert({ table, columns, body: Buffer.from(tails.slice(at, at + 500).map((tail) => `[${batch},${tail}\n`).join('')), token: `${table}-${batch}` });
    }
  };
  await insert('visits', VISIT_COLUMNS, visits.map((visit) => tailOf(writeVisit, visit)));
  await insert('spider_hits', SPIDER_COLUMNS, hits.map((hit) => tailOf(writeSpiderHit, hit)));
  await insert('events', EVENT_COLUMNS, events.map((event) => tailOf(writeEvent, event)));
}

/** Every stored row with every value, in an order of its own: equal dumps are equal figures, whichever are asked for. */
export async function dump(engine: TestEngine): Promise<Record<string, readonly string[]>> {
  const lines = async (table: string): Promise<string[]> => {
    const { rows } = await engine.warehouse.query<{ line: string }>(`SELECT toJSONString(tuple(*)) AS line FROM ${table} ORDER BY line`, {});
    return rows.map(({ line }) => line);
  };
  return { visits: await lines('visits'), spider_hits: await lines('spider_hits'), events: await lines('events'), ledger: await lines('ledger') };
}

export interface HistoryWorld {
  readonly metadata: Metadata;
  readonly spiders: Spiders;
  readonly runs: SpiderRuns;
  /** A process: its history, begun. `moves` stands before the store's own. */
  process(moves?: Moves): Promise<{ apply(id: number): Promise<SpiderRun>; undo(id: number): Promise<SpiderRun>; settled(): Promise<void>; end(): Promise<void> }>;
}

const newStore = migratedStores(Date.now);

/** Rules and runs in a metadata store, and processes that apply them over an engine. */
export async function openHistory(engine: TestEngine): Promise<HistoryWorld> {
  let clock = NOW;
  const now = (): number => (clock += 1);
  const metadata = await openMetadata(await newStore(), { now });
  const spiders = createSpiders(metadata.db, now);
  const runs = createSpiderRuns(metadata.db, now);
  const marks = new Map<string, string>();
  const log = pino({ level: 'silent' });
  return {
    metadata,
    spiders,
    runs,
    async process(moves = engine.warehouse.moves) {
      const sessionRepair = await openSessionRepair({
        store: engine.warehouse, sessions: createSessions(), log, journal: { installation: 'test', firstUnsettled: () => 1 },
        marks: { get: async (key) => marks.get(key), set: async (key, value) => void marks.set(key, value) },
      });
      const history = createSpiderHistory({ runs, rules: spiders, moves, sessionRepair, stored: async () => undefined, owner: 'test', log, now, retryMs: 1 });
      history.start();
      await history.settled();
      return {
        apply: (id) => history.apply(id, 'ann'),
        undo: (id) => history.undo(id, 'bob'),
        settled: () => history.settled(),
        async end() {
          await history.stop();
          await sessionRepair.stop();
        },
      };
    },
  };
}
