import type { ProcessStatus } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { overviewQuery } from '../../api/status';
import { Count } from '../../widgets/count';
import figures from '../../widgets/figures.module.css';
import { Hint } from '../../widgets/hint';
import { PanelFrame } from '../../widgets/panel';
import styles from './status.module.css';

/** The processes of an installation that has several, each as it said of itself last; nothing where there is one. */
export function ProcessesPanel(): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery(overviewQuery(useClient()));
  if (data === undefined || data.processes.length < 2) return null;
  return (
    <div className={styles.full}>
      <PanelFrame title={<>{t('status.processes')} <Hint text={t('status.processesHint')} /></>}>
        <div className={styles.scroll}>
          <table className={`${figures.table} ${styles.processes}`}>
            <thead>
              <tr>
                <th scope="col">{t('status.process')}</th>
                <th scope="col">{t('status.state')}</th>
                <th scope="col">{t('status.role')}</th>
                <th scope="col">{t('status.completeUpTo')}</th>
                <th scope="col">{t('status.waiting')}</th>
              </tr>
            </thead>
            <tbody>
              {data.processes.map((process) => (
                <tr key={`${process.name} ${process.role}`}>
                  <th scope="row" className={styles.key} title={process.name}>{process.name}</th>
                  <td><State process={process} /></td>
                  <td>{t(`status.role.${process.role}`)}</td>
                  <td>{process.complete_up_to}</td>
                  <td><Count value={process.waiting_records} /></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </PanelFrame>
    </div>
  );
}

/** The worst that is known of it, in words. */
function State({ process: { silent, seen_at, taking, failing_since } }: { readonly process: ProcessStatus }): ReactNode {
  const { t } = useTranslation();
  if (silent) return <span className={styles.ill}>{t('status.silentSince', { time: seen_at })}</span>;
  if (!taking) return <span className={styles.ill}>{t('status.notTaking')}</span>;
  if (failing_since !== null) return <span className={styles.ill}>{t('status.failingSince', { time: failing_since })}</span>;
  return <span className={styles.well}>{t('status.running')}</span>;
}
