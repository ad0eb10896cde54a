import type { SpiderHitRecord, VisitRecord } from '@footfall/contract';
import type { Arrival } from './arrival.js';
import type { SpiderVerdict } from './spider-classifier.js';
import { MAX_TEXT, storable } from './text.js';

/**
 * A record on its way through the steps. Each step takes the draft and hands it back, having filled the fields of
 * `visit` it is named for and no other; `arrival` never changes, so a step depends only on it and on the steps before.
 */
export interface Draft {
  readonly arrival: Arrival;
  readonly visit: VisitRecord;
  /** Set once the request turns out to be a crawler's; the steps for people are then left out. */
  spider: SpiderVerdict | null;
}

export type Step = (draft: Draft) => Draft;

/** A draft with what the arrival says in so many words; everything to be found out is empty. */
export function startDraft(arrival: Arrival): Draft {
  return {
    arrival,
    spider: null,
    visit: {
      id: arrival.id,
      site_id: arrival.site.id,
      created_at: arrival.at,
      received_at: arrival.receivedAt,
      source: arrival.source,
      visitor: '0',
      session_id: '0',
      entry_url: '',
      ip: '',
      country_code: '',
      region: '',
      city: '',
      url: storable(arrival.url, MAX_TEXT.url),
      title: storable(arrival.title, MAX_TEXT.title),
      referer: '',
      referer_host: '',
      channel: 'direct',
      referer_name: '',
      search_term: '',
      utm_source: '',
      utm_medium: '',
      utm_campaign: '',
      user_agent: arrival.userAgent === null ? '' : storable(arrival.userAgent, MAX_TEXT.agent),
      platform: '',
      cpu_cores: null,
      cpu_architecture: '',
      device_type: '',
      device_vendor: '',
      device_model: '',
      os_name: '',
      os_version: '',
      browser_name: '',
      browser_version: '',
      engine_name: '',
      engine_version: '',
      language: '',
      languages: '',
      ram: null,
      screen_width: null,
      screen_height: null,
      avail_width: null,
      avail_height: null,
      device_pixel_ratio: null,
      max_touch_points: null,
      timezone: '',
      gpu_vendor: '',
      gpu_renderer: '',
      is_bot: 0,
      is_charging: null,
      battery_level: null,
      connection_type: '',
      fingerprint: '',
      isp: '',
      utm_term: '',
      utm_content: '',
      click_id_type: '',
      click_id: '',
      referer_spam: 0,
      bot_reason: '',
    },
  };
}

/** The record of a crawler's request. `verdict` is what the spider step decided. */
export function spiderHit({ arrival, visit }: Draft, verdict: SpiderVerdict): SpiderHitRecord {
  const { site, referrer } = arrival;
  return {
    id: visit.id,
    site_id: visit.site_id,
    created_at: visit.created_at,
    received_at: visit.received_at,
    source: visit.source,
    ip: visit.ip,
    country_code: visit.country_code,
    spider_id: verdict.spiderId,
    type: verdict.type,
    name: verdict.name,
    reason: verdict.reason,
    url: visit.url,
    referer: storable(site.cleanUrl === undefined ? referrer : site.cleanUrl(referrer), MAX_TEXT.url),
    user_agent: visit.user_agent,
    method: storable(arrival.method, 32),
    status: arrival.status,
    bytes: arrival.bytes,
  };
}
