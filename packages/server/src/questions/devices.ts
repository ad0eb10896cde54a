/** Devices of visitors, one for each fingerprint: which there are, then the newest visits of those. */
import type { Device, endpoints, Output, Parsed } from '@footfall/contract';
import { groupBy } from '../group-by.js';
import { cutOf, type Asked } from './asked.js';
import { LATEST } from './columns.js';
import { compileGroups, compileRows } from './compile.js';
import { countIn, type Row } from './counts.js';
import { pageOf, paginationOf } from './paging.js';
import { allTime, instantsOf } from './period.js';
import { newestDevices } from './newest-devices.js';
import { during, everything, type Filter, grouped, listed, matching, where, type GroupPlan, type Source } from './plan.js';
import { fingerprintIs } from './rules.js';
import { domainsOf, VISIT_COLUMNS, visitRowOf, type StoredRow } from './visit-rows.js';

type Full = typeof endpoints.devices.full;
export type DevicesInput = Omit<Parsed<Full>, 'page' | 'per_page' | 'domain'>;

const SORTS: Readonly<Record<string, string>> = { created_at: 'first_at', last_seen: 'last_at', num: 'pv', fingerprint: 'fingerprint' };

function sourceOf(input: DevicesInput, asked: Asked): Source {
  const { fingerprint, country_code, device_model, platform, device_type, os_name, query_time: local } = input;
  const given = matching(everything(asked.scope), { country_code, platform, device_type, os_name });
  // An empty model is not no wish: it is the model of those of which none is known.
  const model = device_model === undefined ? [] : [{ column: 'device_model', value: device_model }];
  const source = where(given, [...fingerprintIs(fingerprint.trim(), asked), ...model, { column: 'fingerprint', operator: 'present', value: '' }]);
  return local === undefined ? source : during(source, [instantsOf(local, asked.zone)]);
}

/** The fingerprints under the filters, the last seen first unless sorted otherwise, before a page is chosen. */
export function devicesPlan(input: DevicesInput, asked: Asked): GroupPlan {
  const rules = Object.entries(input.sort).slice(0, 1).map(([column, direction]) => ({ by: SORTS[column] ?? column, direction: direction ?? 'desc' }));
  return grouped(sourceOf(input, asked), ['pv', 'first_at', 'last_at'], { keys: ['fingerprint'], sort: [...rules, { by: 'last_at', direction: 'desc' }], totals: true });
}

/**
 * The devices of some fingerprints, as their groups come: the facts of the newest visit of each, and the newest three.
 * @param only what else their visits are, which may make them easier to find
 */
export async function devicesOf(groups: readonly Row[], input: DevicesInput, asked: Asked, only: readonly Filter[] = []): Promise<Device[]> {
  const { zone } = asked;
  if (groups.length === 0) return [];
  const fingerprints = groups.map((row) => String(row['k_fingerprint']));
  const source = where(sourceOf(input, asked), [...only, { column: 'visitor', operator: 'in', value: fingerprints.map(asked.visitorOf) }, { column: 'fingerprint', operator: 'in', value: fingerprints }]);
  const { rows } = await asked.run<StoredRow>(compileRows(listed(source, VISIT_COLUMNS, null, { each: { column: 'fingerprint', limit: LATEST } })));
  const domains = domainsOf(asked);
  const latest = groupBy(rows.map((row) => visitRowOf(row, asked, domains)), ({ fingerprint }) => fingerprint);
  return groups.flatMap((group): Device[] => {
    const visits = latest.get(String(group['k_fingerprint'])) ?? [];
    const [newest] = visits;
    // Erased between the two questions.
    if (newest === undefined) return [];
    return [{
      ...newest,
      created_at: zone.text(countIn(group, 'm_first_at')),
      last_seen: zone.text(countIn(group, 'm_last_at')),
      num: countIn(group, 'm_pv'),
      visits: visits.map(({ id, created_at, domain, url, user_agent }) => ({ id, created_at, domain, url, user_agent })),
    }];
  });
}

/** A page of the devices. */
export async function devices(input: Parsed<Full>, asked: Asked): Promise<Output<Full>> {
  const newest = await newestDevices(devicesPlan(input, asked), pageOf(input), asked);
  if (newest !== null) {
    const list = await devicesOf(newest.groups, input, asked, [newest.only]);
    return { list, total: newest.total, meta: paginationOf(input, newest.total), cut: cutOf(asked, input.query_time ?? allTime(asked.zone, asked.now)) };
  }
  const plan = { ...devicesPlan(input, asked), page: pageOf(input) };
  const { rows } = await asked.run<Row>(compileGroups(plan));
  // Each row carries the number of groups; a page behind the last has none to carry it.
  const carrier = rows[0] ?? (input.page > 1 ? (await asked.run<Row>(compileGroups({ ...plan, page: { limit: 1, offset: 0 } }))).rows[0] : undefined);
  const total = countIn(carrier, 'groups');
  return { list: await devicesOf(rows, input, asked), total, meta: paginationOf(input, total), cut: cutOf(asked, input.query_time ?? allTime(asked.zone, asked.now)) };
}
