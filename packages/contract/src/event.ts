import type { Channel, Source } from './visit.js';

/**
 * One custom event: something that a page or a server says happened, such as an order. Never in PV, UV or IP. Absent text
 * is ''. What is known of the visitor stands beside it, so that events can be cut like visits.
 */
export interface EventRecord {
  /** UInt64 as decimal text; the same event sent twice has the same id. */
  id: string;
  site_id: number;
  /** Milliseconds UTC: when it happened, and when it was received. */
  created_at: number;
  received_at: number;
  source: Source;
  /** UInt64 as decimal text, as in a visit; '0' when the sender said nothing of who it was. */
  visitor: string;
  /** UInt64 as decimal text: the session that it fell into, '0' for none. An event neither begins a session nor prolongs one. */
  session_id: string;
  name: string;
  /** Every property as text. */
  props: Readonly<Record<string, string>>;
  /** Those properties that were sent as numbers, again, to be added up. */
  numbers: Readonly<Record<string, number>>;
  /** '' when a server sent it without a page. */
  url: string;
  title: string;
  referer: string;
  referer_host: string;
  channel: Channel;
  referer_name: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  ip: string;
  country_code: string;
  region: string;
  city: string;
  device_type: string;
  device_vendor: string;
  device_model: string;
  os_name: string;
  os_version: string;
  browser_name: string;
  browser_version: string;
  language: string;
  is_bot: 0 | 1;
}
