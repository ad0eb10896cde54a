import NProgress from 'nprogress';
import { type ReactNode, Suspense, use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import type { TextKey } from '../i18n/texts/en';
import { PATHS } from '../lib/links';
import { SessionContext } from '../widgets/session';
import { ErrorBoundary } from './error-boundary';
import { type ConsoleRoute, mayOpen } from './routes';

/** Milliseconds before a slow screen shows the progress bar: a fast one shows none. */
const PATIENCE = 150;

interface Props {
  readonly title: TextKey;
  /** What is asked of whoever opens it; absent: nothing. */
  readonly rule?: Pick<ConsoleRoute, 'name' | 'roles' | 'grantable'>;
  readonly children: ReactNode;
}

/** One screen: its title, who may see it, what shows while it is fetched, and what shows when it fails. */
export function Page({ title, rule, children }: Props): ReactNode {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const session = use(SessionContext);
  const documentTitle = `${t(title)} - ${t('app.name')}`;
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  if (rule && !mayOpen(rule, session?.user ?? { roles: [] })) return <Navigate to={PATHS.forbidden} replace />;
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The bar at the top, while a screen's code or the session is on its way. */
export function Loading(): ReactNode {
  useEffect(() => {
    NProgress.configure({ showSpinner: false });
    const timer = setTimeout(() => NProgress.start(), PATIENCE);
    return () => {
      clearTimeout(timer);
      NProgress.done();
    };
  }, []);
  return null;
}
