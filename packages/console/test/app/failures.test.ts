import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api/api-error';
import { createFailureChannel, createQueryClient } from '../../src/app/failures';

const fail = (error: Error) => () => Promise.reject(error);

describe('failures', () => {
  it('are told to whoever listens, save those shown in place', async () => {
    const told: unknown[] = [];
    const channel = createFailureChannel();
    const stop = channel.listen((error) => told.push(error));
    const every: unknown[] = [];
    const queries = createQueryClient(channel, (error) => every.push(error));
    const refused = new ApiError('refused', 'no', { code: 403 });
    await queries.fetchQuery({ queryKey: ['a'], queryFn: fail(refused) }).catch(() => undefined);
    await queries.fetchQuery({ queryKey: ['b'], queryFn: fail(refused), meta: { shownBy: 'guard' } }).catch(() => undefined);
    // Without a session nothing works any more, whoever showed the call that found out.
    const ended = new ApiError('refused', 'no', { code: 401, errorName: 'auth.required' });
    await queries.fetchQuery({ queryKey: ['c'], queryFn: fail(ended), meta: { shownBy: 'form' } }).catch(() => undefined);
    await queries.fetchQuery({ queryKey: ['d'], queryFn: fail(ended), meta: { shownBy: 'guard' } }).catch(() => undefined);
    expect(told).toEqual([refused, ended]);
    expect(every).toEqual([refused, refused, ended, ended]);
    // The guard speaks for a user whom it does not know yet; later, the end of a session is told as everywhere.
    queries.setQueryData(['e'], 'the user');
    await queries.fetchQuery({ queryKey: ['e'], staleTime: 0, queryFn: fail(ended), meta: { shownBy: 'guard' } }).catch(() => undefined);
    await queries.fetchQuery({ queryKey: ['e'], staleTime: 0, queryFn: fail(refused), meta: { shownBy: 'guard' } }).catch(() => undefined);
    expect(told).toEqual([refused, ended, ended]);
    stop();
    channel.report(refused);
    expect(told).toHaveLength(3);
    queries.clear();
  });

  it('are asked again once, and only when the server could not be asked', () => {
    const { retry } = createQueryClient(createFailureChannel(), () => undefined).getDefaultOptions().queries ?? {};
    if (typeof retry !== 'function') throw new Error('retry must be a function');
    const network = new ApiError('network', '');
    expect(retry(0, network)).toBe(true);
    expect(retry(1, network)).toBe(false);
    expect(retry(0, new ApiError('refused', '', { code: 503 }))).toBe(true);
    expect(retry(0, new ApiError('refused', '', { code: 401 }))).toBe(false);
    expect(retry(0, new ApiError('timeout', ''))).toBe(false);
  });
});
