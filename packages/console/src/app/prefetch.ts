import { matchPath } from 'react-router';
import type { ConsoleRoute } from './routes';

/** Fetches the frame around the screens of those who are signed in. */
export const loadLayout = () => import('./layout/layout');

/**
 * Begins to fetch what a page with a session will draw: the frame, its words, and the screen of the address, which
 * otherwise would each be asked for when the one before is there. What fails is asked for again, and told, when it is drawn.
 */
export function prefetch(routes: readonly Pick<ConsoleRoute, 'path' | 'load'>[], pathname: string, words: () => Promise<void>): void {
  const screen = routes.find(({ path }) => matchPath(path, pathname === '/' ? '/dashboard' : pathname) !== null);
  void Promise.allSettled([loadLayout(), words(), screen?.load()]);
}
