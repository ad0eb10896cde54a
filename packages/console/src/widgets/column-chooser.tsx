import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './column-chooser.module.css';

interface Props {
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly shown: readonly string[];
  readonly onChoose: (keys: readonly string[] | undefined) => void;
}

/** A checklist of a table's columns, with all of them and the defaults at one touch. */
export function ColumnChooser({ columns, shown, onChoose }: Props): ReactNode {
  const { t } = useTranslation();
  const all = shown.length === columns.length;
  const toggle = (key: string, on: boolean) => onChoose(columns.map((column) => column.key).filter((known) => (known === key ? on : shown.includes(known))));
  const content = (
    <>
      <div className={styles.foot}>
        <Checkbox checked={all} indeterminate={!all && shown.length > 0} onChange={() => onChoose(all ? columns.slice(0, 1).map(({ key }) => key) : columns.map(({ key }) => key))}>
          {t('report.allColumns')}
        </Checkbox>
        <Button size="small" type="link" onClick={() => onChoose(undefined)}>{t('report.resetColumns')}</Button>
      </div>
      <div className={styles.list}>
        {columns.map(({ key, title }) => (
          <Checkbox key={key} checked={shown.includes(key)} disabled={shown.length === 1 && shown.includes(key)} onChange={({ target }) => toggle(key, target.checked)}>{title}</Checkbox>
        ))}
      </div>
    </>
  );
  return (
    <Popover content={content} trigger="click" placement="bottomRight">
      <Button icon={<SettingOutlined />}>{t('report.columns')}</Button>
    </Popover>
  );
}
