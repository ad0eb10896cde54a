import { existsSync, readFileSync } from 'node:fs';
import { isbot } from 'isbot';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SPIDER_RULES } from '../../src/enrich/data/default-spider-rules.js';
import { createReferrerReader } from '../../src/enrich/referrer.js';
import { createSpiderClassifier } from '../../src/enrich/spider-classifier.js';

const truth = new URL('../../../../../shared/data/truth/', import.meta.url);
const rows = <T>(name: string): T[] =>
  readFileSync(new URL(name, truth), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

/** Agents that a person's browser would not send, although the source of the list counts them as browsers. */
const AUTOMATED = /HeadlessChrome|PhantomJS/u;

describe.skipIf(!existsSync(truth))('labelled agents and referrers (needs ../shared/data/truth)', () => {
  it('finds crawlers as well as isbot does and takes fewer people for one', () => {
    const agents = rows<{ ua: string; bot: boolean }>('bots.jsonl');
    const people = agents.filter(({ ua, bot }) => !bot && !AUTOMATED.test(ua));
    const crawlers = agents.filter(({ bot }) => bot);
    const withRules = createSpiderClassifier(DEFAULT_SPIDER_RULES);
    const withoutRules = createSpiderClassifier([]);

    const found = (classify: (ua: string) => boolean) => crawlers.filter(({ ua }) => classify(ua)).length / crawlers.length;
    const wrong = (classify: (ua: string) => boolean) => people.filter(({ ua }) => classify(ua)).length / people.length;
    expect(found((ua) => withRules.classify(ua) !== null)).toBeGreaterThanOrEqual(0.999);
    expect(found((ua) => withoutRules.classify(ua) !== null)).toBeGreaterThanOrEqual(0.995);
    expect(wrong((ua) => withRules.classify(ua) !== null)).toBeLessThanOrEqual(0.001);
    expect(wrong(isbot)).toBeGreaterThan(0.005);
  });

  it('takes none of ten thousand real browser profiles for a crawler', () => {
    const profiles = JSON.parse(readFileSync(new URL('../ua/intoli_user-agents.json', truth), 'utf8')) as { userAgent: string }[];
    const spiders = createSpiderClassifier(DEFAULT_SPIDER_RULES);
    expect(profiles.length).toBeGreaterThan(9_000);
    expect(profiles.filter(({ userAgent }) => spiders.classify(userAgent) !== null)).toEqual([]);
  });

  it('names the engine or network of real referrers', () => {
    const read = createReferrerReader();
    const labelled = rows<{ referer: string; label: string; name: string; term: string | null }>('referrers_log.jsonl');
    const named = labelled.filter(({ referer, name, label }) => read(referer).name === name && read(referer).channel === label);
    expect(named.length / labelled.length).toBeGreaterThan(0.97);
    const terms = labelled.filter(({ term }) => term !== null);
    expect(terms.filter(({ referer, term }) => read(referer).term !== term)).toEqual([]);
  });
});
