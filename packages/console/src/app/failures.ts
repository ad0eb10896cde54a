import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';

/** Where failed calls are told: the shell listens and shows them. Kept apart from React, because caches outlive renders. */
export interface FailureChannel {
  report(error: unknown): void;
  listen(listener: (error: unknown) => void): () => void;
}

/** A channel without listeners. */
export function createFailureChannel(): FailureChannel {
  const listeners = new Set<(error: unknown) => void>();
  return {
    report: (error) => {
      for (const listener of listeners) listener(error);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

const FRESH_FOR = 15_000;

/** Whether a failed question is worth asking once more by itself: only when the server could not be asked. */
function worthRetry(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof ApiError && (error.kind === 'network' || error.code === 503);
}

/** A session that ended is everybody's concern, whoever shows the call that found out; the guard sees to it by itself. */
function isToldByShell(error: unknown, shownBy: unknown): boolean {
  return shownBy === undefined || (shownBy !== 'guard' && error instanceof ApiError && error.errorName === 'auth.required');
}

/**
 * The cache of answers. Every failure goes to the channel, save those that somebody shows in place: they say so by
 * `meta.shownBy`. That the session has ended goes there all the same.
 * @param onFailure told of every failure, also of those that are shown in place
 */
export function createQueryClient(channel: FailureChannel, onFailure: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        onFailure(error);
        const { shownBy } = query.meta ?? {};
        // The guard answers for a user whom it does not know yet; afterwards the session's end is told as everywhere.
        const toldBy = shownBy === 'guard' && query.state.data !== undefined ? 'panel' : shownBy;
        if (isToldByShell(error, toldBy)) channel.report(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        onFailure(error);
        if (isToldByShell(error, mutation.meta?.['shownBy'])) channel.report(error);
      },
    }),
    defaultOptions: {
      queries: { retry: worthRetry, retryDelay: 1_000, staleTime: FRESH_FOR, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
