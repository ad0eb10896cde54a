import { describe, expect, it } from 'vitest';
import { createEnricher } from '../../src/enrich/enrich.js';
import { createSessions } from '../../src/enrich/sessions.js';
import { createSpiderClassifier } from '../../src/enrich/spider-classifier.js';
import { withoutCampaign } from '../../src/enrich/steps/strip.js';
import { arrival, shop } from './arrivals.js';

describe('a url without its campaign', () => {
  it.each([
    ['https://shop.example/tea', 'https://shop.example/tea'],
    ['https://shop.example/tea?utm_source=a', 'https://shop.example/tea'],
    ['https://shop.example/tea?utm_source=a&utm_medium=b&page=2', 'https://shop.example/tea?page=2'],
    ['https://shop.example/tea?page=2&gclid=x&sort=a%20b', 'https://shop.example/tea?page=2&sort=a%20b'],
    ['https://shop.example/tea?bd_vid=1#top', 'https://shop.example/tea#top'],
    ['https://shop.example/tea?page=2&&q=utm_source=a', 'https://shop.example/tea?page=2&&q=utm_source=a'],
    ['https://shop.example/tea?utm_source', 'https://shop.example/tea'],
    ['https://shop.example/#/tea?utm_source=a', 'https://shop.example/#/tea?utm_source=a'],
    ['https://shop.example/tea?UTM_SOURCE=a', 'https://shop.example/tea?UTM_SOURCE=a'],
    ['https://shop.example/tea?', 'https://shop.example/tea?'],
  ])('%s is %s', (url, expected) => {
    expect(withoutCampaign(url)).toBe(expected);
  });
});

describe('a site that wants urls without campaigns', () => {
  const enricher = createEnricher({
    geo: (ip) => ({ ip, country: '', region: '', city: '', isp: '' }),
    spiders: createSpiderClassifier([]),
    sessions: createSessions(),
  });
  const visitOf = (stripCampaign: boolean) => {
    const enriched = enricher.enrich(arrival({ site: { ...shop, stripCampaign }, url: 'https://shop.example/tea?utm_source=news&page=2' }));
    if (enriched.kind !== 'visit') throw new Error('taken for a crawler');
    return enriched.visit;
  };

  it('still learns of the campaign, and keeps page and entry page without it', () => {
    expect(visitOf(true)).toMatchObject({ utm_source: 'news', channel: 'campaign', url: 'https://shop.example/tea?page=2', entry_url: 'https://shop.example/tea?page=2' });
  });

  it('that says nothing keeps urls whole', () => {
    expect(visitOf(false).url).toBe('https://shop.example/tea?utm_source=news&page=2');
  });
});
