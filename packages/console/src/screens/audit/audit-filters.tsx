import { AUDIT_ACTIONS, type AuditAction } from '@footfall/contract';
import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { parseRange, type QueryTime, RANGE_TOKENS } from '../../lib/range';
import { SearchBox } from '../../widgets/search-box';
import { TimeSpan } from '../../widgets/time-span';
import styles from './audit.module.css';
import { AUDIT_SUBJECTS, isFiltered, type ListState } from './list-state';

const ALL_TIME = 'all';

interface Props {
  readonly state: ListState;
  readonly queryTime: QueryTime | undefined;
  readonly zone: string;
  readonly now: number;
  readonly onChange: (part: Partial<ListState>) => void;
  readonly onReset: () => void;
}

/** By whom, what, to what, from where, and when. */
export function AuditFilters({ state, queryTime, zone, now, onChange, onReset }: Props): ReactNode {
  const { t } = useTranslation();
  const token = state.range === undefined ? ALL_TIME : 'token' in state.range ? state.range.token : null;
  const actions = AUDIT_SUBJECTS.map((subject) => ({
    label: t(`auditSubject.${subject}`),
    title: subject,
    options: AUDIT_ACTIONS.filter((action) => action.startsWith(`${subject}.`)).map((action) => ({ value: action, label: t(`auditAction.${action}`) })),
  })).filter(({ options }) => options.length > 0);
  return (
    <search className={styles.filters}>
      <Select
        aria-label={t('range.label')}
        className={styles.range ?? ''}
        popupMatchSelectWidth={false}
        value={token}
        placeholder={t('range.custom')}
        options={[{ value: ALL_TIME, label: t('range.all') }, ...RANGE_TOKENS.map((value) => ({ value, label: t(`range.${value}`) }))]}
        onChange={(value) => onChange({ range: value === ALL_TIME || value === null ? undefined : parseRange(value) })}
      />
      <TimeSpan value={queryTime} now={now} zone={zone} onChange={(range) => onChange({ range })} />
      <Select<AuditAction[]>
        mode="multiple"
        aria-label={t('audit.action')}
        placeholder={t('audit.action')}
        className={styles.actions ?? ''}
        maxTagCount="responsive"
        popupMatchSelectWidth={false}
        value={[...state.actions]}
        options={actions}
        optionFilterProp="label"
        allowClear
        onChange={(chosen) => onChange({ actions: chosen })}
      />
      <SearchBox value={state.user} label={t('audit.user')} width={140} onSearch={(user) => onChange({ user })} />
      <SearchBox value={state.target} label={t('audit.target')} width={130} onSearch={(target) => onChange({ target })} />
      <SearchBox value={state.address} label={t('audit.address')} width={140} onSearch={(address) => onChange({ address })} />
      <Button disabled={!isFiltered(state)} onClick={onReset}>{t('common.reset')}</Button>
    </search>
  );
}
