import { CloseOutlined } from '@ant-design/icons';
import { AGGREGATES, type Aggregate, REPORT_COLUMNS, TIME_GROUPS } from '@footfall/contract';
import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BuilderBlock } from './builder-block';
import styles from './device-report.module.css';
import { type AggregateDraft, nextKey, wholeAggregate } from './draft';
import { callColumns, callText } from './report-columns';
import { isAlias, MOST } from './report-state';
import type { Names } from './use-names';

interface Props {
  readonly groups: readonly string[];
  readonly aggregates: readonly AggregateDraft[];
  /** Whether there is a range: without one there are no hours and days to group by. */
  readonly timed: boolean;
  readonly names: Names;
  readonly onGroups: (groups: readonly string[]) => void;
  readonly onAggregates: (aggregates: readonly AggregateDraft[]) => void;
}

/** What rows are grouped by, and what each group is counted by: function, column, name. */
export function GroupRows({ groups, aggregates, timed, names, onGroups, onAggregates }: Props): ReactNode {
  const { t } = useTranslation();
  const change = (key: number, part: Partial<AggregateDraft>) => onAggregates(aggregates.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const chooseFunction = (row: AggregateDraft, fn: Aggregate) => {
    const columns = callColumns(fn);
    change(row.key, { fn, column: row.column !== undefined && columns.includes(row.column) ? row.column : columns[0] });
  };
  const open = aggregates.filter((row) => wholeAggregate(row) === undefined).length;
  return (
    <BuilderBlock
      title={t('report.grouping')}
      add={t('report.addAggregate')}
      full={aggregates.length >= MOST.aggregates}
      open={open}
      onAdd={() => onAggregates([...aggregates, { key: nextKey(aggregates), fn: 'count', column: '*', alias: '' }])}
    >
      <Select
        className={styles.groups ?? ''}
        mode="multiple"
        aria-label={t('report.groupBy')}
        placeholder={t('report.groupBy')}
        value={[...groups]}
        maxCount={MOST.groups}
        options={names.options([...(timed ? TIME_GROUPS : []), ...REPORT_COLUMNS])}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={280}
        onChange={(chosen: string[]) => onGroups(chosen)}
      />
      {groups.length > 0 && aggregates.length === 0 ? <div className={styles.ignored}>{t('report.defaultAggregates')}</div> : null}
      {aggregates.map((row, at) => {
        const own = row.fn !== undefined && row.column !== undefined ? names.figure(wholeAggregate({ ...row, alias: '' })?.alias ?? '', callText({ fn: row.fn, column: row.column })) : t('report.alias');
        return (
          <div key={row.key} className={wholeAggregate(row) ? styles.row : `${styles.row} ${styles.partial}`} role="group" aria-label={t('report.aggregateNumber', { number: at + 1 })}>
            <Select className={styles.operator ?? ''} aria-label={t('report.function')} value={row.fn ?? null} options={AGGREGATES.map((value) => ({ value, label: names.aggregate(value) }))} popupMatchSelectWidth={false} onChange={(fn: Aggregate | null) => fn !== null && chooseFunction(row, fn)} />
            <Select className={styles.column ?? ''} aria-label={t('report.field')} value={row.column ?? null} options={names.options(row.fn === undefined ? [] : callColumns(row.fn))} showSearch={{ optionFilterProp: 'label' }} popupMatchSelectWidth={240} onChange={(column: string | null) => change(row.key, { column: column ?? undefined })} />
            <Input className={styles.input ?? ''} aria-label={t('report.alias')} placeholder={own} value={row.alias} maxLength={60} {...(row.alias.trim() === '' || isAlias(row.alias.trim()) ? {} : { status: 'error' as const, title: t('report.aliasHint') })} onChange={({ target }) => change(row.key, { alias: target.value })} />
            <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('report.removeRow')} title={t('report.removeRow')} onClick={() => onAggregates(aggregates.filter(({ key }) => key !== row.key))} />
          </div>
        );
      })}
    </BuilderBlock>
  );
}
