/** A fingerprint is looked for by its visitor: two that share a number, which a hash of 64 bits may give them, are two all the same. */
import { endpoints, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CompiledQuery } from '../../src/questions/compile.js';
import { deviceRoutes } from '../../src/routes/devices.js';
import { deviceLogRoutes } from '../../src/routes/device-logs.js';
import { reportRoutes } from '../../src/routes/report.js';
import { storeOf } from '../truth/world.js';
import type { TestEngine } from '../warehouse/start-engine.js';
import { ask, depsOf } from './ask.js';
import { CLOCK_CHANGES, FORBIDDEN_SITE, makeFixture } from './fixture.js';

const { report, devices, deviceLogs } = endpoints;
const NOW = CLOCK_CHANGES.stJohnsAutumn;
const SHARED = '7';
const [ONE, OTHER] = ['00000000000000aa', '00000000000000bb'];
/** Every second one has the other's number; of strangers there is nobody. */
const records = makeFixture().visits.slice(0, 40).filter(({ site_id }) => site_id !== FORBIDDEN_SITE).map((visit, at): VisitRecord => ({ ...visit, visitor: SHARED, fingerprint: at % 3 === 0 ? ONE : OTHER }));
const countOf = (fingerprint: string): number => records.filter((visit) => visit.fingerprint === fingerprint).length;

let engine: TestEngine;
beforeAll(async () => {
  engine = await storeOf(records);
});
afterAll(() => engine.stop());

const asked: CompiledQuery['params'][] = [];
const deps = () => depsOf({ stream: (...given) => engine.warehouse.stream(...given), query: (sql, params, options) => {
  asked.push(params);
  return engine.warehouse.query(sql, params, options);
} }, NOW, { visitorOf: () => SHARED });

it.each([ONE, OTHER, '00000000000000cc'])('%s has its own visits, on every screen', async (fingerprint) => {
  const own = countOf(fingerprint);
  const reports = reportRoutes(deps());
  expect((await ask(report.deviceLogs, reports.deviceLogs, { fingerprint })).meta.pagination.total).toBe(own);
  expect((await ask(report.search, reports.search, { fingerprint })).meta.pagination.total).toBe(own);
  expect((await ask(report.search, reports.search, { custom_filters: [{ column: 'fingerprint', operator: '=', value: fingerprint }] })).meta.pagination.total).toBe(own);
  expect((await ask(report.search, reports.search, { custom_filters: [{ column: 'fingerprint', operator: '!=', value: fingerprint }] })).meta.pagination.total).toBe(records.length - own);
  expect((await ask(report.visitInfo, reports.visitInfo, { type: 'fingerprint', fingerprint }))?.pv ?? 0).toBe(own);
  expect((await ask(deviceLogs.userTrajectory, deviceLogRoutes(deps()).userTrajectory, { type: 'fingerprint', fingerprint })).total).toBe(own);
  const { list } = await ask(devices.full, deviceRoutes(deps()).full, { fingerprint });
  expect(list.map((device) => [device.fingerprint, device.num])).toEqual(own === 0 ? [] : [[fingerprint, own]]);
});

it('names the visitor to the store', () => {
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((params) => Object.values(params).includes(SHARED)).length).toBeGreaterThan(asked.length / 2);
});
