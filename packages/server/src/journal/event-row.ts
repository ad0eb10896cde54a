import type { EventRecord } from '@footfall/contract';
import type { JsonMembers } from './json-members.js';
import { membersOf, writeWhen } from './row-parts.js';
import { storedAddress } from './row-text.js';

/** Columns of `events` in the order in which writeEvent writes them. */
export const EVENT_COLUMNS = [
  'batch_id',
  'id',
  'site_id',
  'created_at',
  'received_at',
  'source',
  'visitor',
  'session_id',
  'name',
  'props',
  'numbers',
  'url',
  'title',
  'referer',
  'referer_host',
  'channel',
  'referer_name',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'ip',
  'country_code',
  'region',
  'city',
  'device_type',
  'device_vendor',
  'device_model',
  'os_name',
  'os_version',
  'browser_name',
  'browser_version',
  'language',
  'is_bot',
] as const satisfies readonly ('batch_id' | keyof EventRecord)[];

/** Columns of `event_ids` in the order in which writeEventId writes them. */
export const EVENT_ID_COLUMNS = ['batch_id', 'site_id', 'id'] as const;

type Writer = (e: EventRecord, row: JsonMembers) => void;

const writeOrigin: Writer = (e, row) => {
  row.text(e.source);
  row.text(e.visitor);
};

const writeRest: Writer = (e, row) => {
  row.text(e.referer);
  row.text(e.referer_host);
  row.text(e.channel);
  row.text(e.referer_name);
  row.text(e.utm_source);
  row.text(e.utm_medium);
  row.text(e.utm_campaign);
  row.text(storedAddress(e.ip));
  row.text(e.country_code);
  row.text(e.region);
  row.text(e.city);
  row.text(e.device_type);
  row.text(e.device_vendor);
  row.text(e.device_model);
  row.text(e.os_name);
  row.text(e.os_version);
  row.text(e.browser_name);
  row.text(e.browser_version);
  row.text(e.language);
  row.number(e.is_bot);
};

/** Properties as they were sent: each is written as text, and those that are finite numbers once more as numbers. */
type Sent = Readonly<Record<string, string | number | boolean>>;

/** What differs from one event of a visitor to the next. */
type Happening = Pick<EventRecord, 'id' | 'site_id' | 'created_at' | 'received_at' | 'session_id' | 'name' | 'url' | 'title'> & { readonly props: Sent; readonly numbers: Sent };

function writeWhat(e: Happening, row: JsonMembers): void {
  row.text(e.session_id);
  row.text(e.name);
  row.texts(e.props);
  row.numbers(e.numbers);
  row.text(e.url);
  row.text(e.title);
}

/** Writes a custom event as a row, member by member as a visit; a test holds it to EVENT_COLUMNS. */
export function writeEvent(e: EventRecord, row: JsonMembers): void {
  writeWhen(e, row);
  writeOrigin(e, row);
  writeWhat(e, row);
  writeRest(e, row);
}

/** What does not differ, as the members that say it in a row. */
export interface EventMembers {
  readonly origin: Uint8Array;
  readonly rest: Uint8Array;
}

export function eventMembers(e: EventRecord): EventMembers {
  return { origin: membersOf(writeOrigin, e), rest: membersOf(writeRest, e) };
}

/** Writes the row that `writeEvent` writes of an event of which that happened, with those members. */
export function writeEventAgain(e: Happening & { readonly members: EventMembers }, row: JsonMembers): void {
  writeWhen(e, row);
  row.again(e.members.origin);
  writeWhat(e, row);
  row.again(e.members.rest);
}

/** An id (UInt64 as decimal text) that a server gave to what it sent, which is to be known when it is sent again. */
export interface SentId {
  readonly siteId: number;
  readonly id: string;
}

export function writeEventId({ siteId, id }: SentId, row: JsonMembers): void {
  row.number(siteId);
  row.text(id);
}
