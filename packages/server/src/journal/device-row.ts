import { joinFacts, JOINED_FACTS, type VisitRecord } from '@footfall/contract';
import { LRUCache } from 'lru-cache';
import type { JsonMembers } from './json-members.js';
import { encodeMembers } from './row-text.js';

type Column = keyof VisitRecord | keyof typeof JOINED_FACTS;

/** What an agent tells of a device, alone or with client hints. */
const TOLD_COLUMNS = [
  'cpu_architecture',
  'device_type',
  'device_vendor',
  'device_model',
  'os_name',
  'os_version',
  'browser_name',
  'browser_version',
  'engine',
] as const satisfies readonly Column[];

/** Columns of a visit that tell what it was made with, in the order of its row. Facts that go together are one, and the language is the first of the languages. */
export const DEVICE_COLUMNS = [
  'user_agent',
  'platform',
  'cpu_cores',
  ...TOLD_COLUMNS,
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
] as const satisfies readonly Column[];

/** The facts that those columns keep. */
const DEVICE_FACTS = DEVICE_COLUMNS.flatMap((column) => (isJoined(column) ? [...JOINED_FACTS[column].facts] : [column]));
/** Those of them that an agent tells. */
const TOLD_FACTS = TOLD_COLUMNS.flatMap((column) => (isJoined(column) ? [...JOINED_FACTS[column].facts] : [column]));
type Device = Pick<VisitRecord, (typeof DEVICE_FACTS)[number]>;
type ToldDevice = Pick<VisitRecord, (typeof TOLD_FACTS)[number]>;

function isJoined(column: string): column is keyof typeof JOINED_FACTS {
  return Object.hasOwn(JOINED_FACTS, column);
}

interface Written {
  readonly device: Device;
  readonly members: Uint8Array;
}

/** Agents whose last device is remembered. */
const AGENTS = 10_000;

/** The device that each agent came with last: in logs and server events, which know of no screen, nearly every next one is the same. */
const lastOf = new LRUCache<string, Written>({ max: AGENTS });

/** Whether the same is told of two devices. Written out: a loop over the columns takes as long as encoding does. */
function isTold(a: ToldDevice, b: ToldDevice): boolean {
  return (
    a.cpu_architecture === b.cpu_architecture &&
    a.device_type === b.device_type &&
    a.device_vendor === b.device_vendor &&
    a.device_model === b.device_model &&
    a.os_name === b.os_name &&
    a.os_version === b.os_version &&
    a.browser_name === b.browser_name &&
    a.browser_version === b.browser_version &&
    a.engine_name === b.engine_name &&
    a.engine_version === b.engine_version
  );
}

/** Whether two devices of one agent are the same. */
function isSame(a: Device, b: Device): boolean {
  return (
    isTold(a, b) &&
    a.platform === b.platform &&
    a.cpu_cores === b.cpu_cores &&
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

/** Read back, so that nothing of what a visit came in stays in memory with its facts. */
function copied<Fact extends keyof Device>(visit: VisitRecord, facts: readonly Fact[]): Pick<Device, Fact> {
  return JSON.parse(JSON.stringify(visit, [...facts])) as Pick<Device, Fact>;
}

const { engine, screen_sizes: sizes, gpu } = JOINED_FACTS;

/** What an agent told once, and the members that say it. */
interface Told {
  readonly device: ToldDevice;
  readonly members: Uint8Array;
}

/** With client hints one agent stands for several systems and versions: so many of them are remembered, the last one first. */
const WAYS = 4;
interface Agent {
  readonly member: Uint8Array;
  readonly told: Told[];
}
const agents = new LRUCache<string, Agent>({ max: AGENTS });

/** Members as they stand in a row, with the comma behind the last. */
function membersOf(values: readonly (string | number | null)[]): Uint8Array {
  return Buffer.from(`${encodeMembers(values)},`);
}

function told(visit: VisitRecord): Told {
  const device = copied(visit, TOLD_FACTS);
  const { engine_name: name, engine_version: version, ...others } = device;
  return { device, members: membersOf([...Object.values(others), joinFacts(engine.separator, [name, version])]) };
}

function agentOf(visit: VisitRecord): Agent {
  const held = agents.get(visit.user_agent);
  if (held !== undefined) return held;
  const agent: Agent = { member: membersOf([visit.user_agent]), told: [] };
  agents.set(copied(visit, ['user_agent']).user_agent, agent);
  return agent;
}

function toldBy(agent: Agent, visit: VisitRecord): Uint8Array {
  const at = agent.told.findIndex((one) => isTold(one.device, visit));
  const found = agent.told[at] ?? told(visit);
  if (at !== 0) {
    if (at > 0) agent.told.splice(at, 1);
    agent.told.unshift(found);
    if (agent.told.length > WAYS) agent.told.pop();
  }
  return found.members;
}

function writeAnew(v: VisitRecord, row: JsonMembers): void {
  const agent = agentOf(v);
  row.again(agent.member);
  row.text(v.platform);
  row.number(v.cpu_cores);
  row.again(toldBy(agent, v));
  row.text(v.languages);
  row.number(v.ram);
  row.joined(sizes.separator, [v.screen_width, v.screen_height, v.avail_width, v.avail_height]);
  row.number(v.device_pixel_ratio);
  row.number(v.max_touch_points);
  row.text(v.timezone);
  row.joined(gpu.separator, [v.gpu_vendor, v.gpu_renderer]);
  row.number(v.is_bot);
  row.number(v.is_charging);
  row.number(v.battery_level);
  row.text(v.connection_type);
}

/** Writes the device of a visit as the members of its row. */
export function writeDevice(visit: VisitRecord, row: JsonMembers): void {
  // What a browser measured differs from one visitor to the next.
  if (visit.screen_width !== null) return writeAnew(visit, row);
  const last = lastOf.get(visit.user_agent);
  if (last !== undefined && isSame(last.device, visit)) return row.again(last.members);
  const start = row.end;
  writeAnew(visit, row);
  const device = copied(visit, DEVICE_FACTS);
  lastOf.set(device.user_agent, { device, members: row.since(start) });
}
