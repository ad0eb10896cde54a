import type { EventRecord, SpiderHitRecord, VisitRecord, WireHit } from '@footfall/contract';
import type { Arrival } from '../../src/enrich/arrival.js';
import type { Enriched } from '../../src/enrich/enrich.js';
import type { CountedSite } from '../../src/enrich/site.js';

/** A beacon as the tracker sends it. */
export function beacon(changes: Partial<WireHit> = {}): WireHit {
  return {
    v: 1,
    i: '0123456789abcdef',
    u: 'https://shop.example/a?b=c',
    r: 'https://www.google.com/',
    t: 'A page',
    f: 'fedcba9876543210',
    d: 0,
    s: [1920, 1080, 1920, 1040],
    p: 2,
    c: 8,
    m: 8,
    k: 0,
    l: 'zh-CN,zh',
    z: 'Asia/Shanghai',
    g: ['Google Inc.', 'ANGLE (NVIDIA)'],
    o: 'Win32',
    n: '4g',
    b: [1, 0.5],
    h: { platform: 'Windows', platformVersion: '15.0.0', architecture: 'x86', model: '', mobile: false, brands: [['Chromium', '130']] },
    ...changes,
  };
}

export const SHOP: CountedSite = { id: 7, domain: 'shop.example', hosts: (host) => host === 'shop.example', isStat: true };
export const PAUSED: CountedSite = { id: 8, domain: 'paused.example', hosts: (host) => host === 'paused.example', isStat: false };

/** Leaves alone who asks for it. */
export const DISCREET: CountedSite = { id: 9, domain: 'discreet.example', hosts: (host) => host === 'discreet.example', isStat: true, respectDnt: true };

export const DIRECTORY = { byHost: (host: string): CountedSite | undefined => [SHOP, PAUSED, DISCREET].find((site) => site.hosts(host)) };

function visitOf(arrival: Arrival): VisitRecord {
  return {
    id: arrival.id,
    site_id: arrival.site.id,
    created_at: arrival.at,
    received_at: arrival.receivedAt,
    source: arrival.source,
    visitor: '1',
    session_id: '2',
    entry_url: arrival.url,
    ip: arrival.ip,
    country_code: '',
    region: '',
    city: '',
    url: arrival.url,
    title: arrival.title,
    referer: arrival.referrer,
    referer_host: '',
    channel: 'direct',
    referer_name: '',
    search_term: '',
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    user_agent: arrival.userAgent ?? '',
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
    fingerprint: arrival.client?.f ?? '',
    isp: '',
    utm_term: '',
    utm_content: '',
    click_id_type: '',
    click_id: '',
    referer_spam: 0,
    bot_reason: '',
  };
}

/** What a custom event has in common with a visit, and what it has not. */
function eventOf(arrival: Arrival, [name, props]: NonNullable<Arrival['event']>): EventRecord {
  return { ...visitOf(arrival), name, props: Object.fromEntries(Object.entries(props).map(([key, value]) => [key, String(value)])), numbers: {} };
}

function spiderOf(arrival: Arrival): SpiderHitRecord {
  const { id, at, receivedAt, source, ip, url, referrer, method, status, bytes } = arrival;
  return { id, site_id: arrival.site.id, created_at: at, received_at: receivedAt, source, ip, country_code: '', spider_id: 0, type: '', name: 'bot', reason: '', url, referer: referrer, user_agent: arrival.userAgent ?? '', method, status, bytes };
}

/** The least that can be called enriching: agents with "bot" are crawlers, the agent "BROKEN" throws. */
export const enricher = {
  enrich: (arrival: Arrival): Enriched => {
    if (arrival.userAgent === 'BROKEN') throw new Error('enriching broke');
    const isBot = arrival.userAgent?.includes('bot') === true;
    if (arrival.event !== undefined) return isBot ? { kind: 'refused', reason: 'crawler' } : { kind: 'event', event: eventOf(arrival, arrival.event) };
    return isBot ? { kind: 'spider', hit: spiderOf(arrival) } : { kind: 'visit', visit: visitOf(arrival) };
  },
};
