import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './device-report.module.css';

interface Props {
  readonly title: string;
  /** What the button that adds a row says. */
  readonly add: string;
  /** No more rows are taken. */
  readonly full: boolean;
  /** Rows that are not whole yet. */
  readonly open: number;
  readonly onAdd: () => void;
  readonly children: ReactNode;
}

/** One part of the report builder: its rows, and the way to one more. */
export function BuilderBlock({ title, add, full, open, onAdd, children }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.block} role="group" aria-label={title}>
      <div className={styles.blockHead}>
        <h3 className={styles.blockTitle}>{title}</h3>
        <Button size="small" type="link" icon={<PlusOutlined />} disabled={full} onClick={onAdd}>{add}</Button>
      </div>
      {children}
      {open === 0 ? null : <div className={styles.ignored} role="status">{t('report.ignored', { rows: open })}</div>}
    </div>
  );
}
