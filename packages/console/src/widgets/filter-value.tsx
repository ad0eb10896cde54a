import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LongText } from './long-text';
import styles from './filter-value.module.css';

interface Props {
  /** As it reads; '' draws nothing. */
  readonly text: string;
  readonly onFilter: () => void;
}

/** A value that narrows the list to itself. */
export function FilterValue({ text, onFilter }: Props): ReactNode {
  const { t } = useTranslation();
  if (text === '') return null;
  const label = t('report.filterBy', { value: text });
  return <button type="button" className={styles.value} title={label} aria-label={label} onClick={onFilter}><LongText text={text} /></button>;
}
