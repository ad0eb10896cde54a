import type { JOINED_FACTS, VisitRecord } from '@footfall/contract';
import { DEVICE_COLUMNS, writeDevice } from './device-row.js';
import type { JsonMembers } from './json-members.js';
import { membersOf, writeWhen } from './row-parts.js';
import { storedAddress } from './row-text.js';

/** Columns of `visits` in the order in which writeVisit writes them. */
export const VISIT_COLUMNS = [
  'batch_id',
  'id',
  'site_id',
  'created_at',
  'received_at',
  'source',
  'visitor',
  'session_id',
  'entry_url',
  'ip',
  'country_code',
  'region',
  'city',
  'url',
  'title',
  'referer',
  'referer_host',
  'channel',
  'referer_name',
  'search_term',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  ...DEVICE_COLUMNS,
  'fingerprint',
  'isp',
  'utm_term',
  'utm_content',
  'click_id_type',
  'click_id',
  'referer_spam',
  'bot_reason',
] as const satisfies readonly ('batch_id' | keyof VisitRecord | keyof typeof JOINED_FACTS)[];

type Writer = (v: VisitRecord, row: JsonMembers) => void;

const writeOrigin: Writer = (v, row) => {
  row.text(v.source);
  row.text(v.visitor);
};

const writePlace: Writer = (v, row) => {
  row.text(storedAddress(v.ip));
  row.text(v.country_code);
  row.text(v.region);
  row.text(v.city);
};

const writeRest: Writer = (v, row) => {
  row.text(v.referer);
  row.text(v.referer_host);
  row.text(v.channel);
  row.text(v.referer_name);
  row.text(v.search_term);
  row.text(v.utm_source);
  row.text(v.utm_medium);
  row.text(v.utm_campaign);
  writeDevice(v, row);
  row.text(v.fingerprint);
  row.text(v.isp);
  row.text(v.utm_term);
  row.text(v.utm_content);
  row.text(v.click_id_type);
  row.text(v.click_id);
  row.number(v.referer_spam);
  row.text(v.bot_reason);
};

/** What differs from one page view of a session to the next. */
type Page = Pick<VisitRecord, 'id' | 'site_id' | 'created_at' | 'received_at' | 'url' | 'title'>;
type SessionOf = Pick<VisitRecord, 'session_id' | 'entry_url'>;

function writeSession(v: SessionOf, row: JsonMembers): void {
  row.text(v.session_id);
  row.text(v.entry_url);
}

function writePage(v: Page, row: JsonMembers): void {
  row.text(v.url);
  row.text(v.title);
}

/**
 * Writes a visit as a row. Times stay integer milliseconds and ids decimal text: DateTime64(3) and UInt64 read both exactly.
 * Member by member, which costs a fraction of a list and JSON.stringify; a test holds it to VISIT_COLUMNS.
 */
export function writeVisit(v: VisitRecord, row: JsonMembers): void {
  writeWhen(v, row);
  writeOrigin(v, row);
  writeSession(v, row);
  writePlace(v, row);
  writePage(v, row);
  writeRest(v, row);
}

/** What does not differ from one of a visitor to the next, as the members that say it in a row. */
export interface VisitMembers {
  readonly origin: Uint8Array;
  readonly place: Uint8Array;
  readonly rest: Uint8Array;
}

export function visitMembers(v: VisitRecord): VisitMembers {
  return { origin: membersOf(writeOrigin, v), place: membersOf(writePlace, v), rest: membersOf(writeRest, v) };
}

/** Where a visit comes from, its session and its place: what stands between when it was and its page. */
export function sessionMembers(session: SessionOf, { origin, place }: VisitMembers): Uint8Array {
  return membersOf((of: SessionOf, row) => {
    row.again(origin);
    writeSession(of, row);
    row.again(place);
  }, session);
}

/** Writes the row that `writeVisit` writes of a visit with this page, `sessionMembers` of its session, and `rest` of its members. */
export function writeVisitAgain(v: Page & { readonly session: Uint8Array; readonly rest: Uint8Array }, row: JsonMembers): void {
  writeWhen(v, row);
  row.again(v.session);
  writePage(v, row);
  row.again(v.rest);
}
