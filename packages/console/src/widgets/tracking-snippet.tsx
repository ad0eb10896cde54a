import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button';
import styles from './tracking-snippet.module.css';

/** The line for a site's pages: the same for every site, because the page's own host decides which site it counts for. */
export function TrackingSnippet(): ReactNode {
  const { t } = useTranslation();
  const line = `<script defer src="${window.location.origin}/t.js"></script>`;
  return (
    <div className={styles.box}>
      <code className={styles.code}>{line}</code>
      <CopyButton text={line} label={t('site.copySnippet')} wordy />
    </div>
  );
}
