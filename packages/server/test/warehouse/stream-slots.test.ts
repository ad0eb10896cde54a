import { describe, expect, it } from 'vitest';
import { createStreamSlots } from '../../src/warehouse/stream-slots.js';

describe('stream slots', () => {
  const opened: number[] = [];
  const stream = (n: number) => async function* rows() {
    opened.push(n);
    yield n;
    yield n;
  };

  it('let so many run at once; the next begins when one has ended or is given up', async () => {
    opened.length = 0;
    const slots = createStreamSlots(2);
    const [first, second, third, fourth] = [1, 2, 3, 4].map((n) => slots.run(stream(n)));
    await first?.next();
    await second?.next();
    const waiting = third?.next();
    const last = fourth?.next();
    expect(opened).toEqual([1, 2]);
    await second?.return(undefined);
    expect((await waiting)?.value).toBe(3);
    expect(opened).toEqual([1, 2, 3]);
    for (let end = await first?.next(); end?.done === false; end = await first?.next());
    expect((await last)?.value).toBe(4);
  });

  it('let nobody wait who is gone', async () => {
    const slots = createStreamSlots(1);
    const running = slots.run(stream(1));
    await running.next();
    const gone = new AbortController();
    const waiting = slots.run(stream(2), gone.signal).next();
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await running.return(undefined);
    expect((await slots.run(stream(3)).next()).value).toBe(3);
    await expect(slots.run(stream(4), AbortSignal.abort(new Error('never'))).next()).rejects.toThrow('never');
  });

  it('free the place of one that fails', async () => {
    const slots = createStreamSlots(1);
    const failing = slots.run(async function* fails(): AsyncGenerator<number> {
      yield 1;
      throw new Error('failed');
    });
    await failing.next();
    await expect(failing.next()).rejects.toThrow('failed');
    expect((await slots.run(stream(5)).next()).value).toBe(5);
  });
});
