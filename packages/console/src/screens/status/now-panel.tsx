import type { ServerStatus } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { overviewQuery } from '../../api/status';
import { formatDuration } from '../../lib/duration';
import { formatBytes, formatCount, formatShare } from '../../lib/numbers';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { Panel } from '../../widgets/panel';
import styles from './status.module.css';

const HEIGHT = 150;
/** Seconds that what came in usually waits to be stored; only more is worth a word. */
const USUAL_LAG = 15;

interface FactProps {
  readonly name: string;
  readonly hint?: string;
  readonly note?: string;
  /** Whether all is well; absent where there is nothing to judge. */
  readonly well?: boolean;
  readonly children: ReactNode;
}

/** One figure with its name; what is not well is said in a word, beside the colour. */
function Fact({ name, hint, note, well, children }: FactProps): ReactNode {
  return (
    <div>
      <dt>{name}{hint === undefined ? null : <Hint text={hint} />}</dt>
      <dd>
        <span className={well === undefined ? '' : well ? styles.well : styles.ill}>{children}</span>
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  );
}

/** The parts of the server as they are now. */
export function NowPanel({ extra }: { readonly extra: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(overviewQuery(client));
  return (
    <Panel title={t('route.status')} extra={extra} asked={asked} minHeight={HEIGHT} rows={5}>
      {(status) => <Facts status={status} />}
    </Panel>
  );
}

function Facts({ status: { version, time_zone, started_at, complete_up_to, lag, replicas, stores, journal, disk, process } }: { readonly status: ServerStatus }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const count = (value: number) => formatCount(value, locale);
  const word = (state: ServerStatus['stores']['visits']) => t(`status.store.${state}`);
  return (
    <dl className={styles.facts}>
      <Fact name={t('status.completeUpTo')} hint={t('status.completeUpToHint')} well={lag <= USUAL_LAG && journal.failing_since === null} note={t('status.lag', { time: formatDuration(lag, locale) })}>{complete_up_to.slice(11)}</Fact>
      <Fact name={t('status.waiting')} hint={t('status.waitingHint')} note={t('status.waitingNote', { size: formatBytes(journal.waiting_bytes, locale), segments: count(journal.waiting_segments) })}>{count(journal.waiting_records)}</Fact>
      <Fact name={t('status.journal')} well={journal.taking}>{t(journal.taking ? 'status.taking' : 'status.notTaking')}</Fact>
      <Fact name={t('status.visits')} well={stores.visits === 'ok' && journal.failing_since === null} {...(journal.failing_since === null ? {} : { note: t('status.failingSince', { time: journal.failing_since }) })}>{word(stores.visits)}</Fact>
      {replicas === null ? null : (
        <Fact name={t('status.replicas')} hint={t('status.replicasHint')} well={replicas.reached === replicas.total && replicas.behind <= USUAL_LAG && replicas.read_only === 0} {...(replicas.read_only > 0 ? { note: t('status.replicasReadOnly', { tables: count(replicas.read_only) }) } : replicas.behind > 0 ? { note: t('status.replicasBehind', { time: formatDuration(replicas.behind, locale) }) } : {})}>
          {t('status.replicasReached', { reached: count(replicas.reached), total: count(replicas.total) })}
        </Fact>
      )}
      <Fact name={t('status.metadata')} well={stores.metadata === 'ok'}>{word(stores.metadata)}</Fact>
      <Fact name={t('status.stored')} hint={t('status.storedHint')}>{count(journal.stored_rows)}</Fact>
      <Fact name={t('status.dead')} hint={t('status.deadHint')} well={journal.dead_rows === 0}>{count(journal.dead_rows)}</Fact>
      <Fact name={t('status.disk')} note={t('status.diskNote', { share: formatShare(disk.free, disk.total, locale) })}>{formatBytes(disk.free, locale)}</Fact>
      <Fact name={t('status.memory')} hint={t('status.memoryHint')}>{formatBytes(process.memory, locale)}</Fact>
      <Fact name={t('status.loop')} hint={t('status.loopHint')}>{t('status.milliseconds', { value: count(process.loop_delay) })}</Fact>
      <Fact name={t('status.started')} note={time_zone}>{started_at}</Fact>
      <Fact name={t('status.version')}>{version}</Fact>
    </dl>
  );
}
