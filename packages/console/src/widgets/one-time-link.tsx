import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyableLine } from './copyable-line';
import styles from './one-time-link.module.css';

/** A link that sets a password once. It is nowhere else: what is not copied now has to be made anew. */
export function OneTimeLink({ link, until }: { readonly link: string; readonly until: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Alert type="warning" showIcon title={t('link.once')} description={t('link.until', { time: until })} />
      <div className={styles.line}><CopyableLine text={link} label={t('link.copy')} /></div>
    </>
  );
}
