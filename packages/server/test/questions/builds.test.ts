import { describe, expect, it } from 'vitest';
import { createBuilds } from '../../src/questions/builds.js';

const PATIENT = 60_000;

/** Builds, and work that ends when the test says so. */
function making() {
  const builds = createBuilds();
  const told: ((value: string) => void)[] = [];
  const stops: AbortSignal[] = [];
  return {
    builds, told, stops,
    run: (stop: AbortSignal): Promise<string> => new Promise((resolve, reject) => {
      stops.push(stop);
      stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true });
      told.push(resolve);
    }),
  };
}

const waiting = (patience = PATIENT, signal = new AbortController().signal): { signal: AbortSignal; patience: number } => ({ signal, patience });
const settled = (): Promise<void> => new Promise((resolve) => {
  setImmediate(resolve);
});

describe('what is made for all', () => {
  it('is made once at a time, told to whoever made it, and to be looked for by the others', async () => {
    const { builds, run, told } = making();
    const all = [builds.build('a', run, waiting()), builds.build('a', run, waiting()), builds.build('b', run, waiting())];
    await settled();
    expect(told).toHaveLength(2);
    told[0]?.('first');
    told[1]?.('other');
    expect(await Promise.all(all)).toEqual([{ told: 'first' }, null, { told: 'other' }]);
    const again = builds.build('a', run, waiting());
    await settled();
    told[2]?.('second');
    expect(await again).toEqual({ told: 'second' });
  });

  it('goes on for the next one where somebody has waited long enough, whoever goes away after him', async () => {
    const { builds, run, told, stops } = making();
    const gone = new AbortController();
    const impatient = builds.build('a', run, waiting(1));
    const leaving = builds.build('a', run, waiting(PATIENT, gone.signal));
    await expect(impatient).rejects.toMatchObject({ errorName: 'store.busy' });
    gone.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    expect(stops[0]?.aborted).toBe(false);
    const next = builds.build('a', run, waiting());
    await settled();
    expect(told).toHaveLength(1);
    told[0]?.('there');
    expect(await next).toBeNull();
  });

  it('goes on where whoever waited has gone at the end of his patience, not where he went before', async () => {
    const { builds, run, told, stops } = making();
    const left = async (key: string, patience: number): Promise<void> => {
      const gone = new AbortController();
      const waited = builds.build(key, run, waiting(patience, gone.signal));
      await new Promise((resolve) => {
        setTimeout(resolve, 950);
      });
      gone.abort(new Error('gone'));
      await expect(waited).rejects.toThrow('gone');
    };
    await Promise.all([left('a', 1_100), left('b', PATIENT)]);
    expect(stops.map(({ aborted }) => aborted)).toEqual([false, true]);
    const next = builds.build('a', run, waiting());
    await settled();
    told[0]?.('there');
    expect(await next).toBeNull();
  });

  it('stops when all have gone, and is begun anew by who comes then', async () => {
    const { builds, run, told, stops } = making();
    const gone = [new AbortController(), new AbortController()];
    const left = gone.map(async ({ signal }) => builds.build('a', run, waiting(PATIENT, signal)));
    await settled();
    gone[0]?.abort(new Error('gone'));
    await expect(left[0]).rejects.toThrow('gone');
    expect(stops[0]?.aborted).toBe(false);
    gone[1]?.abort(new Error('gone'));
    await expect(left[1]).rejects.toThrow('gone');
    expect(stops[0]?.aborted).toBe(true);
    const next = builds.build('a', run, waiting());
    await settled();
    told[1]?.('anew');
    expect(await next).toEqual({ told: 'anew' });
  });

  it('fails for all who wait, and not for who comes then', async () => {
    const { builds, run, told } = making();
    const failing = async (): Promise<string> => {
      await settled();
      throw new Error('no room');
    };
    const [first, second] = [builds.build('a', failing, waiting()), builds.build('a', run, waiting())];
    await expect(first).rejects.toThrow('no room');
    await expect(second).rejects.toThrow('no room');
    const next = builds.build('a', run, waiting());
    await settled();
    told[0]?.('there');
    expect(await next).toEqual({ told: 'there' });
    await expect(builds.build('b', run, waiting(PATIENT, AbortSignal.abort(new Error('gone before'))))).rejects.toThrow('gone before');
    expect(told).toHaveLength(1);
  });
});
