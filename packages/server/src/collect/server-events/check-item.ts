import { isIP } from 'node:net';
import { type CustomEvent, EVENT_PROPS, MAX_AHEAD_MS, MAX_EVENT_ID, MAX_EVENT_NAME, MAX_PAST_MS, MAX_VISITOR_ID, type RefusalReason } from '@footfall/contract';
import { ipv4Number } from '../../enrich/address-text.js';

/*
 * The same outcome as `serverItem.safeParse` of the contract, written out, with what is wrong in words: zod takes several
 * microseconds an item, and a batch has a thousand. A test holds the two to each other over generated items. Beyond the
 * shape it decides about times and addresses, which the contract only describes.
 */
const HEX = /^[0-9a-f]{16}$/u;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/u;
const MAX_PIXELS = 100_000;
const MAX_IP = 45;

/** An item whose shape is right. Absent texts are ''; `at` is milliseconds UTC. */
export interface CheckedItem {
  readonly id: string | undefined;
  readonly at: number;
  /** '' only with an event. */
  readonly url: string;
  readonly referrer: string;
  readonly title: string;
  readonly ip: string;
  /** Null when the sender does not record agents. */
  readonly userAgent: string | null;
  readonly language: string;
  readonly visitorId: string;
  readonly fingerprint: string;
  readonly screen: readonly [width: number, height: number] | undefined;
  readonly event: CustomEvent | undefined;
}

/** Why an item is not taken, and what to correct. */
export class Refused {
  constructor(
    readonly reason: RefusalReason,
    readonly message: string,
  ) {}
}

type Unknowns = Readonly<Record<string, unknown>>;

const malformed = (message: string): Refused => new Refused('malformed', message);
const isObject = (value: unknown): value is Unknowns => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPixels = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_PIXELS;
/** Nearly every address is one of IPv4 in its only form, which is told sooner without an expression. */
const isAddress = (text: string): boolean => ipv4Number(text) !== null || isIP(text) !== 0;
const isProperty = (value: unknown): value is CustomEvent[1][string] =>
  typeof value === 'string' ? value.length <= EVENT_PROPS.text : typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
const isAbsentOrText = (value: unknown, least = 0, most = Number.POSITIVE_INFINITY): value is string | undefined =>
  value === undefined || (typeof value === 'string' && value.length >= least && value.length <= most);

/** Milliseconds UTC, `now` when there is none; what is a little ahead comes from a clock that goes wrong. */
function timeOf(value: unknown, now: number): number | Refused {
  if (value === undefined) return now;
  if (typeof value !== 'number' && !(typeof value === 'string' && ISO.test(value))) return malformed('timestamp: must be ISO 8601 with a zone (2026-01-31T08:00:00Z), or milliseconds since 1970');
  const at = typeof value === 'number' ? Math.floor(value) : Date.parse(value);
  if (!Number.isFinite(at)) return malformed('timestamp: there is no such time');
  if (at > now + MAX_AHEAD_MS) return new Refused('bad_time', 'timestamp: lies in the future; set the clock of the sender');
  if (at < now - MAX_PAST_MS) return new Refused('bad_time', 'timestamp: more than two years ago; a number is milliseconds, not seconds');
  return Math.min(at, now);
}

/** What a stranger named `__proto__` is left out. */
function propsOf(value: unknown): CustomEvent[1] | Refused {
  if (value === undefined) return {};
  if (!isObject(value)) return malformed('props: must be an object');
  const given = Object.hasOwn(value, '__proto__') ? Object.fromEntries(Object.entries(value).filter(([key]) => key !== '__proto__')) : value;
  const keys = Object.keys(given);
  if (keys.length > EVENT_PROPS.count) return malformed(`props: at most ${EVENT_PROPS.count}`);
  for (const key of keys) {
    if (key.length > EVENT_PROPS.key) return malformed(`props: a name has at most ${EVENT_PROPS.key} characters`);
    if (!isProperty(given[key])) return malformed(`props.${key}: must be a text of at most ${EVENT_PROPS.text} characters, a number or a boolean`);
  }
  // Each was looked at.
  return given as CustomEvent[1];
}

function eventOf({ type, name, props: given }: Unknowns): CustomEvent | undefined | Refused {
  if (type === 'pageview') return undefined;
  if (type !== 'event') return malformed('type: must be "pageview" or "event"');
  if (typeof name !== 'string' || name === '' || name.length > MAX_EVENT_NAME) return malformed(`name: must be a text of 1 to ${MAX_EVENT_NAME} characters`);
  const props = propsOf(given);
  return props instanceof Refused ? props : [name, props];
}

function screenOf(value: unknown): CheckedItem['screen'] | Refused {
  if (value === undefined) return undefined;
  if (!isObject(value) || !isPixels(value['width']) || !isPixels(value['height'])) return malformed('screen: must be {width, height} in whole pixels');
  return [value['width'], value['height']];
}

/** One item of a batch, checked; `now` is milliseconds UTC. */
export function checkItem(value: unknown, now: number): CheckedItem | Refused {
  if (!isObject(value)) return malformed('must be an object');
  const event = eventOf(value);
  if (event instanceof Refused) return event;
  const { id, url, ip, referrer, title, language, user_agent: userAgent, visitor_id: visitorId, fingerprint } = value;
  if (!isAbsentOrText(id, 1, MAX_EVENT_ID)) return malformed(`id: must be a text of 1 to ${MAX_EVENT_ID} characters`);
  if (!isAbsentOrText(url)) return malformed('url: must be a text');
  if (event === undefined && url === undefined) return malformed('url: a pageview needs one');
  if (!isAbsentOrText(referrer)) return malformed('referrer: must be a text');
  if (!isAbsentOrText(title)) return malformed('title: must be a text');
  if (!isAbsentOrText(language)) return malformed('language: must be a text');
  if (!isAbsentOrText(userAgent)) return malformed('user_agent: must be a text');
  if (!isAbsentOrText(ip, 0, MAX_IP) || (ip !== undefined && ip !== '' && !isAddress(ip))) return malformed('ip: must be an IPv4 or IPv6 address');
  if (!isAbsentOrText(visitorId, 1, MAX_VISITOR_ID)) return malformed(`visitor_id: must be a text of 1 to ${MAX_VISITOR_ID} characters`);
  if (fingerprint !== undefined && (typeof fingerprint !== 'string' || !HEX.test(fingerprint))) return malformed('fingerprint: must be 16 hex digits');
  const screen = screenOf(value['screen']);
  if (screen instanceof Refused) return screen;
  const at = timeOf(value['timestamp'], now);
  if (at instanceof Refused) return at;
  return {
    id, at, event, screen,
    url: url ?? '',
    referrer: referrer ?? '',
    title: title ?? '',
    ip: ip ?? '',
    userAgent: userAgent ?? null,
    language: language ?? '',
    visitorId: visitorId ?? '',
    fingerprint: fingerprint ?? '',
  };
}
