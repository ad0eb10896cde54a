import type { Device } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { trajectoryPath } from '../../lib/links';
import { addressLabel } from '../../lib/text';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import styles from './visitors.module.css';

interface Props {
  readonly device: Device;
  /** The chosen site, '' for all. */
  readonly domain: string;
}

/** The newest visits of a device, and the way to all of them. Source: specification 1, section 2, "Visitor devices list". */
export function LatestVisits({ device: { fingerprint, visits, num }, domain }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.latest}>
      <table className={styles.visits}>
        <thead>
          <tr>
            <th scope="col" className={styles.time}>{t('field.created_at')}</th>
            <th scope="col">{t('field.url')}</th>
            <th scope="col">{t('field.user_agent')}</th>
          </tr>
        </thead>
        <tbody>
          {visits.map(({ id, created_at: time, url, user_agent: agent }) => (
            <tr key={id}>
              <td className="ff-number">{time}</td>
              <td><span className={styles.address}><LongText text={url} label={addressLabel(url, domain)} max={80} /><OutsideLink address={url} /></span></td>
              <td className={styles.agent} title={agent}>{agent}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Link to={trajectoryPath(domain, { fingerprint })}>{t('visitors.viewMore', { num })}</Link>
    </div>
  );
}
