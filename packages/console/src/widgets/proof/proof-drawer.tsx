import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { type Proof, proofQuery } from '../../api/proof';
import { formatCount } from '../../lib/numbers';
import { useLanguage } from '../language';
import { FailedState, Lines } from '../panel-state';
import { useIsMobile } from '../use-media';
import { changedFigures } from './changed-figures';
import { ProofStatement } from './proof-statement';
import styles from './proof.module.css';
import type { Question } from './question-of';

const WIDTH = 760;
const HEIGHT = 400;
const LABEL = { wide: 170, narrow: 110 } as const;
const MOST_CHANGED = 3;

interface Props {
  readonly open: boolean;
  readonly title: ReactNode;
  readonly question: Question;
  /** The answer on the screen. */
  readonly shown: unknown;
  readonly onRefresh: () => void;
  readonly onClose: () => void;
}

/** How the figures of a panel come about: what was asked, of which rows, in which SQL, how exact and how complete. */
export default function ProofDrawer({ open, title, question, shown, onRefresh, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const mobile = useIsMobile();
  const { data, error, refetch, isFetching } = useQuery({ ...proofQuery(client, question), enabled: open });
  return (
    <Drawer open={open} title={<span className={styles.title}>{t('proof.open')} · {title}</span>} size={mobile ? '100%' : WIDTH} closable={{ 'aria-label': t('common.close') }} onClose={onClose} destroyOnHidden>
      {data !== undefined && !isFetching ? (
        <Body proof={data} shown={shown} onRefresh={onRefresh} />
      ) : error && !isFetching ? (
        <FailedState error={error} onRetry={() => void refetch()} minHeight={HEIGHT} />
      ) : (
        <Lines minHeight={HEIGHT} rows={8} />
      )}
    </Drawer>
  );
}

function Body({ proof, shown, onRefresh }: { readonly proof: Proof; readonly shown: unknown; readonly onRefresh: () => void }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const mobile = useIsMobile();
  const { statements, rules, asked_at: at, complete_to: completeTo, time_zone: zone } = proof;
  const applied = rules.applied === null ? null : <div>{t('proof.applied', { run: rules.applied.run, time: rules.applied.at })}</div>;
  const facts = [
    { key: 'exact', label: t('proof.exact'), children: t('proof.counted') },
    { key: 'complete', label: t('proof.complete'), children: completeTo === null ? t('proof.completeNow', { time: at }) : t('proof.completeTo', { time: completeTo }) },
    { key: 'zone', label: t('proof.zone'), children: zone },
    { key: 'rules', label: t('proof.rules'), children: <>{t('proof.rulesInForce', { version: rules.version, num: formatCount(rules.enabled, locale) })}{applied}</> },
  ];
  return (
    <>
      <Agreement proof={proof} shown={shown} onRefresh={onRefresh} />
      <Descriptions column={1} size="small" bordered styles={{ label: { width: mobile ? LABEL.narrow : LABEL.wide } }} items={facts} />
      {statements.map((statement, i) => <ProofStatement key={statement.sql} statement={statement} zone={zone} title={statements.length > 1 ? t('proof.statement', { at: i + 1, num: statements.length }) : t('proof.question')} />)}
    </>
  );
}

/** Whether the figures of the proof are those of the screen, else which are not and why. */
function Agreement({ proof, shown, onRefresh }: { readonly proof: Proof; readonly shown: unknown; readonly onRefresh: () => void }): ReactNode {
  const { t } = useTranslation();
  const changed = changedFigures(shown, proof.answer);
  if (changed.length === 0) return <Alert className={styles.agreement ?? ''} type="success" showIcon title={t('proof.same')} />;
  const list = changed.slice(0, MOST_CHANGED).map(({ path, before, now }) => `${path}: ${before ?? '—'} → ${now ?? '—'}`).join('; ');
  return <Alert className={styles.agreement ?? ''} type="info" showIcon title={t('proof.differs', { num: changed.length })} description={list} action={<Button size="small" onClick={onRefresh}>{t('common.refresh')}</Button>} />;
}
