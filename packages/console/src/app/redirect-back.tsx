import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { PATHS } from '../lib/links';
import { ownPath } from '../lib/redirect';

/** What stands before the path to draw anew. */
export const REDIRECT = '/redirect/';

/**
 * /redirect/<path>: comes straight back to the path with the same query, and leaves no step in the history.
 * @param onReturn draws the path's screen anew, which asks all its questions anew
 */
export function RedirectBack({ onReturn }: { readonly onReturn: (path: string) => void }): ReactNode {
  const { pathname, search, hash } = useLocation();
  const target = pathname.slice(REDIRECT.length - 1);
  useEffect(() => onReturn(target), [onReturn, target]);
  return <Navigate to={ownPath(target + search + hash) ?? PATHS.home} replace />;
}
