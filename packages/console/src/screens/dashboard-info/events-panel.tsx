import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { eventsQuery } from '../../api/report';
import { formatShare } from '../../lib/numbers';
import { Count } from '../../widgets/count';
import { useLanguage } from '../../widgets/language';
import { Panel } from '../../widgets/panel';
import { filterInput, type ScreenFilter } from '../../widgets/use-screen-filter';
import styles from './top-panel.module.css';

const ROWS = 10;
const HEIGHT = 33 * 2;

/** The ten most frequent custom events, with how many visitors they are of. */
export function EventsPanel({ scope }: { readonly scope: ScreenFilter }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const asked = useQuery(eventsQuery(client, { ...filterInput(scope), per_page: ROWS }));
  return (
    <Panel title={t('info.events')} asked={asked} minHeight={HEIGHT} rows={1} anyHeight empty={({ list }) => (list.length === 0 ? { title: t('info.noEvents'), hint: t('info.noEventsHint') } : undefined)}>
      {({ list, total }) => (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.rank}>#</th>
              <th scope="col" className={styles.key}>{t('info.event')}</th>
              <th scope="col" className={styles.count}>{t('info.times')}</th>
              <th scope="col" className={styles.count}>{t('metric.uv')}</th>
              <th scope="col" className={styles.share}>{t('info.share')}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((row, at) => (
              <tr key={row.name}>
                <td className={styles.rank}>{at + 1}</td>
                <td className={styles.key}><Name name={row.name} share={total === 0 ? 0 : row.num / total} /></td>
                <td className={styles.count}><Count value={row.num} /></td>
                <td className={styles.count}><Count value={row.visitors} /></td>
                <td className={styles.share}>{formatShare(row.num, total, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Name({ name, share }: { readonly name: string; readonly share: number }): ReactNode {
  return (
    <div className={styles.cell}>
      <div className={styles.bar} style={{ width: `${share * 100}%` }} aria-hidden="true" />
      <span className={styles.name} title={name}>{name}</span>
    </div>
  );
}
