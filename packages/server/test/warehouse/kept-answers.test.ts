import { describe, expect, it } from 'vitest';
import { createKeptAnswers } from '../../src/warehouse/kept-answers.js';
import type { Answer } from '../../src/warehouse/store-query.js';

const answerOf = (rows: number, first = 0): Answer<number> => ({ rows: Array.from({ length: rows }, (_, i) => first + i), statistics: { elapsed: 0, rows_read: 0 } });

function keptIn() {
  const state = { changes: 0, isChanging: false, ofHits: 0 };
  const answers = createKeptAnswers({
    watch(tables) {
      if (tables?.join(' ') === 'spider_hits') {
        const seen = state.ofHits;
        return () => state.ofHits === seen;
      }
      const seen = state.changes;
      return state.isChanging ? null : () => state.changes === seen;
    },
  });
  return { state, answers, ask: (key: string, rows = 1, first = 0) => answers.asking(key, 'SELECT 1 FROM visits', () => Promise.resolve(answerOf(rows, first))) };
}

describe('answers', () => {
  it('are given again until anything has changed', async () => {
    const { state, answers, ask } = keptIn();
    await ask('a', 2);
    await ask('b', 3);
    expect(await answers.find('a')).toEqual(answerOf(2));
    expect(answers.find('c')).toBeNull();
    state.changes += 1;
    expect(answers.find('a')).toBeNull();
    await ask('b', 4);
    expect(answers.find('a')).toBeNull();
    expect(await answers.find('b')).toEqual(answerOf(4));
  });

  it('are given again for as long as what they are read from has not changed, whatever else has', async () => {
    const { state, answers, ask } = keptIn();
    await answers.asking('hits', 'SELECT 1 FROM spider_hits', () => Promise.resolve(answerOf(1, 5)));
    await ask('a');
    state.changes += 1;
    expect(await answers.find('hits')).toEqual(answerOf(1, 5));
    expect(answers.find('a')).toBeNull();
    state.ofHits += 1;
    expect(answers.find('hits')).toBeNull();
  });

  it('that are true still stay when there is no room for all', async () => {
    const { state, answers, ask } = keptIn();
    await answers.asking('hits', 'SELECT 1 FROM spider_hits', () => Promise.resolve(answerOf(20_000)));
    for (let i = 0; i < 9; i += 1) await ask(`of 20,000: ${String(i)}`, 20_000);
    state.changes += 1;
    await ask('new', 20_000);
    expect(answers.find('hits')).not.toBeNull();
    for (let i = 0; i < 9; i += 1) await ask(`of 20,000 again: ${String(i)}`, 20_000);
    expect([answers.find('hits') === null, answers.find('new') === null]).toEqual([false, true]);
  });

  it('are shared while they are worked out, with who comes before anything changes', async () => {
    const { state, answers } = keptIn();
    let end: (answer: Answer<number>) => void = () => undefined;
    const own = answers.asking('a', 'SELECT 1 FROM visits', () => new Promise<Answer<number>>((resolve) => {
      end = resolve;
    }));
    const shared = answers.find<number>('a');
    state.changes += 1;
    expect(answers.find('a')).toBeNull();
    end(answerOf(1, 7));
    expect(await own).toEqual(answerOf(1, 7));
    expect(await shared).toEqual(answerOf(1, 7));
    expect(answers.find('a')).toBeNull();
  });

  it('that began while something was changing are not kept', async () => {
    const { state, answers, ask } = keptIn();
    state.isChanging = true;
    expect(await ask('a')).toEqual(answerOf(1));
    state.isChanging = false;
    expect(answers.find('a')).toBeNull();
  });

  it('that failed are not kept', async () => {
    const { answers } = keptIn();
    await expect(answers.asking('a', 'SELECT 1 FROM visits', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(answers.find('a')).toBeNull();
  });

  it('count with what is in their lists', async () => {
    const { answers } = keptIn();
    const withLists = (...lengths: number[]): Answer<unknown> => ({ rows: lengths.map((length, part) => ({ part, names: Array.from({ length }, String) })), statistics: { elapsed: 0, rows_read: 0 } });
    await answers.asking('few', 'SELECT 1 FROM visits', () => Promise.resolve(withLists(3, 9_000, 0, 10_000)));
    await answers.asking('many', 'SELECT 1 FROM visits', () => Promise.resolve(withLists(3, 9_998, 9_998)));
    expect([answers.find('few') === null, answers.find('many') === null]).toEqual([false, true]);
  });

  it('are kept as far as there is room, the newest longest; one of very many values is not', async () => {
    const { answers, ask } = keptIn();
    await ask('large', 20_001);
    expect(answers.find('large')).toBeNull();
    await answers.asking('wide', 'SELECT 1 FROM visits', () => Promise.resolve({ rows: Array.from({ length: 5_001 }, () => ({ a: 1, b: 2, c: 3, d: 4 })), statistics: { elapsed: 0, rows_read: 0 } }));
    expect(answers.find('wide')).toBeNull();
    for (let i = 0; i < 11; i += 1) await ask(`of 20,000: ${String(i)}`, 20_000);
    expect(answers.find('of 20,000: 0')).toBeNull();
    expect(answers.find('of 20,000: 1')).not.toBeNull();
    for (let i = 0; i < 1_001; i += 1) await ask(`empty ${String(i)}`, 0);
    expect(answers.find('of 20,000: 10')).toBeNull();
    expect(answers.find('empty 0')).toBeNull();
    expect(answers.find('empty 1')).not.toBeNull();
  });
});
