import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settled } from '../../src/lib/settled';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what settles', () => {
  it('is done at the first change and once after the last', () => {
    const act = vi.fn<() => void>();
    const { run } = settled(act, 100);
    run();
    expect(act).toHaveBeenCalledTimes(1);
    for (let change = 0; change < 5; change++) {
      vi.advanceTimersByTime(60);
      run();
    }
    expect(act).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(99);
    expect(act).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledTimes(2);
  });

  it('is done once for one change, and at once again when all is quiet', () => {
    const act = vi.fn<() => void>();
    const { run } = settled(act, 100);
    run();
    vi.advanceTimersByTime(500);
    expect(act).toHaveBeenCalledTimes(1);
    run();
    expect(act).toHaveBeenCalledTimes(2);
  });

  it('is not done any more when it is stopped', () => {
    const act = vi.fn<() => void>();
    const { run, stop } = settled(act, 100);
    run();
    run();
    stop();
    vi.advanceTimersByTime(500);
    expect(act).toHaveBeenCalledTimes(1);
  });
});
