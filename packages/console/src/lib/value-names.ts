import type { TextKey } from '../i18n/texts/en';

/** What the server answers for facts that it chooses from a short list, and how each is called. Source: `channel` and `device_type` of a visit. */
const NAMES = new Map<string, ReadonlyMap<string, TextKey>>([
  ['channel', new Map<string, TextKey>([
    ['direct', 'channel.direct'],
    ['search', 'channel.search'],
    ['ai', 'channel.ai'],
    ['social', 'channel.social'],
    ['campaign', 'channel.campaign'],
    ['link', 'channel.link'],
  ])],
  ['device_type', new Map<string, TextKey>([
    ['desktop', 'deviceType.desktop'],
    ['mobile', 'deviceType.mobile'],
    ['tablet', 'deviceType.tablet'],
    ['tv', 'deviceType.tv'],
    ['console', 'deviceType.console'],
    ['wearable', 'deviceType.wearable'],
    ['embedded', 'deviceType.embedded'],
    ['xr', 'deviceType.xr'],
  ])],
]);

/**
 * A value in words: the addresses, the calls and the records keep the raw one.
 * @returns the value itself where the field is no such fact, or where a newer server knows one more
 */
export function valueName(field: string, value: string, t: (key: TextKey) => string): string {
  const key = NAMES.get(field)?.get(value);
  return key === undefined ? value : t(key);
}
