/** Ordinary browsers through the real enrichment: none shows a sure sign, but those that were marked on the way in. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endpoints, hit, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice } from '../../src/commands/demo/devices.js';
import { createRandom } from '../../src/commands/demo/random.js';
import { createEnricher } from '../../src/enrich/enrich.js';
import { createGeo } from '../../src/enrich/geo.js';
import { findIn } from '../../src/enrich/mmdb.js';
import { createSessions } from '../../src/enrich/sessions.js';
import { createSpiderClassifier } from '../../src/enrich/spider-classifier.js';
import { suspiciousRoutes } from '../../src/routes/suspicious.js';
import { arrival, shop } from '../enrich/arrivals.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, depsOf } from './ask.js';
import { store } from './fixture.js';

interface Profile {
  readonly userAgent: string;
  readonly platform: string;
  readonly language: string;
  readonly screenWidth: number;
  readonly screenHeight: number;
}

const NOW = Date.UTC(2026, 10, 20, 9);
const RECORDED = fileURLToPath(new URL('../../../../../shared/data/ua/intoli_user-agents.json', import.meta.url));
const enricher = createEnricher({ geo: createGeo([findIn({ get: () => ({ country_code: 'CN' }) })]), spiders: createSpiderClassifier([]), sessions: createSessions() });

/** A view by each, of one site, through the enrichment; crawlers that say so are none of these. */
function visitsOf(browsers: readonly { readonly userAgent: string; readonly facts: object }[], site: number): VisitRecord[] {
  return browsers.flatMap(({ userAgent, facts }, i) => {
    const number = (site * 100_000 + i).toString(16).padStart(16, '0');
    const client = hit.parse({ v: 1, i: number, u: 'https://shop.example/', f: number, z: 'Asia/Shanghai', l: 'zh-CN,zh', ...facts });
    const at = NOW - 3_600_000 + i;
    const enriched = enricher.enrich(arrival({ id: String(site * 100_000 + i + 1), site: { ...shop, id: site }, at, receivedAt: at + 5, userAgent, client, ip: `114.114.${i >> 8}.${1 + (i % 254)}` }));
    return enriched.kind === 'visit' ? [enriched.visit] : [];
  });
}

const random = createRandom(20_261_123);
const ofDemo = visitsOf(Array.from({ length: 1_500 }, () => makeDevice(random)), 1);
const profiles = existsSync(RECORDED) ? (JSON.parse(readFileSync(RECORDED, 'utf8')) as Profile[]) : [];
const recorded = visitsOf(profiles.map(({ userAgent, platform, language, screenWidth: w, screenHeight: h }) => ({ userAgent, facts: { o: platform, l: language, s: [w, h, w, h] } })), 3);

let engine: TestEngine;
let routes: ReturnType<typeof suspiciousRoutes>;
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, { visits: [...ofDemo, ...recorded], hits: [] });
  routes = suspiciousRoutes(depsOf(engine.warehouse, NOW));
});
afterAll(() => engine.stop());

const asked = (domain: string) => ask(endpoints.suspicious.list, routes.list, { domain, per_page: 100 });

describe('ordinary visitors', () => {
  it('of the demo show no sign at all', async () => {
    const { visitors, list } = await asked('shop.example');
    expect(list).toEqual([]);
    expect(visitors).toEqual({ all: ofDemo.length, sure: 0, any: 0 });
  });

  it.skipIf(profiles.length === 0)('of ten thousand recorded profiles show none but that their platform contradicts their agent, where it does', async () => {
    let disguised = 0;
    for (const { user_agent: agent, platform } of recorded) {
      const isPc = platform.startsWith('Win') || platform.startsWith('Linux');
      if (agent.includes('iPhone') && isPc) disguised += 1;
      else if (agent.includes('Macintosh') && isPc) disguised += 1;
      else if (agent.includes('Windows NT') && !platform.startsWith('Win')) disguised += 1;
    }
    const { signs, visitors } = await asked('harbour.example');
    expect(signs.filter(({ num }) => num > 0)).toEqual([{ sign: 'marked', weight: 'sure', num: disguised }]);
    expect(visitors).toEqual({ all: recorded.length, sure: disguised, any: disguised });
  });
});
