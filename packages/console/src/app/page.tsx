import { type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { TextKey } from '../i18n/texts/en';
import { ErrorBoundary } from './error-boundary';
import { Loading } from './loading';

interface Props {
  readonly title: TextKey;
  readonly children: ReactNode;
}

/** One screen: its title, what shows while it is fetched, and what shows when it fails. */
export function Page({ title, children }: Props): ReactNode {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const documentTitle = `${t(title)} - ${t('app.name')}`;
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
