import type { DryRun as Answer, endpoints, Input } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { spiderDryRunQuery } from '../../api/spiders';
import { formatCount } from '../../lib/numbers';
import { useLanguage } from '../../widgets/language';
import { MarkedText } from '../../widgets/marked-text';
import { Panel } from '../../widgets/panel';
import { EmptyState } from '../../widgets/panel-state';
import styles from './spiders.module.css';

type Sample = Answer['samples'][number];
const PLACES = ['people', 'spiders', 'unknown', 'own'] as const;
const HEIGHT = 120;
const SMALL_PAGE = 8;

/** What a rule would take of all that is stored: how much from whom, of which sites, with which agents. Changes nothing. */
export function DryRun({ rule }: { readonly rule: Input<typeof endpoints.spiders.dryRun> }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(spiderDryRunQuery(client, rule));
  return <Panel title={t('spider.tryTitle')} asked={asked} minHeight={HEIGHT} rows={3} anyHeight>{(answer) => <Found answer={answer} />}</Panel>;
}

function Found({ answer }: { readonly answer: Answer }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const count = (num: number): string => formatCount(num, locale);
  const columns: TableProps<Sample>['columns'] = [
    { key: 'from', title: t('spider.tryTitle'), width: 150, render: (_: unknown, { from, name }) => <>{t(`spider.from.${from}`)}{from === 'people' ? null : <div className={styles.muted}><bdi className={styles.name}>{name}</bdi></div>}</> },
    { key: 'agent', title: t('field.user_agent'), render: (_: unknown, { user_agent: agent, keyword }) => <MarkedText text={agent} words={[keyword]} /> },
    { key: 'num', title: t('spider.hits'), width: 90, align: 'right', className: 'ff-number', render: (_: unknown, { num }) => count(num) },
  ];
  const taken = PLACES.reduce((sum, place) => sum + answer.total[place], 0);
  const released = answer.released === 0 ? null : <p className={styles.muted}>{t('spider.tryReleased', { num: count(answer.released) })}</p>;
  if (taken === 0) return <><EmptyState title={t('spider.tryNothing')} minHeight={HEIGHT} />{released}</>;
  return (
    <div className={styles.stack} data-testid="dry-run">
      <div className={styles.counts}>
        {PLACES.filter((place) => place !== 'own' || answer.total.own > 0).map((place) => (
          <div key={place} className={styles.count}>
            {t(`spider.from.${place}`)}
            <b>{count(answer.total[place])}</b>
            {place === 'people' && answer.total.people > 0 ? <span className={styles.muted}>{t('spider.tryVisitors', { num: count(answer.visitors) })}</span> : null}
          </div>
        ))}
      </div>
      {released}
      {answer.sites.length > 1 ? <p className={styles.muted}>{answer.sites.slice(0, SMALL_PAGE).map((site) => `${site.domain}: ${count(site.people + site.spiders + site.unknown + site.own)}`).join(' · ')}</p> : null}
      <Table<Sample> size="small" rowKey={({ from, user_agent: agent, name }) => `${from} ${name} ${agent}`} dataSource={answer.samples} columns={columns} tableLayout="fixed" scroll={{ x: 480 }} pagination={answer.samples.length > SMALL_PAGE ? { pageSize: SMALL_PAGE, size: 'small', showSizeChanger: false } : false} />
    </div>
  );
}
