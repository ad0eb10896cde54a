import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isLive } from '../api/live';
import { useUrlState } from './use-url-state';

/** Milliseconds between quiet refreshes. */
const REFRESH = 30_000;

/** The time, in steps of half a minute while the page is seen: enough for ranges to follow midnight. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => everyWhileSeen(REFRESH, () => setNow(Date.now())), []);
  return now;
}

/**
 * Refreshes the live panels on the screen together, quietly, while `enabled`; never in a hidden tab, and at once
 * when such a tab comes back.
 * @returns refreshes now
 */
export function useLiveRefresh(enabled: boolean): () => void {
  const queries = useQueryClient();
  const refresh = useCallback(() => {
    void queries.invalidateQueries({ predicate: isLive });
  }, [queries]);
  useEffect(() => (enabled ? everyWhileSeen(REFRESH, refresh) : undefined), [enabled, refresh]);
  return refresh;
}

/** The address's name for a quiet refresh that is stopped. */
export const PAUSED = 'paused';

/** Whether the reader stopped the quiet refresh, and the way to; the address keeps it. */
export function usePaused(): readonly [boolean, (paused: boolean) => void] {
  const [parameters, change] = useUrlState();
  return [parameters.get(PAUSED) === '1', (paused) => change({ [PAUSED]: paused ? '1' : undefined })];
}

/** Runs at every step while the page is seen, and once on coming back when steps were missed. */
function everyWhileSeen(step: number, run: () => void): () => void {
  let last = Date.now();
  const tick = () => {
    if (document.hidden || Date.now() - last < step * 0.9) return;
    last = Date.now();
    run();
  };
  const timer = setInterval(tick, step);
  document.addEventListener('visibilitychange', tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** Seconds since the oldest answer among the live panels on the screen, or undefined before there is one. */
export function useAge(): number | undefined {
  const queries = useQueryClient();
  const [age, setAge] = useState<number>();
  const shown = useRef<number>(undefined);
  useEffect(() => {
    const look = () => {
      const times = queries.getQueryCache().findAll({ predicate: isLive }).map((query) => query.state.dataUpdatedAt).filter((at) => at > 0);
      const next = times.length === 0 ? undefined : Math.max(0, Math.round((Date.now() - Math.min(...times)) / 1_000));
      if (next !== shown.current) setAge(next);
      shown.current = next;
    };
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [queries]);
  return age;
}
