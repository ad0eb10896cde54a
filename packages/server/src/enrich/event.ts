import type { CustomEvent, EventRecord } from '@footfall/contract';
import type { Draft } from './draft.js';
import type { Sessions } from './sessions.js';
import { MAX_TEXT, storable } from './text.js';

/** Visitor of an event whose sender said nothing of who it was. */
const NOBODY = '0';
/** Session of an event at a time at which its visitor has none. */
export const NO_SESSION = '0';

/** What happened, as the store keeps it: properties all as text, and those that are finite numbers once more as numbers. */
export function happening([name, given]: CustomEvent): Pick<EventRecord, 'name' | 'props' | 'numbers'> {
  const props: Record<string, string> = {};
  const numbers: Record<string, number> = {};
  for (const property of Object.keys(given)) {
    const value = given[property];
    const key = storable(property, MAX_TEXT.word);
    props[key] = storable(String(value), MAX_TEXT.url);
    if (typeof value === 'number' && Number.isFinite(value)) numbers[key] = value;
  }
  return { name: storable(name, MAX_TEXT.word), props, numbers };
}

/** Whether name and properties are stored just as they were sent, but for what is no text. */
export function isStoredAsSent([name, given]: CustomEvent): boolean {
  if (storable(name, MAX_TEXT.word) !== name) return false;
  for (const property in given) {
    const value = given[property];
    if (storable(property, MAX_TEXT.word) !== property || (typeof value === 'string' && storable(value, MAX_TEXT.url) !== value)) return false;
  }
  return true;
}

/**
 * The record of a custom event, from a draft that went through the steps for people. It falls into the session that its
 * visitor has at the time; it neither begins nor prolongs one, so that sessions follow from page views alone.
 */
export function customEvent({ arrival, visit }: Draft, event: CustomEvent, sessions: Pick<Sessions, 'find'>): EventRecord {
  const isNobody = arrival.ip === '' && (arrival.userAgent ?? '') === '' && visit.fingerprint === '';
  const visitor = isNobody ? NOBODY : visit.visitor;
  return {
    id: visit.id,
    site_id: visit.site_id,
    created_at: visit.created_at,
    received_at: visit.received_at,
    source: visit.source,
    visitor,
    session_id: isNobody ? NO_SESSION : (sessions.find(visit.site_id, visitor, visit.created_at)?.sessionId ?? NO_SESSION),
    ...happening(event),
    url: visit.url,
    title: visit.title,
    referer: visit.referer,
    referer_host: visit.referer_host,
    channel: visit.channel,
    referer_name: visit.referer_name,
    utm_source: visit.utm_source,
    utm_medium: visit.utm_medium,
    utm_campaign: visit.utm_campaign,
    ip: visit.ip,
    country_code: visit.country_code,
    region: visit.region,
    city: visit.city,
    device_type: visit.device_type,
    device_vendor: visit.device_vendor,
    device_model: visit.device_model,
    os_name: visit.os_name,
    os_version: visit.os_version,
    browser_name: visit.browser_name,
    browser_version: visit.browser_version,
    language: visit.language,
    is_bot: visit.is_bot,
  };
}
