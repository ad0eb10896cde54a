import { describe, expect, it } from 'vitest';
import { existsSync, readFileSync } from 'node:fs';
import { type AgentRule, BROWSER_RULES, DEVICE_RULES, SYSTEM_RULES } from '../../src/enrich/data/agent-rules.js';
import { requiredWords } from '../../src/enrich/required-words.js';
import { createRuleMatcher, filled, versionOf } from '../../src/enrich/rule-matcher.js';

describe('the words a pattern asks for', () => {
  it.each<[string, string[] | null]>([
    ['Firefox/(\\d+)', ['firefox/']],
    ['(Foo|Barber)/\\d', ['foo/', 'barber/']],
    ['(?:Foo|Ba)/\\d', ['foo/', 'ba/']],
    ['[Ff]oo[Bb]ar', ['foobar']],
    ['Win(?:dows)? NT', ['win nt', 'windows nt']],
    ['colou?r', ['color', 'colour']],
    ['fo+bar', ['bar']],
    ['abc{0,3}def', ['def']],
    ['abc*def', ['def']],
    ['; {0,2}(RK\\d+)', ['; rk']],
    ['a  b;c', ['a b; c']],
    ['(?!never)Known', ['known']],
    ['\\d+', null],
    ['a|longer', null],
    ['(?:word)?', null],
    ['.', null],
    ['', null],
  ])('%s: %j', (pattern, words) => {
    expect(requiredWords(pattern)?.toSorted() ?? null).toEqual(words?.toSorted() ?? null);
  });
});

describe('the first rule that matches', () => {
  const rules: AgentRule[] = [['(Alpha)/(\\d+)\\.(\\d+)'], ['(Beta|Gamma)/(\\d+)', 'i', 'Greek $1'], ['(A\\d)'], ['Delta', '', 'D', '7', '$9']];
  const matcher = createRuleMatcher([rules, [['(Beta)']]]);
  const found = (agent: string, list = 0) => {
    matcher.scan(agent);
    const hit = matcher.find(agent, list);
    return hit === null ? null : [rules.indexOf(hit.rule), filled(hit.rule[2] ?? '$1', hit.match), versionOf(hit.rule, hit.match)];
  };

  it.each<[string, unknown]>([
    ['x Alpha/1.2 Beta/3', [0, 'Alpha', '1.2']],
    ['Alpha/x gAMMA/3', [1, 'Greek gAMMA', '3']],
    ['alpha/1.2', null],
    ['A7', [2, 'A7', '']],
    ['Delta', [3, 'D', '7']],
    ['', null],
    ['\uD800', null],
  ])('%j', (agent, expected) => {
    expect(found(agent)).toEqual(expected);
  });

  it('is looked for in each list by itself', () => {
    expect(found('Alpha/1.2 Beta/3', 1)).toEqual([-1, 'Beta', '']);
  });
});

const agents = new URL('../../../../../shared/data/truth/ua.jsonl', import.meta.url);
describe.skipIf(!existsSync(agents))('with the rules that ship (needs ../shared/data/truth)', () => {
  it('is the one that trying all of them in order finds, for every real agent', () => {
    const lists = [BROWSER_RULES, SYSTEM_RULES, DEVICE_RULES];
    const patterns = lists.map((rules) => rules.map(([pattern, flags]) => new RegExp(pattern, flags ?? '')));
    const matcher = createRuleMatcher(lists);
    const texts = readFileSync(agents, 'utf8').trim().split('\n').map((line) => (JSON.parse(line) as { ua: string }).ua);
    expect(texts.length).toBeGreaterThan(10_000);
    const differing = texts.filter((_, place) => place % 5 === 0).filter((agent) => {
      matcher.scan(agent);
      return lists.some((rules, list) => {
        const hit = matcher.find(agent, list);
        return (patterns[list]?.findIndex((pattern) => pattern.test(agent)) ?? -2) !== (hit === null ? -1 : rules.indexOf(hit.rule));
      });
    });
    expect(differing).toEqual([]);
  });
});
