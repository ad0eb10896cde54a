import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serve, stopSignal } from '../../src/commands/serve.js';

beforeEach(() => {
  vi.stubEnv('FOOTFALL_POSTGRES_URL', '');
  vi.stubEnv('FOOTFALL_CLICKHOUSE_URL', '');
});
afterEach(() => vi.unstubAllEnvs());

it('a process with one role shares both stores: without them it says which setting is missing', async () => {
  await expect(serve.run(['--role=collect'])).rejects.toThrow('the role collect shares its stores with others: set FOOTFALL_POSTGRES_URL and FOOTFALL_CLICKHOUSE_URL, or serve without --role.');
  vi.stubEnv('FOOTFALL_POSTGRES_URL', 'postgres://127.0.0.1/footfall');
  await expect(serve.run(['--role', 'console'])).rejects.toThrow('the role console shares its stores with others: set FOOTFALL_CLICKHOUSE_URL, or');
});

it('other words are wrong usage', async () => {
  await expect(serve.run(['--role=collector'])).rejects.toThrow('there is no role "collector": all, collect, console');
  await expect(serve.run(['now'])).rejects.toThrow(/now/u);
});

it('a signal that comes twice at once, as through npm, ends it in good order; one that comes later, at once', async () => {
  vi.useFakeTimers();
  try {
    const before = process.listenerCount('SIGINT');
    const stopped = stopSignal();
    process.emit('SIGINT', 'SIGINT');
    process.emit('SIGINT', 'SIGINT');
    expect(await stopped).toBe('SIGINT');
    expect(process.listenerCount('SIGINT')).toBe(before + 1);
    vi.advanceTimersByTime(1_000);
    expect(process.listenerCount('SIGINT')).toBe(before);
    expect(process.listenerCount('SIGTERM')).toBe(before);
  } finally {
    vi.useRealTimers();
  }
});
