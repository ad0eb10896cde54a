import { FilterOutlined, StopOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OutsideLink } from '../outside-link';
import styles from './fact-value.module.css';

interface Props {
  /** As it is read, and as it is kept. */
  readonly text: string;
  readonly raw: string;
  /** Shows only rows with the value; absent where nothing can be filtered by it. */
  readonly onPick?: (() => void) | undefined;
  /** Shows all rows but those. */
  readonly onExclude?: (() => void) | undefined;
}

/** One fact of a record, with what its list can be narrowed to by it. */
export function FactValue({ text, raw, onPick, onExclude }: Props): ReactNode {
  const { t } = useTranslation();
  const value = text === '' ? t('report.absent') : text;
  const [pick, exclude] = [t('report.filterBy', { value }), t('report.exclude', { value })];
  return (
    <span className={styles.value}>
      <span>{text === '' ? t('common.none') : text}<OutsideLink address={raw} /></span>
      <span className={styles.acts}>
        {onPick ? <Button type="text" size="small" icon={<FilterOutlined />} aria-label={pick} title={pick} onClick={onPick} /> : null}
        {onExclude ? <Button type="text" size="small" icon={<StopOutlined />} aria-label={exclude} title={exclude} onClick={onExclude} /> : null}
      </span>
    </span>
  );
}
