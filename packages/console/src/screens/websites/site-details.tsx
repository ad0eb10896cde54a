import type { Website } from '@footfall/contract';
import { Button, Descriptions, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { siteDashboardPath } from '../../lib/links';
import { zoneName } from '../../lib/zone';
import { GrantedLink } from '../../widgets/granted-link';
import { PixelSnippet } from '../../widgets/pixel-snippet';
import { useSession } from '../../widgets/session';
import { TRACKING_SETTINGS } from '../../widgets/site-fields';
import { TrackingSnippet } from '../../widgets/tracking-snippet';
import { SiteKeys } from './site-keys';
import { SiteState } from './site-state';
import styles from './websites.module.css';

interface Props {
  readonly site: Website | undefined;
  readonly lastHits: ReadonlyMap<number, string | null>;
  readonly now: number;
  readonly onClose: () => void;
}

/** A site, to read. */
export function SiteDetails({ site, lastHits, now, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { isAdmin } = useSession();
  return (
    <Modal open={site !== undefined} title={t('site.details')} footer={<Button onClick={onClose}>{t('common.close')}</Button>} onCancel={onClose}>
      {site === undefined ? null : (
        <Descriptions
          className={styles.details}
          column={1}
          size="small"
          bordered
          styles={{ label: { width: 120 } }}
          items={[
            { key: 'id', label: t('sites.id'), children: site.id },
            { key: 'name', label: t('site.name'), children: site.name },
            { key: 'domain', label: t('site.domain'), children: <GrantedLink screen="DashboardInfo" to={siteDashboardPath(site.domain)}>{site.domain}</GrantedLink> },
            { key: 'is_stat', label: t('site.isStat'), children: t(site.is_stat === 1 ? 'common.yes' : 'common.no') },
            { key: 'time_zone', label: t('site.timeZone'), children: zoneName(now, site.time_zone) },
            ...TRACKING_SETTINGS.map((setting) => ({ key: setting, label: t(`tracking.${setting}`), children: t(site.tracking[setting] === 1 ? 'common.yes' : 'common.no') })),
            { key: 'status', label: t('site.status'), children: <SiteState site={site} lastHit={lastHits.get(site.id)} now={now} /> },
            { key: 'created_at', label: t('site.createdAt'), children: site.created_at },
            { key: 'snippet', label: t('site.snippet'), children: <TrackingSnippet settings={site.tracking} /> },
            { key: 'pixel', label: t('site.pixel'), children: <PixelSnippet /> },
            ...(isAdmin ? [{ key: 'keys', label: t('key.title'), children: <SiteKeys key={site.id} siteId={site.id} /> }] : []),
          ]}
        />
      )}
    </Modal>
  );
}
