/** Device models, devices of visitors, who a visitor is and which way he went, against counts by hand. */
import { createHash } from 'node:crypto';
import { endpoints, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceLogRoutes } from '../../src/routes/device-logs.js';
import { deviceRoutes } from '../../src/routes/devices.js';
import { reportRoutes } from '../../src/routes/report.js';
import { ask } from '../questions/ask.js';
import type { TestEngine } from '../warehouse/start-engine.js';
import { anyOrder, byBytes, days, distinct, grouped, newestFirst, placeOf, within } from './loops.js';
import { makeRecords, SITES } from './records.js';
import { storeOf, truthDeps } from './world.js';

const { devices, deviceLogs, report } = endpoints;
const records = makeRecords();
let engine: TestEngine;
beforeAll(async () => {
  engine = await storeOf(records);
});
afterAll(() => engine.stop());

const models = () => deviceRoutes(truthDeps(engine)).models;
const full = () => deviceRoutes(truthDeps(engine)).full;
const trajectory = () => deviceLogRoutes(truthDeps(engine)).userTrajectory;
const info = () => reportRoutes(truthDeps(engine)).visitInfo;

const domainOf = (id: number): string => SITES.find((site) => site.id === id)?.domain ?? '';
const factsOf = (visit: VisitRecord): string[] => [visit.device_model, visit.platform, visit.device_type, visit.os_name, visit.gpu_renderer, visit.gpu_vendor];

describe.each([...SITES.map(({ domain }) => domain), ''])('%j', (domain) => {
  const place = placeOf(records, domain);
  const range = days('2026-10-25', '2026-11-02');
  const query_time: [string, string] = [...range];

  it('device models: each combination once, with its visits, visitors and newest agent', async () => {
    const answer = await ask(devices.models, models(), { domain, query_time, per_page: 5_000 });
    const counted = grouped(within(place, range), (visit) => factsOf(visit).join('\n'));
    const expected = [...counted].map(([facts, visits]) => {
      const [newest] = newestFirst(visits);
      const [device_model, platform, device_type, os_name, gpu_renderer, gpu_vendor] = factsOf(newest as VisitRecord);
      return {
        id: createHash('sha256').update(facts).digest('hex').slice(0, 16), device_model, platform, device_type, os_name, gpu_renderer, gpu_vendor,
        user_agent: newest?.user_agent, num: visits.length, uv: distinct(visits.map(({ visitor }) => visitor)), last_seen: place.read(newest?.created_at ?? 0),
      };
    });
    expect(answer.list.toSorted((a, b) => byBytes(a.id, b.id))).toEqual(expected.toSorted((a, b) => byBytes(a.id, b.id)));
    expect(answer.list.map(({ num }) => num)).toEqual(expected.map(({ num }) => num).toSorted((a, b) => b - a));
    expect([answer.total, answer.meta.pagination.total]).toEqual([counted.size, counted.size]);
  });

  it('device models under each filter, and sorted', async () => {
    const all = (await ask(devices.models, models(), { domain })).list;
    for (const [field, value] of [['platform', 'Win32'], ['device_type', 'mobile'], ['os_name', 'Android']] as const) {
      const found = await ask(devices.models, models(), { domain, [field]: value });
      expect(found.list).toEqual(all.filter((row) => row[field] === value));
    }
    expect((await ask(devices.models, models(), { domain, device_model: '米' })).list.map((row) => row.device_model)).toEqual(['小米 14']);
    const sorted = await ask(devices.models, models(), { domain, sort: { gpu_renderer: 'desc' } });
    expect(sorted.list.map((row) => row.gpu_renderer)).toEqual(all.map((row) => row.gpu_renderer).toSorted(byBytes).toReversed());
    const page = await ask(devices.models, models(), { domain, page: 2, per_page: 3 });
    expect(page.list).toEqual(all.slice(3, 6));
    expect((await ask(devices.models, models(), { domain, page: 9, per_page: 3 })).total).toBe(all.length);
  });

  it('devices of visitors: one for each fingerprint, its newest facts, first and last time, and the newest 3 visits', async () => {
    const answer = await ask(devices.full, full(), { domain, query_time, per_page: 5_000 });
    const counted = grouped(within(place, range).filter(({ fingerprint }) => fingerprint !== ''), ({ fingerprint }) => fingerprint);
    expect(answer.total).toBe(counted.size);
    expect(answer.list.map(({ fingerprint }) => fingerprint).toSorted()).toEqual([...counted.keys()].toSorted());
    const lasts = answer.list.map((row) => Math.max(...(counted.get(row.fingerprint) ?? []).map(({ created_at: at }) => at)));
    expect(lasts).toEqual(lasts.toSorted((a, b) => b - a));
    for (const row of answer.list) {
      const visits = newestFirst(counted.get(row.fingerprint) ?? []);
      const [newest] = visits;
      expect(row).toMatchObject({
        ip: newest?.ip, country_code: newest?.country_code, device_model: newest?.device_model, cpu_cores: newest?.cpu_cores ?? '', ram: newest?.ram ?? '', browser_version: newest?.browser_version,
        screen_resolution: newest?.screen_width == null ? '' : `${newest.screen_width}x${newest.screen_height}`, max_touch_points: newest?.max_touch_points, domain: domainOf(newest?.site_id ?? 0),
        created_at: place.read(visits.at(-1)?.created_at ?? 0), last_seen: place.read(newest?.created_at ?? 0), num: visits.length,
        visits: visits.slice(0, 3).map((visit) => ({ id: visit.id, created_at: place.read(visit.created_at), domain: domainOf(visit.site_id), url: visit.url, user_agent: visit.user_agent })),
      });
    }
  });

  it('devices of visitors under each filter, sorted and paged', async () => {
    const fingerprints = (visits: readonly VisitRecord[]): string[] => [...new Set(visits.map(({ fingerprint }) => fingerprint))].filter((one) => one !== '').toSorted();
    const found = async (input: object): Promise<string[]> => (await ask(devices.full, full(), { domain, per_page: 5_000, ...input })).list.map(({ fingerprint }) => fingerprint).toSorted();
    expect(await found({ country_code: 'DE' })).toEqual(fingerprints(place.visits.filter((visit) => visit.country_code === 'DE')));
    expect(await found({ device_model: '小米 14', os_name: 'Android' })).toEqual(fingerprints(place.visits.filter((visit) => visit.device_model === '小米 14')));
    const [some = ''] = fingerprints(place.visits);
    expect(await found({ fingerprint: ` ${some} ` })).toEqual([some]);
    expect(await found({ fingerprint: 'nobody' })).toEqual([]);
    const byNum = await ask(devices.full, full(), { domain, sort: '{"num":"desc"}', page: 2, per_page: 5 });
    const counts = [...grouped(place.visits.filter(({ fingerprint }) => fingerprint !== ''), ({ fingerprint }) => fingerprint).values()].map(({ length }) => length).toSorted((a, b) => b - a);
    expect(byNum.list.map(({ num }) => num)).toEqual(counts.slice(5, 10));
  });

  it.each(['fingerprint', 'ip'] as const)('who a visitor is, by %s', async (type) => {
    for (const [value, visits] of [...grouped(place.visits.filter((visit) => visit[type] !== ''), (visit) => visit[type])].slice(0, 12)) {
      const answer = await ask(report.visitInfo, info(), { domain, type, [type]: value });
      const sorted = newestFirst(visits);
      const [newest] = sorted;
      const seen = (own: readonly VisitRecord[]) => ({ num: own.length, first_seen: place.read(Math.min(...own.map(({ created_at: at }) => at))), last_seen: place.read(Math.max(...own.map(({ created_at: at }) => at))) });
      const { num: pv, ...when } = seen(visits);
      expect(answer).toMatchObject({
        platform: newest?.platform, device_model: newest?.device_model, cpu_cores: newest?.cpu_cores ?? '', ram: newest?.ram ?? '', browser_version: newest?.browser_version, fingerprint: newest?.fingerprint, ip: newest?.ip,
        connection_type: '4g', country_code: newest?.country_code, pv, ...when, sessions: distinct(visits.map(({ session_id: id }) => id)), time_zone: place.zone,
      });
      const ips = grouped(visits, ({ ip }) => ip);
      expect(answer?.ips.map(({ ip, num, first_seen, last_seen }) => [ip, num, first_seen, last_seen]).toSorted(anyOrder)).toEqual([...ips].map(([ip, own]) => [ip, ...Object.values(seen(own))]).toSorted(anyOrder));
      const prints = grouped(visits.filter(({ fingerprint }) => fingerprint !== ''), ({ fingerprint }) => fingerprint);
      expect(answer?.fingerprints.map(({ fingerprint, num }) => [fingerprint, num]).toSorted(anyOrder)).toEqual([...prints].map(([print, own]) => [print, own.length]).toSorted(anyOrder));
      expect([answer?.ips_total, answer?.fingerprints_total]).toEqual([ips.size, prints.size]);
      expect(answer?.sites.map((site) => [site.domain, site.num]).toSorted(anyOrder)).toEqual([...grouped(visits, ({ site_id: id }) => id)].map(([id, own]) => [domainOf(id), own.length]).toSorted(anyOrder));
    }
  });

  it.each(['fingerprint', 'ip'] as const)('the way of a visitor, by %s: sessions, pages, dwell, and what changed', async (type) => {
    for (const [value, visits] of [...grouped(place.visits.filter((visit) => visit[type] !== ''), (visit) => visit[type])].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 8)) {
      const sessions = [...grouped(visits, ({ site_id: site, session_id: id }) => `${site}/${id}`).values()].map((own) => newestFirst(own).toReversed()).toSorted((a, b) => (b.at(-1)?.created_at ?? 0) - (a.at(-1)?.created_at ?? 0));
      const answer = await ask(deviceLogs.userTrajectory, trajectory(), { domain, type, [type]: value, per_page: 2 });
      const second = await ask(deviceLogs.userTrajectory, trajectory(), { domain, type, [type]: value, per_page: 2, page: 2 });
      expect([answer.total, answer.meta.pagination.total, answer.list.length + second.list.length]).toEqual([visits.length, sessions.length, Math.min(4, sessions.length)]);
      for (const [i, session] of [...answer.list, ...second.list].entries()) {
        const own = sessions[i] ?? [];
        const [first] = own;
        const last = own.at(-1);
        expect(session).toMatchObject({
          session_id: first?.session_id, domain: domainOf(first?.site_id ?? 0), started_at: place.read(first?.created_at ?? 0), ended_at: place.read(last?.created_at ?? 0),
          duration: Math.round(((last?.created_at ?? 0) - (first?.created_at ?? 0)) / 1_000), entry_url: first?.entry_url, referer: first?.referer, channel: first?.channel, pv: own.length,
        });
        expect(session.visits.map(({ id, at, url, dwell }) => [id, at, url, dwell])).toEqual(own.map((visit, n) => {
          const next = own[n + 1];
          return [visit.id, visit.created_at, visit.url, next === undefined ? null : Math.round((next.created_at - visit.created_at) / 1_000)];
        }));
        const before = sessions[i + 1]?.at(-1);
        const changed = (['ip', 'fingerprint', 'country_code', 'device_type', 'device_model', 'os_name', 'os_version', 'browser_name', 'browser_version'] as const).filter((fact) => before !== undefined && before[fact] !== first?.[fact]);
        expect(session.changes.filter((fact) => fact !== 'screen_resolution')).toEqual(changed);
      }
    }
  });
});

describe('a visitor', () => {
  it('must be named, and is null where there is none', async () => {
    await expect(ask(report.visitInfo, info(), { type: 'ip' })).rejects.toMatchObject({ errorName: 'request.invalid', details: { fields: [{ path: 'ip' }] } });
    await expect(ask(deviceLogs.userTrajectory, trajectory(), { type: 'fingerprint', ip: '198.51.100.1' })).rejects.toMatchObject({ errorName: 'request.invalid', details: { fields: [{ path: 'fingerprint' }] } });
    expect(await ask(report.visitInfo, info(), { type: 'ip', ip: 'no address' })).toBeNull();
    expect(await ask(report.visitInfo, info(), { type: 'fingerprint', fingerprint: 'nobody' })).toBeNull();
    expect((await ask(deviceLogs.userTrajectory, trajectory(), { type: 'ip', ip: '203.0.113.250' })).list).toEqual([]);
  });

  it('of a site that may not be seen is nobody', async () => {
    const hidden = records.filter(({ site_id: site }) => site === 99).map(({ fingerprint }) => fingerprint).find((print) => print !== '' && !records.some((visit) => visit.fingerprint === print && visit.site_id !== 99));
    expect(hidden).toBeDefined();
    expect(await ask(report.visitInfo, info(), { type: 'fingerprint', fingerprint: hidden ?? '' })).toBeNull();
  });
});
