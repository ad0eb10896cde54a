import { INVITATION_PATH, SHARE_PATH } from '@footfall/contract';
import type { QueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { createBrowserRouter, Navigate, Outlet } from 'react-router';
import type { TokenStore } from '../api/token-store';
import { PATHS } from '../lib/links';
import { ScreensContext } from '../widgets/screens';
import { grantableScreens } from './grantable-screens';
import { Guard } from './guard';
import { loadLayout } from './prefetch';
import { Loading } from './loading';
import { Page } from './page';
import { ROUTES } from './routes';
import { RouterError } from './error-boundary';

const Invitation = lazy(() => import('../screens/invitation/invitation'));
const Login = lazy(() => import('../screens/login/login'));
const AuthRedirect = lazy(() => import('../screens/auth-redirect/auth-redirect'));
const NotFound = lazy(() => import('../screens/errors/not-found'));
const Forbidden = lazy(() => import('../screens/errors/forbidden'));

const SCREENS = grantableScreens(ROUTES);

/**
 * The console's addresses. Only the first four are open without a session.
 * @param words fetches what the screens within the frame say
 */
export function createConsoleRouter(tokens: TokenStore, queries: QueryClient, words: () => Promise<void>): ReturnType<typeof createBrowserRouter> {
  const Layout = lazy(async () => {
    const [layout] = await Promise.all([loadLayout(), words()]);
    return layout;
  });
  const SharePage = lazy(async () => {
    const [page] = await Promise.all([import('./share/share-page'), words()]);
    return page;
  });
  const begin = (token: string) => {
    queries.clear();
    tokens.write(token);
  };
  const login = <SignedOutOnly tokens={tokens}><Page title="route.login"><Login onToken={begin} /></Page></SignedOutOnly>;
  return createBrowserRouter([
    {
      element: <Outlet />,
      errorElement: <RouterError />,
      children: [
        { path: PATHS.login, element: login },
        // Also with a session: the link may be for somebody else at the same machine.
        { path: INVITATION_PATH, element: <Page title="route.invitation"><Invitation onToken={begin} /></Page> },
        // Whether or not somebody is signed in here: what a link shows is the same for everybody.
        { path: `${SHARE_PATH}/:token`, element: <Page title="route.shared"><SharePage /></Page> },
        { path: PATHS.authRedirect, element: <Page title="route.authRedirect"><AuthRedirect /></Page> },
        {
          element: <ScreensContext value={SCREENS}><Guard routes={ROUTES} tokens={tokens} queries={queries} /></ScreensContext>,
          children: [
            { path: PATHS.home, element: <Navigate to={PATHS.dashboard} replace /> },
            { path: PATHS.unknown, element: <Page title="route.404"><NotFound /></Page> },
            { path: PATHS.forbidden, element: <Page title="route.401"><Forbidden /></Page> },
            // All other addresses: the layout keeps the screens of several open at once, and knows which there are.
            { path: '*', element: <Suspense fallback={<Loading />}><Layout routes={ROUTES} /></Suspense> },
          ],
        },
      ],
    },
  ]);
}

/** With a token the sign-in page leads home. Read once per visit of the page: signing in navigates by itself. */
function SignedOutOnly({ tokens, children }: { readonly tokens: TokenStore; readonly children: ReactNode }): ReactNode {
  return tokens.read() === undefined ? children : <Navigate to={PATHS.home} replace />;
}
