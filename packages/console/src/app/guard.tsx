import { type QueryClient, useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { meQuery, signOut as endSession } from '../api/auth';
import { useClient } from '../api/client-context';
import type { TokenStore } from '../api/token-store';
import { loginPath } from '../lib/redirect';
import { failureText } from '../widgets/failure-text';
import { SessionContext } from '../widgets/session';
import { Loading } from './page';

const SECONDS = 5;

interface Props {
  readonly tokens: TokenStore;
  readonly queries: QueryClient;
}

/**
 * Lets nobody past without a session. The token is read anew on every navigation, the user is asked once per page
 * load; when that fails the token is worth nothing. Source: specification 1, section 2.
 */
export function Guard({ tokens, queries }: Props): ReactNode {
  const { pathname, search } = useLocation();
  if (tokens.read() === undefined) return <Navigate to={loginPath(pathname, search)} replace />;
  return <SignedIn tokens={tokens} queries={queries} />;
}

function SignedIn({ tokens, queries }: Props): ReactNode {
  const client = useClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { message } = App.useApp();
  const { t } = useTranslation();
  const { data: user, error } = useQuery(meQuery(client));
  const login = loginPath(pathname, search);

  const leave = useCallback(() => {
    tokens.clear();
    queries.clear();
    void navigate(login, { replace: true });
  }, [tokens, queries, navigate, login]);

  useEffect(() => {
    if (!error) return;
    const content = failureText(error, t) || t('failure.hasError');
    void message.error({ key: content, content, duration: SECONDS });
    leave();
  }, [error, leave, message, t]);

  const session = useMemo(
    () =>
      user && {
        user,
        isAdmin: user.roles.includes('admin'),
        // The token goes at once; whether the server hears of it changes nothing here.
        signOut: () => {
          void endSession(client);
          leave();
        },
      },
    [user, client, leave],
  );
  if (!session) return <Loading />;
  return (
    <SessionContext value={session}>
      <Outlet />
    </SessionContext>
  );
}
