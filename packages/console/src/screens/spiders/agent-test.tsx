import type { SpiderVerdictAnswer } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Table, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { spiderTestQuery } from '../../api/spiders';
import { failureText } from '../../widgets/failure-text';
import { MarkedText } from '../../widgets/marked-text';
import { useSpiderReason } from '../../widgets/spider-reason';
import { useSpiderType } from '../../widgets/spider-type';
import styles from './spiders.module.css';

const MAX_AGENT = 8_192;

/** An agent against the rules: which one wins, with which keyword and where, who loses, and what the generic detector says. */
export function AgentTest(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const [typed, setTyped] = useState('');
  const [agent, setAgent] = useState('');
  const asked = useQuery({ ...spiderTestQuery(client, agent), meta: { shownBy: 'form' } });
  return (
    <div className={styles.stack}>
      <Input.TextArea aria-label={t('spider.labAgent')} placeholder={t('spider.labAgent')} autoSize={{ minRows: 2, maxRows: 6 }} maxLength={MAX_AGENT} value={typed} onChange={({ target }) => setTyped(target.value)} />
      <div><Button type="primary" loading={asked.isFetching} disabled={typed.trim() === ''} onClick={() => setAgent(typed)}>{t('spider.labTest')}</Button></div>
      {asked.error ? <Alert type="error" showIcon title={failureText(asked.error, t)} /> : null}
      {asked.data === undefined ? null : <Verdict answer={asked.data} />}
    </div>
  );
}

function Verdict({ answer }: { readonly answer: SpiderVerdictAnswer }): ReactNode {
  const { t } = useTranslation();
  const nameOf = useSpiderType();
  const reasonOf = useSpiderReason();
  const { verdict, candidates, generic } = answer;
  const winner = candidates.find(({ outcome }) => outcome === 'wins');
  const said = winner ? t('spider.labWins', { name: winner.name, keyword: winner.keyword, at: winner.at + 1 }) : verdict ? `${verdict.name} · ${nameOf(verdict.type)} · ${reasonOf(verdict.spider_id, verdict.reason)}` : t('spider.labPerson');
  return (
    <div className={styles.stack} data-testid="verdict">
      <Alert type={verdict ? 'warning' : 'success'} showIcon title={<span className={styles.name}>{said}</span>} />
      <MarkedText text={answer.user_agent} words={winner ? [winner.keyword] : []} />
      {candidates.length === 0 ? null : (
        <Table
          size="small"
          rowKey="id"
          pagination={false}
          tableLayout="fixed"
          dataSource={candidates}
          columns={[
            { key: 'name', title: t('spider.name'), render: (_: unknown, { name, type }) => <><bdi className={styles.name}>{name}</bdi><div className={`${styles.muted ?? ''} ${styles.name ?? ''}`}>{nameOf(type)}</div></> },
            { key: 'keyword', title: t('spider.keywords'), render: (_: unknown, { keyword }) => <Tag className={styles.tag ?? ''} title={keyword}><bdi>{keyword}</bdi></Tag> },
            { key: 'outcome', title: t('spider.status'), render: (_: unknown, { outcome }) => t(`spider.outcome.${outcome}`) },
          ]}
        />
      )}
      <p className={styles.muted}>{generic ? t('spider.labGeneric', { name: generic.name, reason: reasonOf(0, generic.reason) }) : t('spider.labNoGeneric')}</p>
    </div>
  );
}
