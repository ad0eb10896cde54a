import type { SiteSize } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../api/client-context';
import { sizesQuery } from '../../api/status';
import { siteDashboardPath } from '../../lib/links';
import { formatBytes } from '../../lib/numbers';
import { Count } from '../../widgets/count';
import figures from '../../widgets/figures.module.css';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { Panel } from '../../widgets/panel';
import styles from './status.module.css';

const HEIGHT = 120;
const COUNTS = ['visits', 'spider_hits', 'events'] as const;
const NAMES = { visits: 'status.rowsVisits', spider_hits: 'status.rowsSpiders', events: 'status.rowsEvents' } as const;

/** What each site has in the store. */
export function SizesPanel(): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const asked = useQuery(sizesQuery(client));
  return (
    <Panel title={<>{t('status.sizes')} <Hint text={t('status.sizesHint')} /></>} asked={asked} minHeight={HEIGHT} anyHeight empty={({ sites }) => (sites.length === 0 ? { title: t('status.noSites') } : undefined)}>
      {({ sites, bytes }) => (
        <div className={styles.scroll}>
          <table className={figures.table}>
            <thead>
              <tr>
                <th scope="col">{t('status.site')}</th>
                {COUNTS.map((kind) => <th key={kind} scope="col">{t(NAMES[kind])}</th>)}
                <th scope="col">{t('status.bytes')}</th>
              </tr>
            </thead>
            <tbody>
              {sites.map((site) => (
                <tr key={site.id}>
                  <th scope="row" className={styles.key} title={site.domain}><Name site={site} /></th>
                  {COUNTS.map((kind) => <td key={kind}><Count value={site[kind]} /></td>)}
                  <td>{formatBytes(site.bytes, locale)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className={figures.strong}>
                <th scope="row">{t('info.total')}</th>
                {COUNTS.map((kind) => <td key={kind}><Count value={sites.reduce((sum, site) => sum + site[kind], 0)} /></td>)}
                <td>{formatBytes(bytes, locale)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </Panel>
  );
}

function Name({ site }: { readonly site: SiteSize }): ReactNode {
  const { t } = useTranslation();
  if (site.domain === '') return t('status.deletedSite', { id: site.id });
  return <Link to={siteDashboardPath(site.domain)}>{site.domain}</Link>;
}
