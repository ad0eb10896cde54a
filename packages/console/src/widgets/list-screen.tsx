import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, FailedState, Lines } from './panel-state';
import type { Scope } from './use-scope';

const HEIGHT = 420;

interface Props {
  readonly domain: string;
  readonly scope: Scope;
  readonly children: ReactNode;
}

/** A screen that can ask nothing before it is known by whose clock: until then it says what it waits for, or what is wrong. */
export function ListScreen({ domain, scope, children }: Props): ReactNode {
  const { t } = useTranslation();
  if (scope.unknown) return <EmptyState title={t('info.unknownSite', { domain })} hint={t('info.unknownSiteHint')} minHeight={HEIGHT} />;
  if (scope.error) return <FailedState error={scope.error} onRetry={scope.retry} minHeight={HEIGHT} />;
  if (scope.zone === undefined) return <Lines minHeight={HEIGHT} rows={10} />;
  return children;
}
