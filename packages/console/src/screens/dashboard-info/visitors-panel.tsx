import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { visitTotalQuery } from '../../api/home';
import { formatShare } from '../../lib/numbers';
import { Change } from '../../widgets/change';
import { Count } from '../../widgets/count';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { Panel } from '../../widgets/panel';
import { type ScreenFilter, siteInput } from '../../widgets/use-screen-filter';
import styles from './visitors-panel.module.css';

const HEIGHT = 170;

/** Who came today for the first time and who came again, and how the new ones grow. */
export function VisitorsPanel({ scope }: { readonly scope: ScreenFilter }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const asked = useQuery(visitTotalQuery(client, siteInput(scope)));
  return (
    <Panel title={t('info.visitors')} asked={asked} minHeight={HEIGHT}>
      {(total) => {
        const today = total.today_new + total.today_old;
        return (
          <>
            <dl className={styles.figures}>
              <div className={styles.figure}>
                <dt>{t('info.newVisitors')}</dt>
                <dd><Count value={total.today_new} /><span className={styles.part}>{formatShare(total.today_new, today, locale)}</span></dd>
              </div>
              <div className={styles.figure}>
                <dt>{t('info.oldVisitors')}</dt>
                <dd><Count value={total.today_old} /><span className={styles.part}>{formatShare(total.today_old, today, locale)}</span></dd>
              </div>
              <div className={styles.figure}>
                <dt>{t('info.growth')} <Hint text={t('info.growthHint')} /></dt>
                <dd className={styles.growth}><Change now={total.today_new} before={total.yesterday_new} verbose /></dd>
              </div>
              <div className={styles.figure}>
                <dt>{t('info.historyTotal')}</dt>
                <dd><Count value={total.history_total} /></dd>
              </div>
            </dl>
            <div className={styles.bar} aria-hidden="true">
              {today === 0 ? null : <div className={styles.new} style={{ width: `${(total.today_new / today) * 100}%` }} />}
            </div>
          </>
        );
      }}
    </Panel>
  );
}
