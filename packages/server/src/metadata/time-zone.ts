/** A zone as tzdata spells it: `Asia/Ho_Chi_Minh`, `America/Port-au-Prince`. */
const WELL_SPELLED = /^[A-Z][a-z]+(?:\/[A-Z][a-z]+(?:[_-](?:[A-Z][a-z]+|of|es|au))*)+$/u;

/**
 * The zone as the store can take it, when this runtime knows it as an IANA zone: exact case matters to ClickHouse, so
 * `asia/shanghai` becomes `Asia/Shanghai`. A newer name that the runtime maps to an older one (`Europe/Kyiv`) is kept.
 * @returns undefined for anything else; fixed offsets such as `+08:00` are no zones: they know no history.
 */
export function parseTimeZone(zone: string): string | undefined {
  if (!/^[A-Za-z]/u.test(zone)) return undefined;
  try {
    const resolved = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
    return WELL_SPELLED.test(zone) ? zone : resolved;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
