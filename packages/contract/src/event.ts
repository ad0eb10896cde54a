import type { VisitRecord } from './visit.js';

/**
 * One custom event: something that a page or a server says happened, such as an order. Never in PV, UV or IP. Absent text
 * is ''. What is known of the visitor stands beside it, so that events can be cut like visits: `visitor` is '0' when the sender said
 * nothing of who it was, `session_id` the session that it fell into, '0' for none (an event neither begins a session nor prolongs
 * one), and `url` '' when a server sent it without a page.
 */
export interface EventRecord
  extends Pick<
    VisitRecord,
    | 'id' | 'site_id' | 'created_at' | 'received_at' | 'source' | 'visitor' | 'session_id'
    | 'url' | 'title' | 'referer' | 'referer_host' | 'channel' | 'referer_name' | 'utm_source' | 'utm_medium' | 'utm_campaign'
    | 'ip' | 'country_code' | 'region' | 'city'
    | 'device_type' | 'device_vendor' | 'device_model' | 'os_name' | 'os_version' | 'browser_name' | 'browser_version' | 'language' | 'is_bot'
  > {
  name: string;
  /** Every property as text. */
  props: Readonly<Record<string, string>>;
  /** Those properties that were sent as numbers, again, to be added up. */
  numbers: Readonly<Record<string, number>>;
}
