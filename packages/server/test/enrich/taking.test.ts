/** Which agents a rule takes: as a plain reading of the definition says, and never one that the store's condition leaves out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keywordWarnings } from '../../src/enrich/keyword-warnings.js';
import { explainRules } from '../../src/enrich/rule-explanation.js';
import { DEFAULT_SPIDER_RULES } from '../../src/enrich/data/default-spider-rules.js';
import { compileRules, type SpiderRule } from '../../src/enrich/spider-rules.js';
import { NEW_RULE, searchedFor, takingOf } from '../../src/enrich/taking.js';
import { createMoves } from '../../src/warehouse/moves.js';
import { openConnection, type Connection } from '../../src/warehouse/connection.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { randomFrom } from '../random.js';

const random = randomFrom(20_261_121);
const pick = <T>(list: readonly T[]): T => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new RangeError('an empty list');
  return item;
};
/** Few letters, so that keywords meet often; among them such whose small letters are another length, ASCII, or two in one. */
const LETTERS = ['a', 'A', 'b', 'B', '/', ' ', '.', '%', '_', '\\', "'", '\u212A', 'k', 'K', '\u0130', '\u00DF', '\u03A3', '\u03C3', '\u{1F577}', '\u4E2D'];
const text = (longest: number): string => Array.from({ length: 1 + Math.floor(random() * longest) }, () => pick(LETTERS)).join('');
const rules: SpiderRule[] = Array.from({ length: 60 }, (_, at) => ({ id: at + 1, type: 'other', name: `R${at}`, keywords: [text(4), text(3), ' '], enabled: at % 5 !== 0 }));
const agents = [...new Set(Array.from({ length: 1_500 }, () => text(14)))];

/** The definition and nothing else: longest first, then the earlier rule; contained, letter case ignored. */
function plainWinner(all: readonly SpiderRule[], agent: string): SpiderRule | undefined {
  const entries = all.flatMap((rule) => (rule.enabled ? rule.keywords.map((keyword) => ({ rule, word: keyword.trim().toLowerCase() })) : [])).filter(({ word }) => word !== '' && agent.toLowerCase().includes(word));
  return entries.toSorted((a, b) => b.word.length - a.word.length || a.rule.id - b.rule.id)[0]?.rule;
}

let engine: TestEngine;
let connection: Connection;
beforeAll(async () => {
  engine = await startEngine();
  connection = openConnection(engine.supervisor, 'footfall', engine.log);
  const body = agents.map((agent, at) => `${JSON.stringify([1, String(at + 1), 1, 1_760_000_000_000 + at, 1_760_000_000_000, agent])}\n`).join('');
  await engine.warehouse.insert({ table: 'visits', columns: ['batch_id', 'id', 'site_id', 'created_at', 'received_at', 'user_agent'], body: Buffer.from(body), token: 'agents' });
});
afterAll(async () => {
  await connection.close();
  await engine.stop();
});

describe('a rule', () => {
  it('takes in the store what the matcher takes at the way in', async () => {
    const moves = createMoves(connection, 'footfall', { kind: 'single' });
    const match = compileRules(rules);
    let taken = 0;
    for (const rule of rules.filter(({ enabled }) => enabled).slice(0, 24)) {
      const expected = agents.filter((agent) => plainWinner(rules, agent)?.id === rule.id).toSorted();
      expect(agents.filter((agent) => match(agent)?.rule.id === rule.id).toSorted()).toEqual(expected);
      const taking = takingOf(rule, rules);
      const found = (await moves.agentsMentioning(searchedFor(rule))).filter((agent) => taking(agent) !== null);
      expect(found.toSorted()).toEqual(expected);
      taken += expected.length;
    }
    expect(taken).toBeGreaterThan(200);
  });

  it('that is new stands behind all others', () => {
    const fresh: SpiderRule = { id: NEW_RULE, type: 'other', name: 'New', keywords: ['same', 'longer one'], enabled: true };
    const taking = takingOf(fresh, [{ id: 1, type: 'other', name: 'Old', keywords: ['SAME'], enabled: true }]);
    expect([taking('a same b'), taking('a Longer One same'), taking('nothing')]).toEqual([null, 'longer one', null]);
  });
});

describe('an explanation', () => {
  it('names the winner that the matcher names, and says why others lose', () => {
    const match = compileRules(rules);
    for (const agent of agents) {
      const explained = explainRules(rules, agent);
      const winner = explained.find(({ outcome }) => outcome === 'wins');
      expect([winner?.rule.id, winner?.keyword.toLowerCase()]).toEqual([match(agent)?.rule.id, match(agent)?.keyword.toLowerCase()]);
      for (const { rule, outcome } of explained) expect(outcome === 'disabled').toBe(!rule.enabled);
    }
    const own: SpiderRule[] = [
      { id: 1, type: 'other', name: 'A', keywords: ['bot'], enabled: true },
      { id: 2, type: 'other', name: 'B', keywords: ['BOT'], enabled: true },
      { id: 3, type: 'other', name: 'C', keywords: ['goodbot'], enabled: false },
      { id: 4, type: 'other', name: 'D', keywords: ['dbot', 'bot'], enabled: true },
    ];
    expect(explainRules(own, 'A GoodBot').map(({ rule, keyword, at, outcome }) => [rule.name, keyword, at, outcome])).toEqual([['D', 'dbot', 5, 'wins'], ['A', 'bot', 6, 'shorter'], ['B', 'BOT', 6, 'shorter'], ['C', 'goodbot', 2, 'disabled']]);
  });

  it('names no winner where only rules match that are off', () => {
    expect(explainRules([{ id: 1, type: 'other', name: 'A', keywords: ['bot'], enabled: false }], 'bot').map(({ outcome }) => outcome)).toEqual(['disabled']);
  });
});

describe('warnings', () => {
  const of = (...keywords: string[]) => keywordWarnings(0, keywords, DEFAULT_SPIDER_RULES).map(({ keyword, kind }) => `${kind} ${keyword}`);

  it('tell of what is too general, against browsers and against the rules themselves', () => {
    expect(of('bot')).toContain('generic bot');
    expect(keywordWarnings(0, ['Safari'], DEFAULT_SPIDER_RULES)).toMatchObject([{ kind: 'generic', browsers: expect.arrayContaining(['Safari, iPhone']) as string[] }]);
    expect(of('quite-unheard-of')).toEqual([]);
  });

  it('tell of what others have, cover and are covered by', () => {
    const [shipped] = DEFAULT_SPIDER_RULES;
    const [keyword = ''] = shipped?.keywords ?? [];
    expect(of(keyword.toUpperCase())).toContain(`duplicate ${keyword.toUpperCase()}`);
    expect(of(`x ${keyword}`)).toContain(`covers x ${keyword}`);
    expect(of(keyword.slice(0, -1))).toContain(`covered ${keyword.slice(0, -1)}`);
    expect(keywordWarnings(shipped?.id ?? 0, [keyword], DEFAULT_SPIDER_RULES).filter(({ kind }) => kind === 'duplicate')).toEqual([]);
    expect(of('lumobot-x', 'lumobot')).toContain('redundant lumobot-x');
  });
});
