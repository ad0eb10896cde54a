import { CloseOutlined } from '@ant-design/icons';
import type { SortDirection } from '@footfall/contract';
import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SortableList } from '../../widgets/sortable-list';
import { BuilderBlock } from './builder-block';
import styles from './device-report.module.css';
import { nextKey, type SortDraft } from './draft';
import { DEFAULT_AGGREGATES } from './report-columns';
import { isGrouped, MOST, sortable, type Wishes } from './report-state';
import type { Names } from './use-names';

interface Props {
  readonly sorts: readonly SortDraft[];
  /** What the rows will be, which decides what they can be sorted by. */
  readonly wishes: Wishes;
  readonly names: Names;
  readonly onChange: (sorts: readonly SortDraft[]) => void;
}

/** Sort rules: column and direction, the most important first. */
export function SortRows({ sorts, wishes, names, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const change = (key: number, part: Partial<SortDraft>) => onChange(sorts.map((sort) => (sort.key === key ? { ...sort, ...part } : sort)));
  const columns = sortable(wishes);
  const called = (key: string): string => names.figure(key, wishes.aggregates.find(({ alias }) => alias === key)?.call ?? DEFAULT_AGGREGATES[key]);
  const ofGroups = { label: t('report.grouping'), title: t('report.grouping'), options: columns.map((value) => ({ value, label: wishes.groups.includes(value) ? names.column(value) : called(value) })) };
  const options = isGrouped(wishes) ? [ofGroups] : names.options(columns);
  const isWhole = ({ column, direction }: SortDraft): boolean => column !== undefined && direction !== undefined && columns.includes(column);
  const byKey = new Map(sorts.map((sort) => [String(sort.key), sort]));
  return (
    <BuilderBlock title={t('report.sorts')} add={t('report.addSort')} full={sorts.length >= MOST.sorts} open={sorts.filter((sort) => !isWhole(sort)).length} onAdd={() => onChange([...sorts, { key: nextKey(sorts), direction: 'desc' }])}>
      <SortableList
        items={sorts.map((sort, at) => ({
          key: String(sort.key),
          name: t('report.sortNumber', { number: at + 1 }),
          content: (
            <div className={isWhole(sort) ? styles.row : `${styles.row} ${styles.partial}`} role="group" aria-label={t('report.sortNumber', { number: at + 1 })}>
              <Select className={styles.input ?? ''} aria-label={t('report.field')} placeholder={t('report.field')} value={sort.column !== undefined && columns.includes(sort.column) ? sort.column : null} options={options} showSearch={{ optionFilterProp: 'label' }} popupMatchSelectWidth={240} onChange={(column: string | null) => change(sort.key, { column: column ?? undefined })} />
              <Select className={styles.direction ?? ''} aria-label={t('report.direction')} placeholder={t('report.direction')} value={sort.direction ?? null} options={[{ value: 'desc' as const, label: t('report.desc') }, { value: 'asc' as const, label: t('report.asc') }]} popupMatchSelectWidth={false} onChange={(direction: SortDirection | null) => change(sort.key, { direction: direction ?? undefined })} />
              <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('report.removeRow')} title={t('report.removeRow')} onClick={() => onChange(sorts.filter(({ key }) => key !== sort.key))} />
            </div>
          ),
        }))}
        onOrder={(keys) => onChange(keys.flatMap((key) => byKey.get(key) ?? []))}
      />
    </BuilderBlock>
  );
}
