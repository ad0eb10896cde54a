import { FilterOutlined } from '@ant-design/icons';
import type { DimensionGroup, VisitRow } from '@footfall/contract';
import { Button, Descriptions, Drawer, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../widgets/copy-button';
import { OutsideLink } from '../../widgets/outside-link';
import { useIsMobile } from '../../widgets/use-media';
import { factText, VISIT_FIELDS } from './columns';
import styles from './device-report.module.css';
import { FILTER_FIELDS, type FilterField, isFilterValue } from './filters';
import { useFact } from './use-fact';

const WIDTH = 560;
const GROUPS: readonly DimensionGroup[] = ['visit', 'place', 'source', 'device', 'system', 'screen', 'hardware'];

interface Props {
  readonly visit: VisitRow | undefined;
  readonly onClose: () => void;
  readonly onFilter: (field: FilterField, value: string) => void;
}

/** Everything known of one visit: to read by group, and as the record itself. */
export function VisitDrawer({ visit, onClose, onFilter }: Props): ReactNode {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const json = JSON.stringify(visit, null, 2);
  return (
    <Drawer open={visit !== undefined} title={t('report.details')} size={mobile ? '100%' : WIDTH} closable={{ 'aria-label': t('common.close') }} onClose={onClose}>
      {visit === undefined ? null : (
        <Tabs
          size="small"
          style={{ marginTop: -16 }}
          items={[
            { key: 'fields', label: t('report.fields'), children: <Facts visit={visit} onFilter={onFilter} /> },
            {
              key: 'json',
              label: t('report.json'),
              children: (
                <>
                  <CopyButton text={json} label={t('common.copy')} wordy />
                  <pre className={styles.json} style={{ marginTop: 8 }}>{json}</pre>
                </>
              ),
            },
          ]}
        />
      )}
    </Drawer>
  );
}

function Facts({ visit, onFilter }: { readonly visit: VisitRow; readonly onFilter: Props['onFilter'] }): ReactNode {
  const { t } = useTranslation();
  const fact = useFact();
  const mobile = useIsMobile();
  const known = new Set(VISIT_FIELDS.map(({ key }) => key));
  const further = Object.keys(visit).filter((key) => !known.has(key));
  const groups = [
    ...GROUPS.map((group) => ({ group, fields: VISIT_FIELDS.filter((field) => field.group === group).map(({ key, title }) => ({ key, title: t(title) })) })),
    // What a newer server knows and this console has no name for.
    { group: 'more' as const, fields: further.map((key) => ({ key, title: key })) },
  ];
  return groups
    .filter(({ fields }) => fields.length > 0)
    .map(({ group, fields }) => (
      <section key={group}>
        <h3 className={styles.group}>{t(`group.${group}`)}</h3>
        <Descriptions
          column={1}
          size="small"
          bordered
          styles={{ label: { width: mobile ? 112 : 150 } }}
          items={fields.map(({ key, title }) => ({
            key,
            label: title,
            children: <Value name={key} text={fact(key, visit)} raw={factText(visit[key])} onFilter={onFilter} />,
          }))}
        />
      </section>
    ));
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
