import type { endpoints, Output, Parsed } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { chooseGrain } from './grain.js';
import { comparedOf, comparedPeriod, namedRange, type LocalRange } from './period.js';
import { seriesOf } from './trend.js';
import { addDays, type Zone } from './zone.js';

type Log = typeof endpoints.home.log;

const DAY = 86_400_000;
/** Source: specification 2, section 9, "Day analysis: last 31 days. Hour analysis: last 24 hours". */
const LAST_DAYS = { day: 31, hour: 1 } as const;

/** The last days up to now: whole days by day; by hour as many times 24 hours, the running one the last. */
function lastDays(days: number, grain: 'day' | 'hour', zone: Zone, now: number): LocalRange {
  const [, end] = namedRange('today', zone, now);
  if (grain === 'day') return [`${addDays(end, 1 - days)} 00:00:00`, end];
  const [first = now] = zone.hours(now - days * DAY + 3_600_000, now);
  const [running = now] = zone.hours(now, now + 1);
  return [zone.text(first), `${zone.text(running).slice(0, 14)}59:59`];
}

/** PV, UV and IP by hour or by day: of a range, or of the last days. */
export async function trafficLog(input: Omit<Parsed<Log>, 'domain'>, asked: Asked): Promise<Output<Log>> {
  const { zone } = asked;
  const local = input.query_time ?? lastDays(input.day ?? LAST_DAYS[input.query_type], input.query_type, zone, asked.now);
  const grain = chooseGrain(input.query_type, local);
  const other = comparedPeriod(local, input, zone, asked.now, null);
  const { list, total, before, totalSoFar } = await seriesOf(local, grain, { country_code: input.country_code, device_type: input.device_type }, other, asked);
  return {
    list,
    total,
    before,
    total_before: other === null ? null : totalSoFar,
    compared: other === null ? null : comparedOf(other, zone),
    cut: cutOf(asked, local),
  };
}
