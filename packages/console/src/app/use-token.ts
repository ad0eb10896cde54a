import { useCallback, useSyncExternalStore } from 'react';
import type { TokenStore } from '../api/token-store';

/**
 * The session's token, read anew on every navigation and whenever the page comes to the front: another tab may have
 * signed out meanwhile, or somebody else in.
 */
export function useToken(tokens: TokenStore): string | undefined {
  const subscribe = useCallback((look: () => void) => {
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return useSyncExternalStore(subscribe, () => tokens.read());
}
