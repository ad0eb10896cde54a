import type { SpiderRun } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { spiderRunsQuery, spidersChanged, undoSpiderRun } from '../../api/spiders';
import { formatCount } from '../../lib/numbers';
import { useLanguage } from '../../widgets/language';
import { Panel } from '../../widgets/panel';
import styles from './spiders.module.css';

const HEIGHT = 80;
const PLACES = ['people', 'spiders', 'unknown', 'own'] as const;

/** The rules that were applied back in time, the latest first; the latest that is applied can be undone. */
export function RunList(): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const queries = useQueryClient();
  const asked = useQuery(spiderRunsQuery(client));
  const undo = useMutation({ mutationFn: (id: number) => undoSpiderRun(client, id), onSuccess: () => spidersChanged(queries) });
  const movedText = ({ moved, events }: SpiderRun): string =>
    [...PLACES.filter((place) => moved[place] > 0).map((place) => `${t(`spider.from.${place}`)} ${formatCount(moved[place], locale)}`), ...(events > 0 ? [t('spider.events', { num: formatCount(events, locale) })] : [])].join(' · ');
  const columns: TableProps<SpiderRun>['columns'] = [
    { key: 'name', title: t('spider.name'), render: (_: unknown, { name, created_at: at, created_by: by }) => <><bdi className={styles.name}>{name}</bdi><div className={styles.muted}>{at} · {by}</div></> },
    { key: 'state', title: t('spider.status'), render: (_: unknown, run) => <>{t(`spider.run.${run.state}`)}<div className={styles.muted}>{run.problem === '' ? movedText(run) : run.problem}</div></> },
    { key: 'actions', title: t('common.actions'), width: 90, render: (_: unknown, { id, can_undo: canUndo }) => (canUndo ? <Button size="small" type="link" loading={undo.isPending} onClick={() => undo.mutate(id)}>{t('spider.undo')}</Button> : null) },
  ];
  return (
    <Panel title={t('spider.runs')} asked={asked} minHeight={HEIGHT} rows={2} anyHeight empty={(runs) => (runs.length === 0 ? { title: t('spider.runsNone') } : undefined)}>
      {(runs) => <Table<SpiderRun> size="small" tableLayout="fixed" rowKey="id" dataSource={runs} columns={columns} pagination={runs.length > 10 ? { pageSize: 10, showSizeChanger: false } : false} />}
    </Panel>
  );
}
