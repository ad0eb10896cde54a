/** Where a record came from. */
export type Source = 'tracker' | 'pixel' | 'event' | 'log';

/** How a visitor arrived. `search` and `ai` carry the engine's or assistant's name beside them. */
export type Channel = 'direct' | 'search' | 'ai' | 'social' | 'campaign' | 'link';

/**
 * One page view by a person's browser, with everything known of the device. Never a crawler.
 * Source of the fields: specification 1, section 3. Absent text is '', an absent number or flag is null.
 * `country`, `domain`, `screen_resolution` and `uap_result` of the specification are derived when read.
 */
export interface VisitRecord {
  /** UInt64 as decimal text; the same view sent or imported twice has the same id. */
  id: string;
  site_id: number;
  /** Milliseconds UTC: when it happened, and when it was received. */
  created_at: number;
  received_at: number;
  source: Source;
  /** UInt64 as decimal text: hash of the fingerprint, else of address and agent. */
  visitor: string;
  /** UInt64 as decimal text. */
  session_id: string;
  entry_url: string;
  ip: string;
  country_code: string;
  region: string;
  city: string;
  url: string;
  title: string;
  referer: string;
  referer_host: string;
  channel: Channel;
  /** Name of the search engine, AI assistant or social network, else ''. */
  referer_name: string;
  search_term: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  user_agent: string;
  platform: string;
  cpu_cores: number | null;
  cpu_architecture: string;
  device_type: string;
  device_vendor: string;
  device_model: string;
  os_name: string;
  os_version: string;
  browser_name: string;
  browser_version: string;
  engine_name: string;
  engine_version: string;
  /** The first of `languages`. */
  language: string;
  languages: string;
  /** GiB. */
  ram: number | null;
  screen_width: number | null;
  screen_height: number | null;
  avail_width: number | null;
  avail_height: number | null;
  device_pixel_ratio: number | null;
  max_touch_points: number | null;
  timezone: string;
  gpu_vendor: string;
  gpu_renderer: string;
  /** 1 when something of the visit looks automated although no crawler rule took it. */
  is_bot: 0 | 1;
  is_charging: 0 | 1 | null;
  /** 0..1 */
  battery_level: number | null;
  connection_type: string;
  /** 16 hex digits, '' without one. */
  fingerprint: string;
  /** The network operator of the address, as the data behind it spells it. */
  isp: string;
  utm_term: string;
  utm_content: string;
  /** Name of the advertiser's parameter that marked the visit (`gclid`, `bd_vid`, ...), and its value. */
  click_id_type: string;
  click_id: string;
  /** 1 when the referring host is known for referrer spam. */
  referer_spam: 0 | 1;
  /** What made `is_bot` 1, else ''. */
  bot_reason: string;
}

/** One request by a crawler. Kept apart from visits; never in PV, UV or IP. */
export interface SpiderHitRecord {
  /** UInt64 as decimal text. */
  id: string;
  site_id: number;
  created_at: number;
  received_at: number;
  source: Source;
  ip: string;
  country_code: string;
  /** The rule that took it; 0 for the generic detector. */
  spider_id: number;
  type: string;
  name: string;
  /** What decided: the keyword that matched, or the name of the generic sign. */
  reason: string;
  url: string;
  referer: string;
  user_agent: string;
  method: string;
  /** From a log; null from a beacon. */
  status: number | null;
  bytes: number | null;
}
