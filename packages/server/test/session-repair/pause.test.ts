import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { pause } from '../../src/session-repair/pause.js';

const LONG = 3_600_000;

describe('a pause', () => {
  it('leaves nothing with the signal, however many there were', async () => {
    const { signal } = new AbortController();
    for (let round = 0; round < 20; round += 1) await pause(0, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('ends when the signal fires, and leaves nothing with it', async () => {
    const stopping = new AbortController();
    const pauses = [pause(LONG, stopping.signal), pause(LONG, stopping.signal)];
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(2);
    stopping.abort();
    await Promise.all(pauses);
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  });

  it('is none after the signal has fired', async () => {
    await expect(pause(LONG, AbortSignal.abort())).resolves.toBeUndefined();
  });
});
