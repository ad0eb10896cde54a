import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { wayInQuery } from '../../api/status';
import { formatShare } from '../../lib/numbers';
import { Count } from '../../widgets/count';
import figures from '../../widgets/figures.module.css';
import { useLanguage } from '../../widgets/language';
import { Panel } from '../../widgets/panel';
import styles from './status.module.css';

const HEIGHT = 260;

/** Why things were refused in the stretch of time that the chart beside shows, as parts of everything received. */
export function RefusalPanel({ stretch }: { readonly stretch: number }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const asked = useQuery(wayInQuery(client, { minutes: stretch }));
  return (
    <Panel title={t('status.refusals')} asked={asked} minHeight={HEIGHT} rows={6} empty={({ reasons }) => (reasons.length === 0 ? { title: t('status.nothingRefused') } : undefined)}>
      {({ reasons, received, refused }) => (
        <div className={styles.scroll}>
          <table className={figures.table}>
            <thead>
              <tr><th scope="col">{t('status.reason')}</th><th scope="col">{t('status.number')}</th><th scope="col">{t('info.share')}</th></tr>
            </thead>
            <tbody>
              {reasons.map(({ reason, num }) => (
                <tr key={reason}><th scope="row" className={styles.key} title={t(`refusal.${reason}`)}>{t(`refusal.${reason}`)}</th><td><Count value={num} /></td><td>{formatShare(num, received, locale)}</td></tr>
              ))}
            </tbody>
            <tfoot>
              <tr className={figures.strong}><th scope="row">{t('info.total')}</th><td><Count value={refused} /></td><td>{formatShare(refused, received, locale)}</td></tr>
            </tfoot>
          </table>
        </div>
      )}
    </Panel>
  );
}
