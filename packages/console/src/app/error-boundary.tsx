import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { isMissingPart } from '../lib/reloads';
import { FailureBoundary } from '../widgets/failure-boundary';
import { NoticePage } from '../widgets/notice-page';
import { PlainButton } from '../widgets/plain-button';
import { useRecovery } from '../widgets/recovery';
import { useMissingPart } from '../widgets/use-missing-part';
import { Loading } from './loading';
import { Unreachable } from './unreachable';

/** Keeps a failing screen from taking the shell with it. */
export function ErrorBoundary({ children }: { readonly children: ReactNode }): ReactNode {
  return <FailureBoundary fallback={Crashed}>{children}</FailureBoundary>;
}

/** What is left when the shell itself fails. */
export function RouterError(): ReactNode {
  return <main><Crashed error={useRouteError()} /></main>;
}

function Crashed({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }): ReactNode {
  const { t } = useTranslation();
  const { reload } = useRecovery();
  if (isMissingPart(error)) return <MissingPart />;
  return (
    <div role="alert">
      <NoticePage code="500" title={t('app.crashed')} lines={[t('app.crashedHint')]}>
        {onRetry ? <PlainButton primary onClick={onRetry}>{t('app.retry')}</PlainButton> : null}
        <PlainButton onClick={reload}>{t('app.reload')}</PlainButton>
      </NoticePage>
    </div>
  );
}

/** A part of the console could not be fetched: waits for the server, reloads once, and then leaves it to the reader. */
function MissingPart(): ReactNode {
  const { t } = useTranslation();
  const { connection, reload } = useRecovery();
  const part = useMissingPart();
  if (part === 'away') return <Unreachable onRetry={connection.check} />;
  if (part === 'mending') return <Loading />;
  return (
    <div role="alert">
      <NoticePage title={t('app.outdated')} lines={[t('app.outdatedHint')]}>
        <PlainButton primary onClick={reload}>{t('app.reload')}</PlainButton>
      </NoticePage>
    </div>
  );
}
