import { FilterOutlined } from '@ant-design/icons';
import type { ReportRow } from '@footfall/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OutsideLink } from '../../widgets/outside-link';
import { RecordDrawer } from '../../widgets/record-drawer';
import { factText, VISIT_FIELDS } from './columns';
import styles from './device-report.module.css';
import { GROUPS, kindOf } from './report-columns';
import { useFact } from './use-fact';

/** What can not be narrowed to: each visit has its own. */
const UNPICKED = new Set(['id', 'created_at']);

interface Props {
  /** The page of the list that the visit stands in. */
  readonly visits: readonly ReportRow[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  /** Shows only visits with a value. */
  readonly onPick: (column: string, value: string) => void;
}

/** Everything known of one visit, and the way on to its neighbours in the list. */
export function VisitDrawer({ visits, openId, onOpen, onClose, onPick }: Props): ReactNode {
  const { t } = useTranslation();
  const fact = useFact();
  const at = visits.findIndex((visit) => visit['id'] === openId);
  const open = visits[at];
  const known = new Set(VISIT_FIELDS.map(({ key }) => key));
  const step = (by: -1 | 1) => {
    const next = visits[at + by];
    if (next) onOpen(String(next['id']));
  };
  const groupsOf = (row: ReportRow) => [
    ...GROUPS.map((group) => ({ group, fields: VISIT_FIELDS.filter((field) => field.group === group).map(({ key, title }) => ({ key, title: t(title) })) })),
    // What a newer server knows and this console has no name for.
    { group: 'more' as const, fields: Object.keys(row).filter((key) => !known.has(key)).map((key) => ({ key, title: key })) },
  ].filter(({ fields }) => fields.length > 0).map(({ group, fields }) => ({
    key: group,
    title: t(`group.${group}`),
    facts: fields.map(({ key, title }) => ({ key, title, value: <Value name={key} text={fact(key, row)} raw={factText(row[key])} onPick={onPick} /> })),
  }));
  return (
    <RecordDrawer
      title={t('report.details')}
      groups={open && groupsOf(open)}
      record={open}
      first={at === 0}
      last={at === visits.length - 1}
      onStep={step}
      onClose={onClose}
    />
  );
}

interface ValueProps {
  readonly name: string;
  readonly text: string;
  readonly raw: string;
  readonly onPick: Props['onPick'];
}

function Value({ name, text, raw, onPick }: ValueProps): ReactNode {
  const { t } = useTranslation();
  const picks = kindOf(name) !== undefined && raw !== '' && !UNPICKED.has(name);
  const label = t('report.filterBy', { value: text });
  return (
    <span className={styles.value}>
      <span>{text === '' ? t('common.none') : text}<OutsideLink address={raw} /></span>
      {picks ? <Button type="text" size="small" icon={<FilterOutlined />} aria-label={label} title={label} onClick={() => onPick(name, raw)} /> : null}
    </span>
  );
}
