import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { gotNoAnswer } from '../api/api-error';
import { meQuery, signOut as endSession } from '../api/auth';
import { useClient } from '../api/client-context';
import type { TokenStore } from '../api/token-store';
import { PATHS } from '../lib/links';
import { loginPath } from '../lib/redirect';
import { failureText } from '../widgets/failure-text';
import { SessionContext } from '../widgets/session';
import { TOLD_FOR } from '../widgets/told-for';
import { forgetTabs } from './layout/tabs/tab-memory';
import { Loading } from './loading';
import { usePreferenceSync } from './preference-sync';
import { useRecovery } from '../widgets/recovery';
import { type ConsoleRoute, mayOpen, routeAt } from './routes';
import { Unreachable } from './unreachable';
import { useFreshGrants } from './use-fresh-grants';
import { useToken } from './use-token';
import { useViewAs } from './use-view-as';
import { ViewBanner } from './view-banner';
import { useNotices } from '../widgets/notices';

interface Props {
  readonly routes: readonly ConsoleRoute[];
  readonly tokens: TokenStore;
  readonly queries: QueryClient;
}

/**
 * Lets nobody past without a session, and nobody to a screen that is not theirs. The token is read anew on every
 * navigation, the user is asked before the first screen; when the server refuses that, the token is worth nothing.
 * Source: specification 1, sections 2 and 6.
 */
export function Guard(props: Props): ReactNode {
  const { pathname, search, hash } = useLocation();
  const token = useToken(props.tokens);
  if (token === undefined) return <Navigate to={loginPath(pathname + search + hash)} replace />;
  return <SignedIn {...props} token={token} />;
}

function SignedIn({ routes, tokens, queries, token }: Props & { readonly token: string }): ReactNode {
  const client = useClient();
  const navigate = useNavigate();
  const { connection } = useRecovery();
  const { pathname, search, hash } = useLocation();
  const { message } = useNotices();
  const { t } = useTranslation();
  const { data: user, error, refetch } = useQuery(meQuery(client));
  const login = loginPath(pathname + search + hash);
  // Whoever is known stays signed in: that a session ends is told by the shell.
  const failure = user === undefined ? error : null;
  const unanswered = failure !== null && gotNoAnswer(failure);
  // Lasts while it is asked again, else the page would flicker.
  const [away, setAway] = useState(false);
  if (unanswered && !away) setAway(true);
  usePreferenceSync(user);
  useFreshGrants(user);
  const { changing, view } = useViewAs();

  const leave = useCallback(() => {
    tokens.clear();
    queries.clear();
    void navigate(login, { replace: true });
  }, [tokens, queries, navigate, login]);

  useEffect(() => {
    if (!failure) return;
    // Nobody refused the session: a server that restarts signs nobody out.
    if (unanswered) {
      void connection.check();
      return;
    }
    const content = failureText(failure, t) || t('failure.hasError');
    void message.error({ key: content, content, duration: TOLD_FOR });
    leave();
  }, [failure, unanswered, connection, leave, message, t]);

  useOtherUser(token, user?.id, () => void queries.invalidateQueries({ queryKey: meQuery(client).queryKey }));

  const session = useMemo(
    () =>
      user && {
        user,
        isAdmin: user.roles.includes('admin'),
        // The token goes at once; whether the server hears of it changes nothing here.
        signOut: () => {
          void endSession(client);
          forgetTabs(window.sessionStorage);
          leave();
        },
        viewAs: view,
      },
    [user, client, leave, view],
  );
  if (session && changing) return <Loading />;
  if (!session) return away ? <main><Unreachable onRetry={refetch} /></main> : <Loading />;

  const route = routeAt(routes, pathname);
  if (route && !mayOpen(route, session.user)) return <Navigate to={PATHS.forbidden} replace />;
  // "/Dashboard" and "/dashboard/" are the same screen: everything else knows it by one path only.
  if (route && route.path !== pathname) return <Navigate to={route.path + search + hash} replace />;
  return (
    <SessionContext value={session}>
      <Outlet />
      <ViewBanner />
    </SessionContext>
  );
}

/**
 * Another tab may have signed somebody else in: a token that this page has not seen is asked whose it is, and what
 * was shown to another user goes.
 */
function useOtherUser(token: string, userId: number | undefined, onOtherToken: () => void): void {
  const { reload } = useRecovery();
  const seen = useRef({ token, userId });
  useEffect(() => {
    const before = seen.current;
    seen.current = { token, userId: userId ?? before.userId };
    if (before.token !== token) onOtherToken();
    if (before.userId !== undefined && userId !== undefined && before.userId !== userId) reload();
  }, [token, userId, onOtherToken, reload]);
}
