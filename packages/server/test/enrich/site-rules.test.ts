import { describe, expect, it } from 'vitest';
import { createEnricher } from '../../src/enrich/enrich.js';
import { createGeo } from '../../src/enrich/geo.js';
import { hash64 } from '../../src/enrich/hash64.js';
import { createSessions } from '../../src/enrich/sessions.js';
import { createSpiderClassifier } from '../../src/enrich/spider-classifier.js';
import { compileRules, NO_RULES } from '../../src/metadata/site-rules.js';
import { arrival, CHROME, client, shop } from './arrivals.js';

const site = { ...shop, ...compileRules({ ...NO_RULES, maskAddresses: true, excludedParameters: ['session', 'utm_source'] }) };
const create = () =>
  createEnricher({
    geo: createGeo([(ip) => ({ country: ip === '81.2.69.143' ? 'GB' : '', region: '', city: '', isp: '' })]),
    spiders: createSpiderClassifier([{ id: 1, type: 'search_engine', name: 'Googlebot', keywords: ['googlebot'], enabled: true }]),
    sessions: createSessions(),
  });
const URL_WITH = 'https://shop.example/a?session=s3cret&b=1&utm_source=news';

describe('a site that masks addresses and leaves parameters out', () => {
  it('has neither in a visit, and still the place of the whole address and the campaign', () => {
    const enriched = create().enrich(arrival({ site, url: URL_WITH }));
    if (enriched.kind !== 'visit') throw new Error(enriched.kind);
    expect(enriched.visit).toMatchObject({ ip: '81.2.69.0', country_code: 'GB', url: 'https://shop.example/a?b=1', entry_url: 'https://shop.example/a?b=1', utm_source: 'news' });
    expect(JSON.stringify(enriched.visit)).not.toMatch(/81\.2\.69\.143|s3cret/u);
  });

  it('makes the visitor of what is kept of the address: no try over the last octet finds the whole one', () => {
    const of = (ip: string) => {
      const enriched = create().enrich(arrival({ site, ip }));
      return enriched.kind === 'visit' ? enriched.visit.visitor : '';
    };
    const whole = Array.from({ length: 256 }, (_, octet) => hash64(`81.2.69.${octet}\n${CHROME}`, 1));
    expect(whole.indexOf(of('81.2.69.143'))).toBe(0);
    expect(of('81.2.69.143')).toBe(of('81.2.69.9'));
    expect(of('81.2.70.9')).not.toBe(of('81.2.69.9'));
    // What is no address at all is not hashed either.
    expect(of('host-1.example')).toBe(of('host-2.example'));
  });

  it('leaves visitors with a fingerprint apart', () => {
    const of = (f: string) => {
      const enriched = create().enrich(arrival({ site, client: client({ f }) }));
      return enriched.kind === 'visit' ? enriched.visit.visitor : '';
    };
    expect(of('0000000000000001')).not.toBe(of('0000000000000002'));
  });

  it('has neither in a spider hit, nor in its referrer, nor in an event', () => {
    const hit = create().enrich(arrival({ site, url: URL_WITH, referrer: URL_WITH, userAgent: 'Googlebot/2.1' }));
    if (hit.kind !== 'spider') throw new Error(hit.kind);
    expect(hit.hit).toMatchObject({ ip: '81.2.69.0', url: 'https://shop.example/a?b=1', referer: 'https://shop.example/a?b=1' });
    const event = create().enrich(arrival({ site, url: URL_WITH, event: ['buy', {}] }));
    if (event.kind !== 'event') throw new Error(event.kind);
    expect(event.event).toMatchObject({ ip: '81.2.69.0', url: 'https://shop.example/a?b=1' });
  });
});
