import { describe, expect, it } from 'vitest';
import { Lane } from '../../../src/collect/server-events/lane.js';

const turns = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('a lane', () => {
  it('lets one in at a time, in the order in which they came', async () => {
    const lane = new Lane();
    const said: string[] = [];
    const pass = async (name: string, stay: number): Promise<void> => {
      await lane.enter();
      said.push(`${name} in`);
      await turns(stay);
      said.push(`${name} out`);
      lane.leave();
    };
    await Promise.all([pass('a', 5), pass('b', 0), pass('c', 2)]);
    await pass('d', 1);
    expect(said).toEqual(['a', 'b', 'c', 'd'].flatMap((name) => [`${name} in`, `${name} out`]));
  });

  it('is free for others while who is in waits beside it, who then comes in behind those that were there', async () => {
    const lane = new Lane();
    const said: string[] = [];
    let answer: (text: string) => void = () => undefined;
    const asked = new Promise<string>((resolve) => (answer = resolve));
    await lane.enter();
    const first = lane.beside(asked).then((text) => said.push(text));
    await lane.enter();
    const third = lane.enter().then(() => said.push('third'));
    answer('answered');
    await turns(3);
    expect(said).toEqual([]);
    lane.leave();
    await third;
    await turns(3);
    expect(said).toEqual(['third']);
    lane.leave();
    await first;
    expect(said).toEqual(['third', 'answered']);
  });

  it('is the caller’s again when what was waited for failed', async () => {
    const lane = new Lane();
    await lane.enter();
    await expect(lane.beside(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    let isIn = false;
    const next = lane.enter().then(() => (isIn = true));
    await turns(3);
    expect(isIn).toBe(false);
    lane.leave();
    await next;
  });
});
