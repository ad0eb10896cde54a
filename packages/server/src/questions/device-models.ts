/** Device models: the distinct combinations of six facts. Source: DEFINITIONS, "device model". */
import { hash } from 'node:crypto';
import type { DeviceModel, endpoints, Output, Parsed } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { countIn, type Row } from './counts.js';
import { pageOf, paginationOf } from './paging.js';
import { allTime, instantsOf } from './period.js';
import { during, everything, grouped, matching, where, type GroupPlan } from './plan.js';
import { runValues } from './rolled.js';

type Models = typeof endpoints.devices.models;
export type DeviceModelsInput = Omit<Parsed<Models>, 'page' | 'per_page' | 'domain'>;

const FACTS = ['device_model', 'platform', 'device_type', 'os_name', 'gpu_renderer', 'gpu_vendor'] as const;
const FIGURES: Readonly<Record<string, string>> = { num: 'pv', last_seen: 'last_at' };

/** The models under the filters, most visits first unless sorted otherwise, before a page is chosen. */
export function deviceModelsPlan(input: DeviceModelsInput, asked: Asked): GroupPlan {
  const { device_model: model, platform, device_type, os_name, query_time: local, sort } = input;
  const source = matching(everything(asked.scope), { platform, device_type, os_name });
  const named = where(source, model.trim() === '' ? [] : [{ column: 'device_model', operator: 'like', value: model.trim() }]);
  const rules = Object.entries(sort).slice(0, 1).map(([column, direction]) => ({ by: FIGURES[column] ?? column, direction: direction ?? 'desc' }));
  const ranged = local === undefined ? named : during(named, [instantsOf(local, asked.zone)]);
  return grouped(ranged, ['pv', 'uv', 'last_at', 'user_agent'], { keys: FACTS, sort: rules, totals: true, order: 'pv' });
}

export function deviceModelOf(row: Row, asked: Asked): DeviceModel {
  const facts = FACTS.map((fact) => String(row[`k_${fact}`]));
  return {
    id: hash('sha256', facts.join('\n'), 'hex').slice(0, 16),
    ...(Object.fromEntries(FACTS.map((fact, i) => [fact, facts[i] ?? ''])) as Record<(typeof FACTS)[number], string>),
    user_agent: String(row['m_user_agent']),
    num: countIn(row, 'm_pv'),
    uv: countIn(row, 'm_uv'),
    last_seen: asked.zone.text(countIn(row, 'm_last_at')),
  };
}

/** A page of the device models. */
export async function deviceModels(input: Parsed<Models>, asked: Asked): Promise<Output<Models>> {
  const plan = { ...deviceModelsPlan(input, asked), page: pageOf(input) };
  const { rows } = await runValues(asked, plan);
  // Each row carries the number of groups; a page behind the last has none to carry it.
  const carrier = rows[0] ?? (input.page > 1 ? (await runValues(asked, { ...plan, page: { limit: 1, offset: 0 } })).rows[0] : undefined);
  const total = countIn(carrier, 'groups');
  return { list: rows.map((row) => deviceModelOf(row, asked)), total, meta: paginationOf(input, total), cut: cutOf(asked, input.query_time ?? allTime(asked.zone, asked.now)) };
}
