/** What is asked of one visitor, of the moments alone at which he was there, held to what all visits say, while visits come in, early and late, and go. */
import { endpoints, type VisitRecord } from '@footfall/contract';
import { expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { deviceLogRoutes } from '../../src/routes/device-logs.js';
import { reportRoutes } from '../../src/routes/report.js';
import { suspiciousRoutes } from '../../src/routes/suspicious.js';
import { ask, depsOf } from '../questions/ask.js';
import { randomFrom } from '../random.js';
import { listening } from './listening.js';
import { alone, openWorld } from './open-world.js';
import { DAYS, NOW as END, visitorOf } from './world.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const random = randomFrom(47);
const upTo = (most: number): number => Math.floor(random() * most);
const nth = <T>(list: readonly T[]): T => list[upTo(list.length)] as T;
const { world } = openWorld(random, async (made) => {
  for (const siteId of [1, 2]) await made.store(made.many(4_000, siteId, END - DAYS * DAY, END - DAY));
  // What makes a site busy is known once its hours are rolled up.
  await made.job.run();
});

type Who = { readonly type: 'ip' | 'fingerprint'; readonly ip: string; readonly fingerprint: string };
type When = { readonly query_time?: [string, string] };

const text = (at: number): string => new Date(at + 8 * HOUR).toISOString().slice(0, 10);

/** All that the console asks of a visitor. */
async function told(store: QuestionStore, now: number, domain: string, who: Who, when: When) {
  const deps = depsOf(store, now, { visitorOf });
  const [logs, report, suspicious] = [deviceLogRoutes(deps), reportRoutes(deps), suspiciousRoutes(deps)];
  const only = who.type === 'ip' ? { ip: who.ip } : { fingerprint: who.fingerprint };
  return {
    info: await ask(endpoints.report.visitInfo, report.visitInfo, { domain, ...who, ...when }),
    sessions: await ask(endpoints.deviceLogs.userTrajectory, logs.userTrajectory, { domain, ...who, ...when }),
    signs: await ask(endpoints.suspicious.visitor, suspicious.visitor, { domain, ...who, ...when }),
    visits: await ask(endpoints.report.deviceLogs, report.deviceLogs, { domain, ...only, ...when, per_page: 5 }),
    second: await ask(endpoints.report.deviceLogs, report.deviceLogs, { domain, ...only, ...when, per_page: 2, page: 2, device_type: 'mobile' }),
  };
}

const whoIs = ({ ip, fingerprint }: VisitRecord, type: Who['type']): Who => ({ type, ip: type === 'ip' ? ip : '', fingerprint: type === 'ip' ? '' : fingerprint });

it.runIf(alone)('is the same as when all visits are looked through', async () => {
  const { warehouse } = world();
  const said: string[] = [];
  const [withKept, plain] = [listening(warehouse, { rolled: warehouse.rolled }, (sql) => said.push(sql)), listening(warehouse, {}, () => undefined)];
  const counted: [pv: number, own: number][] = [];
  let now = END - DAY;
  const people = Array.from({ length: 4 }, () => nth(world().visits.filter(({ fingerprint }) => fingerprint !== '')));
  /** On other sites as well, now and then. */
  const again = (from: number, to: number): VisitRecord[] => people.flatMap((person) => Array.from({ length: upTo(3) }, () => ({ ...world().make(1 + upTo(2), from, to), visitor: person.visitor, fingerprint: person.fingerprint, ip: nth([person.ip, '203.0.113.9']) })));
  for (let step = 0; step < 10; step += 1) {
    const before = now;
    now += step % 2 === 0 ? (5 + upTo(110)) * 60_000 : (10 + upTo(140)) * 1_000;
    if (step % 3 !== 1) await world().store([...world().many(30, 1, before, now), ...again(before, now)]);
    if (step % 4 === 1) await world().store(again(now - 30 * DAY, before));
    if (step === 6) await warehouse.eraseVisitor({ siteIds: [1], type: 'ip', value: people[0]?.ip ?? '', visitor: null });
    if (step === 8) await warehouse.removeExpired([{ siteId: 2, before: END - 20 * DAY }]);
    if (step === 6) world().visits = world().visits.filter(({ site_id: site, ip }) => site !== 1 || ip !== people[0]?.ip);
    if (step === 8) world().visits = world().visits.filter(({ site_id: site, created_at: at }) => site !== 2 || at >= END - 20 * DAY);
    for (const person of people) {
      const [who, domain] = [whoIs(person, nth(['ip', 'fingerprint'])), nth(['shop.example', ''])];
      const when: When = nth([{}, {}, { query_time: [`${text(now - 9 * DAY)} 00:00:00`, `${text(now)} 23:59:59`] }]);
      const [mine, all] = [await told(withKept, now, domain, who, when), await told(plain, now, domain, who, when)];
      expect({ step, domain, who, when, told: mine }).toEqual({ step, domain, who, when, told: all });
      const own = world().visits.filter((visit) => visit[who.type] === who[who.type] && (domain === '' || visit.site_id === 1));
      if (when.query_time === undefined) counted.push([mine.info?.pv ?? 0, own.length]);
    }
  }
  expect(counted.map(([pv]) => pv)).toEqual(counted.map(([, own]) => own));
  expect(counted.length).toBeGreaterThan(10);
  const looks = said.filter((sql) => sql.includes('groupUniqArray(501)'));
  expect(said.filter((sql) => sql.includes("created_at IN {")).length).toBeGreaterThan(150);
  // Of the time since the hours that are kept, as soon as they are.
  expect(looks.filter((sql) => sql.includes('created_at >= {')).length).toBeGreaterThan(looks.length / 2);
}, 300_000);

it.runIf(alone)('is looked through where he came more often than moments are kept of', async () => {
  const { warehouse } = world();
  const said: string[] = [];
  const [withKept, plain] = [listening(warehouse, { rolled: warehouse.rolled }, (sql) => said.push(sql)), listening(warehouse, {}, () => undefined)];
  const often = { ...world().make(1, END - DAY, END - DAY), visitor: visitorOf('abc123'), fingerprint: 'abc123', ip: '203.0.113.77' };
  await world().store(Array.from({ length: 501 }, (_, i) => ({ ...world().make(1, END - DAY, END - DAY), ...often, id: String(9_000_000 + i), created_at: END - 20 * DAY + i * 600_000 })));
  for (const domain of ['shop.example', '']) {
    for (const who of [whoIs(often, 'ip'), whoIs(often, 'fingerprint')]) {
      for (let i = 0; i < 2; i += 1) {
        said.length = 0;
        expect(await told(withKept, END, domain, who, {})).toEqual(await told(plain, END, domain, who, {}));
        expect(said.filter((sql) => sql.includes('groupUniqArray(501)'))).toHaveLength(i === 0 ? 1 : 0);
        expect(said.some((sql) => sql.includes('created_at IN {'))).toBe(false);
      }
    }
  }
}, 120_000);
