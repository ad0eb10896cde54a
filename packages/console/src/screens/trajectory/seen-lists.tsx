import type { VisitInfo } from '@footfall/contract';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { siteDashboardPath, trajectoryPath } from '../../lib/links';
import { countryName } from '../../lib/names';
import { Count } from '../../widgets/count';
import { useLanguage } from '../../widgets/language';
import { LongText } from '../../widgets/long-text';
import styles from './trajectory.module.css';

/** Entries of each list before 'more'. */
const SHOWN = 8;

interface Entry {
  readonly key: string;
  readonly to: string;
  readonly note: string;
  readonly num: number;
  readonly title: string;
}

/** All addresses, fingerprints and sites of the visitor, most visits first; each leads on. */
export function SeenLists({ info, domain }: { readonly info: VisitInfo; readonly domain: string }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const between = (seen: { num: number; first_seen: string; last_seen: string }) => t('trajectory.seenBetween', { num: seen.num, from: seen.first_seen, to: seen.last_seen });
  return (
    <div className={styles.lists}>
      <SeenList
        title={t('trajectory.ips')}
        total={info.ips_total}
        entries={info.ips.map((seen) => ({ key: seen.ip, to: trajectoryPath(domain, { ip: seen.ip }), note: countryName(seen.country_code, locale, seen.country), num: seen.num, title: between(seen) }))}
      />
      <SeenList
        title={t('trajectory.fingerprints')}
        total={info.fingerprints_total}
        entries={info.fingerprints.map((seen) => ({
          key: seen.fingerprint, to: trajectoryPath(domain, { fingerprint: seen.fingerprint }), note: [seen.os_name, seen.browser_name].filter((part) => part !== '').join(' · '), num: seen.num, title: between(seen),
        }))}
      />
      <SeenList title={t('trajectory.sites')} total={info.sites.length} entries={info.sites.map((seen) => ({ key: seen.domain, to: siteDashboardPath(seen.domain), note: '', num: seen.num, title: seen.last_seen }))} />
    </div>
  );
}

function SeenList({ title, total, entries }: { readonly title: string; readonly total: number; readonly entries: readonly Entry[] }): ReactNode {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, SHOWN);
  return (
    <section>
      <h3 className={styles.listTitle}>{title} <Count value={total} /></h3>
      <ul className={styles.list}>
        {shown.map(({ key, to, note, num, title: hint }) => (
          <li key={key} title={hint}>
            <Link to={to}><LongText text={key} max={40} /></Link>
            <span className={styles.note}>{note}</span>
            <Count value={num} />
          </li>
        ))}
      </ul>
      {!all && entries.length > SHOWN ? <Button type="link" size="small" onClick={() => setAll(true)}>{t('trajectory.more', { num: entries.length - SHOWN })}</Button> : null}
    </section>
  );
}
