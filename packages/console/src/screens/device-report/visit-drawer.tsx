import { FilterOutlined } from '@ant-design/icons';
import type { DimensionGroup, VisitRow } from '@footfall/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OutsideLink } from '../../widgets/outside-link';
import { RecordDrawer } from '../../widgets/record-drawer';
import { factText, VISIT_FIELDS } from './columns';
import styles from './device-report.module.css';
import { FILTER_FIELDS, type FilterField, isFilterValue } from './filters';
import { useFact } from './use-fact';

const GROUPS: readonly DimensionGroup[] = ['visit', 'place', 'source', 'device', 'system', 'screen', 'hardware'];

interface Props {
  /** The page of the list that the visit stands in. */
  readonly visits: readonly VisitRow[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  readonly onFilter: (field: FilterField, value: string) => void;
}

/** Everything known of one visit, and the way on to its neighbours in the list. */
export function VisitDrawer({ visits, openId, onOpen, onClose, onFilter }: Props): ReactNode {
  const { t } = useTranslation();
  const fact = useFact();
  const at = visits.findIndex(({ id }) => id === openId);
  const visit = visits[at];
  const known = new Set(VISIT_FIELDS.map(({ key }) => key));
  const step = (by: -1 | 1) => {
    const next = visits[at + by];
    if (next) onOpen(next.id);
  };
  const groupsOf = (row: VisitRow) => [
    ...GROUPS.map((group) => ({ group, fields: VISIT_FIELDS.filter((field) => field.group === group).map(({ key, title }) => ({ key, title: t(title) })) })),
    // What a newer server knows and this console has no name for.
    { group: 'more' as const, fields: Object.keys(row).filter((key) => !known.has(key)).map((key) => ({ key, title: key })) },
  ].filter(({ fields }) => fields.length > 0).map(({ group, fields }) => ({
    key: group,
    title: t(`group.${group}`),
    facts: fields.map(({ key, title }) => ({ key, title, value: <Value name={key} text={fact(key, row)} raw={factText(row[key])} onFilter={onFilter} /> })),
  }));
  return (
    <RecordDrawer
      title={t('report.details')}
      groups={visit && groupsOf(visit)}
      record={visit}
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
  readonly onFilter: Props['onFilter'];
}

function Value({ name, text, raw, onFilter }: ValueProps): ReactNode {
  const { t } = useTranslation();
  const field = FILTER_FIELDS.find((candidate) => candidate === name);
  const label = t('report.filterBy', { value: text });
  return (
    <span className={styles.value}>
      <span>{text === '' ? t('common.none') : text}<OutsideLink address={raw} /></span>
      {field && isFilterValue(field, raw) ? <Button type="text" size="small" icon={<FilterOutlined />} aria-label={label} title={label} onClick={() => onFilter(field, raw)} /> : null}
    </span>
  );
}
