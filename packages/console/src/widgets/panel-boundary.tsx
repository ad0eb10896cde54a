import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isMissingPart } from '../lib/reloads';
import { FailureBoundary, type FallbackProps } from './failure-boundary';
import { Lines } from './panel-state';
import { useReach, useRecovery } from './recovery';
import { useMissingPart } from './use-missing-part';
import styles from './panel.module.css';

interface Props {
  readonly minHeight: number;
  readonly children: ReactNode;
}

/** Keeps a part of a screen that can not be drawn from taking the screen along. */
export function PanelBoundary({ minHeight, children }: Props): ReactNode {
  return <FailureBoundary fallback={Fallback} minHeight={minHeight}>{children}</FailureBoundary>;
}

function Fallback({ error, minHeight, onRetry }: FallbackProps): ReactNode {
  const { t } = useTranslation();
  if (isMissingPart(error)) return <Missing minHeight={minHeight} />;
  return (
    <div className={styles.state} style={{ minHeight }} role="alert">
      <span className={styles.stateTitle}>{t('app.partCrashed')}</span>
      <span>{t('app.partCrashedHint')}</span>
      <Button size="small" onClick={onRetry}>{t('app.retry')}</Button>
    </div>
  );
}

function Missing({ minHeight }: { readonly minHeight: number }): ReactNode {
  const { t } = useTranslation();
  const { reload } = useRecovery();
  const reach = useReach();
  const part = useMissingPart();
  if (part === 'mending') return <Lines minHeight={minHeight} rows={4} />;
  return (
    <div className={styles.state} style={{ minHeight }} role="alert">
      <span className={styles.stateTitle}>{t(part === 'stuck' ? 'app.outdated' : reach === 'offline' ? 'unreachable.offline' : 'unreachable.title')}</span>
      {part === 'stuck' ? <Button size="small" onClick={reload}>{t('app.reload')}</Button> : null}
    </div>
  );
}
