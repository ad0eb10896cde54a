import { describe, expect, it } from 'vitest';
import { createEnricher } from '../../src/enrich/enrich.js';
import { createGeo } from '../../src/enrich/geo.js';
import { findIn } from '../../src/enrich/mmdb.js';
import { createSessions } from '../../src/enrich/sessions.js';
import { createSpiderClassifier } from '../../src/enrich/spider-classifier.js';
import { arrival, AT, client } from './arrivals.js';

const MINUTE = 60_000;
const fresh = () => createEnricher({ geo: createGeo([findIn({ get: () => ({ country_code: 'NZ' }) })]), spiders: createSpiderClassifier([]), sessions: createSessions() });

function eventOf(enriched: ReturnType<ReturnType<typeof fresh>['enrich']>) {
  if (enriched.kind !== 'event') throw new Error(`not an event: ${enriched.kind}`);
  return enriched.event;
}

describe('a custom event', () => {
  it('is told apart from a view, with what is known of the visitor and the page', () => {
    const event = eventOf(fresh().enrich(arrival({ id: '9', client: client({ l: 'de-CH,de' }), referrer: 'https://www.google.com/', url: 'https://shop.example/cart?utm_source=mail', event: ['order', { plan: 'pro' }] })));
    expect(event).toMatchObject({
      id: '9', site_id: 7, created_at: AT, received_at: AT + 5, source: 'tracker', name: 'order', props: { plan: 'pro' }, numbers: {},
      country_code: 'NZ', ip: '81.2.69.143', browser_name: 'Chrome', os_name: 'Windows', language: 'de-CH', referer_name: 'Google', channel: 'search', utm_source: 'mail',
    });
  });

  it('keeps every property as text, and numbers once more as numbers', () => {
    const { props, numbers } = eventOf(fresh().enrich(arrival({ event: ['order', { price: 19.9, count: 3, sale: true, sku: '007', none: Number.POSITIVE_INFINITY, ['a\ud800']: 'b\udc00\0' }] })));
    expect(props).toEqual({ price: '19.9', count: '3', sale: 'true', sku: '007', none: 'Infinity', 'a\ufffd': 'b\ufffd\ufffd' });
    expect(numbers).toEqual({ price: 19.9, count: 3 });
  });

  it('falls into the session of its visitor, and neither begins nor prolongs one', () => {
    const enricher = fresh();
    const at = (minutes: number, event?: true) => enricher.enrich(arrival({ at: AT + minutes * MINUTE, url: `https://shop.example/${minutes}`, ...(event ? { event: ['order', {}] } : {}) }));
    const view = (minutes: number) => {
      const enriched = at(minutes);
      if (enriched.kind !== 'visit') throw new Error('not a visit');
      return enriched.visit;
    };
    expect(eventOf(at(-1, true)).session_id).toBe('0');
    const first = view(0);
    expect(first.entry_url).toBe('https://shop.example/0');
    expect(eventOf(at(25, true))).toMatchObject({ session_id: first.session_id, visitor: first.visitor });
    // 50 minutes after the last view: were the event one, the session would still last.
    expect(view(50).session_id).not.toBe(first.session_id);
  });

  it('of somebody of whom nothing was said is nobody\'s', () => {
    expect(eventOf(fresh().enrich(arrival({ ip: '', userAgent: null, source: 'event', event: ['renewed', {}] })))).toMatchObject({ visitor: '0', session_id: '0', ip: '' });
    expect(eventOf(fresh().enrich(arrival({ ip: '', userAgent: null, source: 'event', client: client({ f: 'aaaaaaaaaaaaaaaa' }), event: ['renewed', {}] }))).visitor).not.toBe('0');
  });

  it('of a crawler is refused: its pages count as spider hits, its events nowhere', () => {
    expect(fresh().enrich(arrival({ userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)', event: ['order', {}] }))).toEqual({ kind: 'refused', reason: 'crawler' });
  });
});
