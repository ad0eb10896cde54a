import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cutMiddle } from '../lib/text';
import styles from './filter-chips.module.css';

const VALUE_LENGTH = 60;

/** One thing that narrows what is shown. */
export interface FilterChip {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly onRemove: () => void;
}

interface Props {
  readonly chips: readonly FilterChip[];
  /** Takes all off at once; offered where there are several. */
  readonly onClear: () => void;
}

/** Everything that narrows a screen, each to be taken off by itself. Without any there is no row. */
export function FilterChips({ chips, onClear }: Props): ReactNode {
  const { t } = useTranslation();
  if (chips.length === 0) return null;
  return (
    <div className={styles.chips}>
      {chips.map(({ key, name, value, onRemove }) => (
        <span key={key} className={styles.chip}>
          <span className={styles.text} title={value}>{t('report.equals', { name, value: cutMiddle(value, VALUE_LENGTH) })}</span>
          <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('report.removeFilter', { name })} onClick={onRemove} />
        </span>
      ))}
      {chips.length > 1 ? <Button type="link" size="small" onClick={onClear}>{t('report.clear')}</Button> : null}
    </div>
  );
}
