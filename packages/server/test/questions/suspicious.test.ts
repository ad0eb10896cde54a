/** Suspicious visitors: a story whose right answer is known, and the rules of walks and addresses told anew by plain loops over its records. */
import { endpoints, type Input, SUSPICION_SIGNS, type SuspicionSign, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createZoneCountries } from '../../src/questions/zone-countries.js';
import { suspiciousRoutes } from '../../src/routes/suspicious.js';
import { readCsv } from '../exports/read-files.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, contextOf, depsOf } from './ask.js';
import { store } from './fixture.js';
import { ADDRESSES, fingerprintOf, NOW, STORY, storyVisits, visitorOf } from './suspicious-story.js';

const { suspicious } = endpoints;
const visits = storyVisits();
const SHOP = 'shop.example';
const ODD = STORY.map((one, person) => ({ ...one, person })).filter(({ signs }) => signs.length > 0);
const ODD_ADDRESSES = ADDRESSES.filter(({ odd }) => odd);
const weightOf = (sign: SuspicionSign) => SUSPICION_SIGNS.find(({ code }) => code === sign)?.weight;

let engine: TestEngine;
let routes: ReturnType<typeof suspiciousRoutes>;
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, { visits, hits: [] });
  routes = suspiciousRoutes(depsOf(engine.warehouse, NOW));
});
afterAll(() => engine.stop());

const list = (input: Input<typeof suspicious.list> = {}) => ask(suspicious.list, routes.list, { domain: SHOP, per_page: 200, ...input });
const asJson = (sort: object): string => JSON.stringify(sort);

describe('suspicious visitors', () => {
  it('are those of the story, each by its own signs, and nobody else', async () => {
    const { list: rows, meta } = await list();
    const found = new Map(rows.map(({ id, signs }) => [id, signs.map(({ sign }) => sign)]));
    const expected = new Map<string, readonly string[]>([...ODD.map(({ person, signs }) => [visitorOf(person), signs] as const), ...ODD_ADDRESSES.map(({ ip }) => [ip, ['many_fingerprints']] as const)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    expect(meta.pagination.total).toBe(expected.size);
  });

  it('come with the values that contradict each other, and the views that show it', async () => {
    const { list: rows } = await list();
    for (const { person, facts, signs } of ODD) {
      const row = rows.find(({ id }) => id === visitorOf(person));
      const own = visits.filter((visit) => visit.site_id === 1 && visit.fingerprint === fingerprintOf(person));
      expect(row).toMatchObject({ kind: 'visitor', type: 'fingerprint', key: fingerprintOf(person), pv: own.length, ip: own[0]?.ip, country_code: facts.country_code ?? 'CN', user_agent: facts.user_agent });
      for (const { sign, views, values, weight, user_agent: agent } of row?.signs ?? []) {
        expect({ sign, views, weight, agent }).toEqual({ sign, views: own.length, weight: weightOf(sign), agent: facts.user_agent });
        if (sign === 'regular_walk' || sign === 'fast_walk') continue;
        for (const [column, value] of Object.entries(values)) expect(value).toBe(String(own[0]?.[column as keyof VisitRecord] ?? ''));
      }
      expect(row?.signs).toHaveLength(signs.length);
    }
  });

  it('walk as plain loops over their views say', async () => {
    const { list: rows } = await list();
    for (const { person } of ODD.filter(({ signs }) => signs.some((sign) => sign.endsWith('_walk')))) {
      const own = visits.filter((visit) => visit.site_id === 1 && visit.fingerprint === fingerprintOf(person)).toSorted((a, b) => a.created_at - b.created_at);
      const gaps: number[] = [];
      for (let i = 1; i < own.length; i += 1) gaps.push((own[i]?.created_at ?? 0) - (own[i - 1]?.created_at ?? 0));
      const median = gaps.toSorted((a, b) => a - b)[Math.ceil(gaps.length / 2) - 1] ?? 0;
      let near = 0;
      for (const gap of gaps) if (Math.abs(gap - median) <= Math.min(median / 10, 2_000)) near += 1;
      const [sign] = rows.find(({ id }) => id === visitorOf(person))?.signs ?? [];
      expect(sign?.values).toEqual({ pages: new Set(own.map(({ url }) => url)).size, intervals: gaps.length, near, median });
    }
  });

  it('share an address as plain loops over its views say', async () => {
    const { list: rows } = await list({ sign: 'many_fingerprints' });
    expect(rows.map(({ kind, key, type, signs }) => ({ kind, key, type, fingerprints: signs[0]?.values['fingerprints'], views: signs[0]?.views }))).toEqual(
      ODD_ADDRESSES.map(({ ip }) => {
        const there = visits.filter((visit) => visit.ip === ip);
        return { kind: 'address', key: ip, type: 'ip', fingerprints: new Set(there.map(({ fingerprint }) => fingerprint)).size, views: there.length };
      }).toSorted((a, b) => (a.key < b.key ? 1 : -1)),
    );
  });

  it('are counted by sign, each count being what it narrows the list to', async () => {
    const { signs, visitors } = await list({ per_page: 1 });
    for (const { sign, num, weight } of signs) {
      const of = ODD.filter((one) => one.signs.includes(sign)).length + (sign === 'many_fingerprints' ? ODD_ADDRESSES.length : 0);
      expect({ sign, num, weight }).toEqual({ sign, num: of, weight: weightOf(sign) });
      const narrowed = await list({ sign });
      expect([narrowed.meta.pagination.total, narrowed.list.length]).toEqual([of, of]);
      expect(narrowed.list.every((row) => row.signs.some((one) => one.sign === sign))).toBe(true);
    }
    const all = new Set(visits.filter(({ site_id: site }) => site === 1).map(({ visitor }) => visitor)).size;
    expect(visitors).toEqual({ all, any: ODD.length, sure: ODD.filter((one) => one.signs.some((sign) => weightOf(sign) === 'sure')).length });
  });

  it('leave out those of whom there are hints alone, if only sure signs are asked for', async () => {
    const { list: rows } = await list({ weight: 'sure' });
    expect(rows).toHaveLength(ODD.filter(({ name }) => name !== 'traveller').length);
    expect(rows.some(({ id }) => id === visitorOf(STORY.findIndex(({ name }) => name === 'traveller')))).toBe(false);
  });

  it('come most sure signs first, or as they are sorted, and are leafed through without doubles', async () => {
    const sureOf = (signs: readonly { readonly weight: string }[]): number => signs.filter(({ weight }) => weight === 'sure').length;
    const { list: rows } = await list();
    const nums = rows.map(({ signs }) => sureOf(signs));
    expect(nums).toEqual(nums.toSorted((a, b) => b - a));
    const byViews = (await list({ sort: asJson({ views: 'asc' }) })).list.map(({ views }) => views);
    expect(byViews).toEqual(byViews.toSorted((a, b) => a - b));
    const byTime = (await list({ sort: asJson({ last_at: 'desc' }) })).list.map((row) => row.last_at);
    expect(byTime).toEqual(byTime.toSorted().toReversed());
    const pages: string[] = [];
    for (let page = 1; page <= 4; page += 1) pages.push(...(await list({ page, per_page: 5 })).list.map(({ id }) => id));
    expect(pages).toEqual(rows.map(({ id }) => id).slice(0, 20));
  });

  it('are counted the same on a page far behind the last, which is asked for by itself', async () => {
    const [near, far] = [await list(), await list({ page: 6 })];
    expect(far.list).toEqual([]);
    expect({ signs: far.signs, visitors: far.visitors, total: far.meta.pagination.total }).toEqual({ signs: near.signs, visitors: near.visitors, total: near.meta.pagination.total });
  });

  it('are of the range, the country and the device that are asked for', async () => {
    expect((await list({ query_time: ['2026-11-10 00:00:00', '2026-11-17 09:00:00'] })).list).toEqual([]);
    expect((await list({ country_code: 'DE' })).visitors).toEqual({ all: 0, sure: 0, any: 0 });
    const phones = await list({ device_type: 'mobile' });
    expect(phones.list.map(({ id }) => id).toSorted()).toEqual(ODD.filter(({ facts }) => facts.device_type === 'mobile').map(({ person }) => visitorOf(person)).toSorted());
    expect((await list({ domain: 'blog.example' })).list.map(({ id }) => id).toSorted()).toEqual([0, 1, 2, 3].map(visitorOf).toSorted());
  });

  it('are asked about one by one, as the list has them', async () => {
    const { list: rows } = await list();
    for (const { key, type, signs, kind } of rows) {
      const answer = await ask(suspicious.visitor, routes.visitor, { domain: SHOP, type, [type]: key });
      expect(kind === 'address' ? answer.signs.filter(({ sign }) => sign === 'many_fingerprints') : answer.signs).toEqual(signs);
    }
    const ordinary = STORY.findIndex(({ name }) => name === 'iPhone');
    expect((await ask(suspicious.visitor, routes.visitor, { type: 'fingerprint', fingerprint: fingerprintOf(ordinary) })).signs).toEqual([]);
    expect((await ask(suspicious.visitor, routes.visitor, { type: 'ip', ip: 'nobody' })).signs).toEqual([]);
    const emulated = await ask(suspicious.visitor, routes.visitor, { type: 'ip', ip: '198.51.100.2' });
    expect(emulated.signs.map(({ sign, views }) => ({ sign, views }))).toEqual([{ sign: 'software_gpu', views: 4 }, { sign: 'no_touch', views: 4 }]);
  });

  it('are saved as a file with the same rows and values', async () => {
    const { list: rows } = await list();
    const file = await routes.listExport(suspicious.listExport.input.parse({ domain: SHOP, fields: ['key', 'signs', 'values', 'pv'] }), contextOf());
    const pieces: Buffer[] = [];
    for await (const piece of file.body) pieces.push(piece as Buffer);
    const [titles, ...lines] = readCsv(Buffer.concat(pieces));
    expect(titles).toEqual(['key', 'signs', 'values', 'pv']);
    expect(lines.map(([key, signs]) => [key, signs])).toEqual(rows.map(({ key, signs }) => [key, signs.map(({ sign }) => sign).join(', ')]));
    expect(lines.find(([key]) => key === fingerprintOf(1))?.[2]).toBe('software_gpu: device_type=mobile, os_name=iOS, gpu_renderer=Google SwiftShader; no_touch: os_name=iOS, device_type=mobile, max_touch_points=0');
  });
});

describe('a time zone', () => {
  const zones = createZoneCountries(2026);
  it.each([
    ['Asia/Shanghai', 'US', true], ['America/New_York', 'CN', true], ['Europe/Berlin', 'JP', true], ['Asia/Tokyo', 'GB', true], ['Asia/Calcutta', 'US', true],
    // The same clock under another name, old and new names, and zones far from the capital.
    ['Europe/Berlin', 'NO', false], ['Asia/Singapore', 'CN', false], ['Asia/Kolkata', 'IN', false], ['Asia/Calcutta', 'IN', false], ['Pacific/Honolulu', 'US', false], ['Asia/Urumqi', 'CN', false], ['Atlantic/Canary', 'ES', false],
    // Summer time in one country alone: in winter the clocks agree.
    ['Africa/Lagos', 'DE', false], ['America/Phoenix', 'MX', false],
    // What tells no place, is no zone, or no country.
    ['UTC', 'CN', false], ['Etc/UTC', 'US', false], ['Atlantic/Reykjavik', 'CN', false], ['', 'CN', false], ['Nowhere/City', 'CN', false], ["x' OR 1", 'CN', false], ['Asia/Shanghai', '', false], ['Asia/Shanghai', 'ZZ', false],
  ])('%s against %s: %s', (zone, country, apart) => {
    expect(zones.areApart(zone, country)).toBe(apart);
  });
});
