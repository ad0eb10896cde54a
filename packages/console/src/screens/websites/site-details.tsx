import type { Website } from '@footfall/contract';
import { Button, Descriptions, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownDomain } from '../../lib/domain-name';
import { siteDashboardPath } from '../../lib/links';
import { zoneName } from '../../lib/zone';
import { GrantedLink } from '../../widgets/granted-link';
import { useLanguage } from '../../widgets/language';
import { PixelSnippet } from '../../widgets/pixel-snippet';
import { TRACKING_SETTINGS } from '../../widgets/site-fields';
import { TrackingSnippet } from '../../widgets/tracking-snippet';
import { LiveCheck } from './live-check';
import { SiteState } from './site-state';
import styles from './websites.module.css';

interface Props {
  readonly site: Website | undefined;
  readonly lastHits: ReadonlyMap<number, string | null>;
  readonly now: number;
  readonly onClose: () => void;
}

/** A number of days as the language writes it. */
const daysText = (days: number, locale: string): string => new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);

/** A site, to read. */
export function SiteDetails({ site, lastHits, now, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return (
    <Modal width={640} open={site !== undefined} title={t('site.details')} footer={<Button onClick={onClose}>{t('common.close')}</Button>} onCancel={onClose}>
      {site === undefined ? null : (
        <Descriptions
          className={styles.details}
          column={1}
          size="small"
          bordered
          styles={{ label: { width: 152 } }}
          items={[
            { key: 'id', label: t('sites.id'), children: site.id },
            { key: 'name', label: t('site.name'), children: site.name },
            { key: 'domain', label: t('site.domain'), children: <GrantedLink screen="DashboardInfo" to={siteDashboardPath(site.domain)}>{shownDomain(site.domain)}</GrantedLink> },
            { key: 'status', label: t('site.status'), children: <SiteState site={site} lastHit={lastHits.get(site.id)} now={now} /> },
            { key: 'check', label: t('check.title'), children: <LiveCheck siteId={site.id} now={now} /> },
            { key: 'aliases', label: t('site.aliases'), children: <Entries list={site.aliases.map(shownDomain)} /> },
            { key: 'subdomains', label: t('site.subdomains'), children: t(site.subdomains === 1 ? 'common.yes' : 'common.no') },
            { key: 'is_stat', label: t('site.isStat'), children: t(site.is_stat === 1 ? 'common.yes' : 'common.no') },
            { key: 'time_zone', label: t('site.timeZone'), children: zoneName(now, site.time_zone) },
            { key: 'excluded_addresses', label: t('site.excludedAddresses'), children: <Entries list={site.excluded_addresses} /> },
            { key: 'excluded_paths', label: t('site.excludedPaths'), children: <Entries list={site.excluded_paths} /> },
            { key: 'excluded_parameters', label: t('site.excludedParameters'), children: <Entries list={site.excluded_parameters} /> },
            { key: 'retention', label: t('site.retention'), children: site.retention_days === 0 ? t('site.forEver') : daysText(site.retention_days, locale) },
            { key: 'mask', label: t('site.maskAddresses'), children: t(site.address_mask === 'partial' ? 'common.yes' : 'common.no') },
            ...TRACKING_SETTINGS.map((setting) => ({ key: setting, label: t(`tracking.${setting}`), children: t(site.tracking[setting] === 1 ? 'common.yes' : 'common.no') })),
            { key: 'created_at', label: t('site.createdAt'), children: site.created_at },
            { key: 'snippet', label: t('site.snippet'), children: <TrackingSnippet settings={site.tracking} /> },
            { key: 'pixel', label: t('site.pixel'), children: <PixelSnippet /> },
          ]}
        />
      )}
    </Modal>
  );
}

/** An entry a line; a dash where there is none. */
function Entries({ list }: { readonly list: readonly string[] }): ReactNode {
  if (list.length === 0) return '–';
  return <ul className={styles.entries}>{list.map((entry) => <li key={entry}>{entry}</li>)}</ul>;
}
