import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from './failure-text';
import styles from './panel.module.css';

interface Empty {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly minHeight?: number;
}

/** Nothing to show, which nothing, and what to do. */
export function EmptyState({ title, hint, minHeight }: Empty): ReactNode {
  return (
    <div className={styles.state} style={{ minHeight }}>
      <span className={styles.stateTitle}>{title}</span>
      {hint === undefined ? null : <span>{hint}</span>}
    </div>
  );
}

interface Failed {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly minHeight?: number;
}

/** A call that failed, in the place of its answer. */
export function FailedState({ error, onRetry, minHeight }: Failed): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.state} style={{ minHeight }} role="alert">
      <span className={styles.stateTitle}>{t('panel.failed')}</span>
      <span>{failureText(error, t)}</span>
      <Button size="small" onClick={onRetry}>{t('app.retry')}</Button>
    </div>
  );
}

/** A refresh that failed, above the older answer that stays. */
export function FailedAgain({ error, onRetry }: Failed): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.again} role="alert">
      <span>{failureText(error, t)}</span>
      <Button size="small" onClick={onRetry}>{t('app.retry')}</Button>
    </div>
  );
}

const WIDTHS = ['92%', '78%', '85%', '64%', '88%', '71%'];

/** Grey lines of the size of what is coming. */
export function Lines({ minHeight, rows }: { readonly minHeight: number; readonly rows: number }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.skeleton} style={{ minHeight }} role="status" aria-label={t('app.loading')}>
      {Array.from({ length: rows }, (_, row) => <div key={row} className={styles.line} style={{ width: WIDTHS[row % WIDTHS.length] }} />)}
    </div>
  );
}
