import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './freshness.module.css';
import { useAge } from './use-live';

const MINUTE = 60;

/** How old the figures on the screen are, and the button that asks anew. */
export function Freshness({ onRefresh }: { readonly onRefresh: () => void }): ReactNode {
  const { t } = useTranslation();
  const age = useAge();
  const text = age === undefined ? '' : age < 2 * MINUTE ? t('range.updated', { seconds: age }) : t('range.updatedMinutes', { minutes: Math.floor(age / MINUTE) });
  return (
    <span>
      <span className={styles.age}>{text}</span>
      <Button type="text" size="small" icon={<ReloadOutlined />} aria-label={t('common.refresh')} title={t('common.refresh')} onClick={onRefresh} />
    </span>
  );
}
