import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { slowQuery } from '../../api/status';
import { formatCount } from '../../lib/numbers';
import { Count } from '../../widgets/count';
import figures from '../../widgets/figures.module.css';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { Panel } from '../../widgets/panel';
import { PlanDialog } from './plan-dialog';
import styles from './status.module.css';

const HEIGHT = 120;

interface Props {
  /** The question whose plan is shown; '' for none. */
  readonly question: string;
  readonly onQuestion: (id: string | undefined) => void;
}

/** Questions that the store needed long for; one opens its plan. */
export function SlowPanel({ question, onQuestion }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const asked = useQuery(slowQuery(client));
  const seconds = (asked.data?.threshold ?? 1_000) / 1_000;
  return (
    <>
      <Panel
        title={<>{t('status.slow')} <Hint text={t('status.slowHint', { seconds: formatCount(seconds, locale) })} /></>}
        asked={asked}
        minHeight={HEIGHT}
        anyHeight
        empty={({ list }) => (list.length === 0 ? { title: t('status.noneSlow') } : undefined)}
      >
        {({ list }) => (
          <div className={styles.scroll}>
            <table className={figures.table}>
              <thead>
                <tr>
                  <th scope="col">{t('status.question')}</th>
                  <th scope="col">{t('status.times')}</th>
                  <th scope="col">{t('status.longest')}</th>
                  <th scope="col">{t('status.rowsRead')}</th>
                  <th scope="col">{t('status.lastAt')}</th>
                </tr>
              </thead>
              <tbody>
                {list.map((row) => (
                  <tr key={row.id}>
                    <th scope="row" className={styles.question}><Button type="link" size="small" className={styles.sql ?? ''} title={t('status.showPlan')} onClick={() => onQuestion(row.id)}>{row.sql}</Button></th>
                    <td><Count value={row.times} /></td>
                    <td>{t('status.milliseconds', { value: formatCount(row.longest, locale) })}</td>
                    <td><Count value={row.rows_read} /></td>
                    <td>{row.last_at.slice(5, 16)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Panel>
      {question === '' ? null : <PlanDialog id={question} sql={asked.data?.list.find(({ id }) => id === question)?.sql ?? ''} onClose={() => onQuestion(undefined)} />}
    </>
  );
}
