import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './column-chooser.module.css';
import { SortableList } from './sortable-list';
import type { Columns } from './use-columns';
import { useEscape } from './use-escape';

interface Props {
  /** What each column is called. */
  readonly titles: Readonly<Record<string, string>>;
  readonly columns: Columns;
}

/** A checklist of a table's columns, to be dragged into order, with all of them and the defaults at one touch. */
export function ColumnChooser({ titles, columns }: Props): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const leave = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  useEscape(open, leave);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={<div role="group" aria-label={t('columns.button')}><Choice titles={titles} columns={columns} /></div>}
    >
      <Button ref={button} className="ff-no-print" icon={<SettingOutlined />} aria-expanded={open}>{t('columns.button')}</Button>
    </Popover>
  );
}

function Choice({ titles, columns: { all, shown, arrange, reset } }: Props): ReactNode {
  const { t } = useTranslation();
  const everything = shown.length === all.length;
  // A table without columns shows nothing to choose them by: the first one stays.
  const toggleAll = () => arrange(all.map(({ key }, at) => ({ key, hidden: everything && at > 0 })));
  const toggle = (chosen: string, on: boolean) => arrange(all.map((column) => (column.key === chosen ? { key: chosen, hidden: !on } : column)));
  const byKey = new Map(all.map((column) => [column.key, column]));
  return (
    <>
      <div className={styles.foot}>
        <Checkbox checked={everything} indeterminate={!everything && shown.length > 0} onChange={toggleAll}>{t('columns.all')}</Checkbox>
        <span className={styles.count}>{t('columns.shown', { shown: shown.length, all: all.length })}</span>
        <Button size="small" type="link" onClick={reset}>{t('columns.reset')}</Button>
      </div>
      <div className={styles.list}>
        <SortableList
          items={all.map(({ key, hidden }) => ({
            key,
            name: titles[key] ?? key,
            content: <Checkbox checked={!hidden} disabled={!hidden && shown.length === 1} onChange={({ target }) => toggle(key, target.checked)}>{titles[key] ?? key}</Checkbox>,
          }))}
          onOrder={(keys) => arrange(keys.flatMap((key) => byKey.get(key) ?? []))}
        />
      </div>
    </>
  );
}
