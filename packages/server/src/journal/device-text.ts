import { joinFacts, JOINED_FACTS, type VisitRecord } from '@footfall/contract';
import { LRUCache } from 'lru-cache';
import { encodeMembers } from './row-text.js';

/** Columns of a visit that tell what it was made with, in the order of its row. Facts that go together are one, and the language is the first of the languages. */
export const DEVICE_COLUMNS = [
  'user_agent',
  'platform',
  'cpu_cores',
  'cpu_architecture',
  'device_type',
  'device_vendor',
  'device_model',
  'os_name',
  'os_version',
  'browser_name',
  'browser_version',
  'engine',
  'languages',
  'ram',
  'screen_sizes',
  'device_pixel_ratio',
  'max_touch_points',
  'timezone',
  'gpu',
  'is_bot',
  'is_charging',
  'battery_level',
  'connection_type',
] as const satisfies readonly (keyof VisitRecord | keyof typeof JOINED_FACTS)[];

/** The facts that those columns keep. */
const DEVICE_FACTS = DEVICE_COLUMNS.flatMap((column) => (isJoined(column) ? [...JOINED_FACTS[column].facts] : [column]));
type Device = Pick<VisitRecord, (typeof DEVICE_FACTS)[number]>;

function isJoined(column: string): column is keyof typeof JOINED_FACTS {
  return Object.hasOwn(JOINED_FACTS, column);
}

interface Encoded {
  readonly device: Device;
  readonly text: string;
}

/** Agents whose last device is remembered. */
const AGENTS = 10_000;

/** The device that each agent came with last: in logs and server events, which know of no screen, nearly every next one is the same. */
const lastOf = new LRUCache<string, Encoded>({ max: AGENTS });

/** Whether two devices of one agent are the same. Written out: a loop over the columns takes as long as encoding does. */
function isSame(a: Device, b: Device): boolean {
  return (
    a.platform === b.platform &&
    a.cpu_cores === b.cpu_cores &&
    a.cpu_architecture === b.cpu_architecture &&
    a.device_type === b.device_type &&
    a.device_vendor === b.device_vendor &&
    a.device_model === b.device_model &&
    a.os_name === b.os_name &&
    a.os_version === b.os_version &&
    a.browser_name === b.browser_name &&
    a.browser_version === b.browser_version &&
    a.engine_name === b.engine_name &&
    a.engine_version === b.engine_version &&
    a.languages === b.languages &&
    a.ram === b.ram &&
    a.screen_width === b.screen_width &&
    a.screen_height === b.screen_height &&
    a.avail_width === b.avail_width &&
    a.avail_height === b.avail_height &&
    a.device_pixel_ratio === b.device_pixel_ratio &&
    a.max_touch_points === b.max_touch_points &&
    a.timezone === b.timezone &&
    a.gpu_vendor === b.gpu_vendor &&
    a.gpu_renderer === b.gpu_renderer &&
    a.is_bot === b.is_bot &&
    a.is_charging === b.is_charging &&
    a.battery_level === b.battery_level &&
    a.connection_type === b.connection_type
  );
}

const { engine, screen_sizes: sizes, gpu } = JOINED_FACTS;

function encoded(v: VisitRecord): string {
  return encodeMembers([
    v.user_agent,
    v.platform,
    v.cpu_cores,
    v.cpu_architecture,
    v.device_type,
    v.device_vendor,
    v.device_model,
    v.os_name,
    v.os_version,
    v.browser_name,
    v.browser_version,
    joinFacts(engine.separator, [v.engine_name, v.engine_version]),
    v.languages,
    v.ram,
    joinFacts(sizes.separator, [v.screen_width, v.screen_height, v.avail_width, v.avail_height]),
    v.device_pixel_ratio,
    v.max_touch_points,
    v.timezone,
    joinFacts(gpu.separator, [v.gpu_vendor, v.gpu_renderer]),
    v.is_bot,
    v.is_charging,
    v.battery_level,
    v.connection_type,
  ]);
}

/** The device of a visit as the members of a JSON array, without brackets. */
export function encodeDevice(visit: VisitRecord): string {
  // What a browser measured differs from one visitor to the next.
  if (visit.screen_width !== null) return encoded(visit);
  const last = lastOf.get(visit.user_agent);
  if (last !== undefined && isSame(last.device, visit)) return last.text;
  const text = encoded(visit);
  // Read back, so that nothing of what the visit came in stays in memory with it.
  const device = JSON.parse(JSON.stringify(visit, [...DEVICE_FACTS])) as Device;
  lastOf.set(device.user_agent, { device, text });
  return text;
}
