import type { UserSession } from '@footfall/contract';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ApiError } from '../api/api-error';
import { meQuery } from '../api/auth';
import { useClient } from '../api/client-context';

/**
 * Keeps what is known of the user's grants in step with the server, so that menu, search and tabs follow a change of
 * roles without a page load: the user is asked anew on a navigation after a while and when a call is refused, and what
 * was shown under other grants goes. Source: specification 1, section 6.
 */
export function useFreshGrants(user: UserSession | undefined): void {
  const client = useClient();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const { queryKey: key } = meQuery(client);
  const [me] = key;

  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    void queries.refetchQueries({ queryKey: [me], stale: true }, { cancelRefetch: false });
  }, [queries, me, pathname]);

  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { error } = event.action;
        if (error instanceof ApiError && error.errorName === 'access.forbidden') void queries.refetchQueries({ queryKey: [me] }, { cancelRefetch: false });
      }),
    [queries, me],
  );

  const grants = user && JSON.stringify([user.roles, user.routes, user.all_sites]);
  const known = useRef(grants);
  useEffect(() => {
    const before = known.current;
    known.current = grants;
    if (before === undefined || grants === undefined || before === grants) return;
    const isOther = (query: Query): boolean => query.queryKey[0] !== me;
    queries.removeQueries({ predicate: isOther, type: 'inactive' });
    void queries.invalidateQueries({ predicate: isOther });
  }, [queries, me, grants]);
}
