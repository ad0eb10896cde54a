import { existsSync, readFileSync } from 'node:fs';
import { isbot } from 'isbot';
import { describe, expect, it } from 'vitest';
import { readAgent } from '../../src/enrich/agent.js';
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

  it('names maker and model of real devices, and the version of their systems', () => {
    const bare = (text: string | null) => (text ?? '').toLowerCase().replace(/[^a-z0-9]/gu, '');
    const agents = rows<{ ua: string; vendor: string | null; model: string | null; os_version: string | null }>('ua.jsonl').filter((_, place) => place % 4 === 0);
    const devices = agents.filter(({ vendor }) => vendor !== null && !/^(?:generic|unknown|$)/iu.test(vendor));
    const share = <T>(all: readonly T[], right: (one: T) => boolean) => all.filter(right).length / all.length;
    expect(devices.length).toBeGreaterThan(1_500);
    expect(share(devices, ({ ua, vendor }) => bare(readAgent(ua).deviceVendor) === bare(vendor))).toBeGreaterThan(0.97);
    expect(share(devices, ({ ua, model }) => bare(readAgent(ua).deviceModel).endsWith(bare(model)))).toBeGreaterThan(0.97);
    const systems = agents.filter(({ os_version: version }) => version !== null && version !== '');
    expect(share(systems, ({ ua, os_version: version }) => bare(readAgent(ua).osVersion).startsWith(bare(version).slice(0, 2)))).toBeGreaterThan(0.85);
  });
});
