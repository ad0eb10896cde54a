import { useCallback, useSyncExternalStore } from 'react';
import { usePrinting } from './use-printing';

/** Whether a media query holds, followed as it changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Below 992 px the console is mobile. Source: specification 1, section 9; it changes only on crossing. */
export function useIsMobile(): boolean {
  const narrow = useMedia('(max-width: 991.98px)');
  // Paper is no telephone, whatever the window was.
  return !usePrinting() && narrow;
}
