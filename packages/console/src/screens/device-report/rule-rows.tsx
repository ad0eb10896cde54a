import { CloseOutlined } from '@ant-design/icons';
import { REPORT_COLUMNS } from '@footfall/contract';
import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryTime } from '../../lib/range';
import { BuilderBlock } from './builder-block';
import styles from './device-report.module.css';
import { isValueless, nextKey, type RuleDraft, type RuleOperator, ruleOperatorsOf, wholeRule } from './draft';
import { MOST } from './report-state';
import { RuleValue } from './rule-value';
import type { Names } from './use-names';

interface Props {
  readonly rules: readonly RuleDraft[];
  readonly names: Names;
  readonly domain: string;
  readonly queryTime: QueryTime | undefined;
  readonly onChange: (rules: readonly RuleDraft[]) => void;
}

/** Filter rules: column, operator, value. A row that is not whole is marked and not sent. */
export function RuleRows({ rules, names, domain, queryTime, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const change = (key: number, part: Partial<RuleDraft>) => onChange(rules.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)));
  /** Another column has other operators, and other values. */
  const choose = (rule: RuleDraft, column: string) => {
    const operators = ruleOperatorsOf(column);
    const operator = rule.operator !== undefined && operators.includes(rule.operator) ? rule.operator : operators[0];
    change(rule.key, { column, operator, value: '' });
  };
  const operatorName = (operator: RuleOperator) => (operator === 'like' ? t('report.like') : operator === 'absent' || operator === 'present' ? t(operator === 'absent' ? 'report.absent' : 'report.present') : operator);
  const open = rules.filter((rule) => wholeRule(rule) === undefined).length;
  return (
    <BuilderBlock title={t('report.rules')} add={t('report.addRule')} full={rules.length >= MOST.rules} open={open} onAdd={() => onChange([...rules, { key: nextKey(rules), value: '' }])}>
      {rules.map((rule, at) => (
        <div key={rule.key} className={wholeRule(rule) ? styles.row : `${styles.row} ${styles.partial}`} role="group" aria-label={t('report.ruleNumber', { number: at + 1 })}>
          <Select className={styles.column ?? ''} aria-label={t('report.field')} placeholder={t('report.field')} value={rule.column ?? null} options={names.options(REPORT_COLUMNS)} showSearch={{ optionFilterProp: 'label' }} popupMatchSelectWidth={240} onChange={(column: string | null) => column !== null && choose(rule, column)} />
          <Select className={styles.operator ?? ''} aria-label={t('report.operator')} placeholder={t('report.operator')} value={rule.operator ?? null} options={ruleOperatorsOf(rule.column ?? 'url').map((value) => ({ value, label: operatorName(value) }))} popupMatchSelectWidth={false} onChange={(operator: RuleOperator | null) => change(rule.key, { operator: operator ?? undefined })} />
          {isValueless(rule.operator) ? <span className={styles.input} /> : <RuleValue rule={rule} domain={domain} queryTime={queryTime} onChange={(value) => change(rule.key, { value })} />}
          <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('report.removeRow')} title={t('report.removeRow')} onClick={() => onChange(rules.filter(({ key }) => key !== rule.key))} />
        </div>
      ))}
    </BuilderBlock>
  );
}
