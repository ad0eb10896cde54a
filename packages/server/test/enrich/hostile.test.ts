import { describe, expect, it } from 'vitest';
import { createEnricher, type Enriched } from '../../src/enrich/enrich.js';
import { createGeo } from '../../src/enrich/geo.js';
import { findIn } from '../../src/enrich/mmdb.js';
import { createSessions } from '../../src/enrich/sessions.js';
import { createSpiderClassifier } from '../../src/enrich/spider-classifier.js';
import { arrival, client } from './arrivals.js';

const fresh = () => createEnricher({ geo: createGeo([findIn({ get: () => ({ country_code: 'NZ' }) })]), spiders: createSpiderClassifier([]), sessions: createSessions() });
const enricher = fresh();

const LONG = 'x'.repeat(200_000);
const values = ['', LONG, '\u0000', '\uD800', '\uDC00\uD800', '__proto__', 'constructor', 'hasOwnProperty', '%', '%E0%A4', '%zz', 'javascript:alert(1)', '<script>', "'; DROP TABLE", '\r\n', '💥'.repeat(50), 'http://[', 'http://%00/', '??&&==##', 'a=b&__proto__=1'];

function textsOf(enriched: Enriched): string[] {
  if (enriched.kind !== 'visit' && enriched.kind !== 'spider') throw new Error(`neither a visit nor a spider's hit: ${enriched.kind}`);
  const record = enriched.kind === 'visit' ? enriched.visit : enriched.hit;
  return Object.values(record).filter((value): value is string => typeof value === 'string');
}

describe('whatever strangers send', () => {
  it.each(values.map((value) => [value.length > 40 ? `${value.slice(0, 10)}... (${value.length})` : value, value]))('%j', (_, value) => {
    const before = Object.keys(Object.prototype).length;
    for (const changes of [
      { userAgent: value },
      { userAgent: `Mozilla/5.0 ${value}` },
      { ip: value },
      { url: value },
      { url: `https://shop.example/?utm_source=${value}&gclid=${value}&${value}` },
      { referrer: value },
      { referrer: `https://www.google.com/search?q=${value}` },
      { referrer: `https://${value}/` },
      { title: value },
      { method: value },
      { client: client({ f: value, o: value, z: value, l: value, n: value, g: [value, value], h: { platform: value, platformVersion: value, model: value, architecture: value, brands: [[value, value]] } }) },
    ]) {
      const enriched = enricher.enrich(arrival(changes));
      for (const text of textsOf(enriched)) {
        expect(text.length).toBeLessThanOrEqual(4_096);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain('\0');
      }
    }
    expect(Object.keys(Object.prototype)).toHaveLength(before);
  });

  it('takes a client with nothing in it', () => {
    expect(enricher.enrich(arrival({ client: client() }))).toMatchObject({ kind: 'visit', visit: { is_bot: 0, cpu_cores: null, screen_width: null } });
  });

  it('gives equal answers to equal arrivals, cached or not', () => {
    const remembering = fresh();
    const one = remembering.enrich(arrival());
    expect(remembering.enrich(arrival())).toEqual(one);
    expect(fresh().enrich(arrival())).toEqual(one);
  });
});
