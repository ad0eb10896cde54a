import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteStatus } from '../lib/site-status';
import styles from './status-badge.module.css';

const TEXTS = { paused: 'sites.paused', silent: 'sites.silent', noData: 'sites.noData', receiving: 'sites.receiving' } as const;

/** A site's state: a dot and a word. */
export function StatusBadge({ status, title }: { readonly status: SiteStatus; readonly title: string }): ReactNode {
  const { t } = useTranslation();
  return <span className={`${styles.badge} ${styles[status]}`} title={title}>{t(TEXTS[status])}</span>;
}
