import { FieldTimeOutlined } from '@ant-design/icons';
import type { TrajectorySession } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDuration } from '../../lib/duration';
import { siteDashboardPath, trajectoryPath } from '../../lib/links';
import { countryName } from '../../lib/names';
import { addressLabel } from '../../lib/text';
import { deviceName } from '../../widgets/device-name';
import { useLanguage } from '../../widgets/language';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import { useIsMobile } from '../../widgets/use-media';
import { type Step, stepsOf } from './trajectory-state';
import styles from './trajectory.module.css';

interface Props {
  readonly session: TrajectorySession;
  /** The site that links keep to, '' for all. */
  readonly domain: string;
}

/** One session: when, from where, with what, and its pages one after the other. */
export function SessionCard({ session, domain }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { started_at: start, ended_at: end, duration, pv, visits, changes } = session;
  const device = [deviceName(session.device_type, t), session.device_model, session.os_name, session.browser_name].filter((part) => part !== '').join(' · ');
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  return (
    <article className={styles.session}>
      <header className={styles.sessionHead}>
        <span className={styles.span}><time>{start.slice(11)}</time> – <time>{sameDay ? end.slice(11) : end}</time></span>
        <span>{t('trajectory.pages', { num: pv })}</span>
        {duration > 0 ? <span title={t('trajectory.lasted')}><FieldTimeOutlined aria-hidden="true" /> {formatDuration(duration, locale)}</span> : null}
        {domain === '' ? <Link to={siteDashboardPath(session.domain)}>{session.domain}</Link> : null}
        <Source session={session} />
      </header>
      <div className={styles.facts}>
        <span>{device}</span>
        <span>{countryName(session.country_code, locale, session.country)}</span>
        <Link className="ff-number" to={trajectoryPath(domain, { ip: session.ip })}>{session.ip}</Link>
        {session.fingerprint === '' ? null : <Link className="ff-number" to={trajectoryPath(domain, { fingerprint: session.fingerprint })}><LongText text={session.fingerprint} max={24} /></Link>}
        {changes.map((fact) => <span key={fact} className={styles.changed}>{t('trajectory.changed', { fact: t(fact === 'country_code' ? 'field.country' : `field.${fact}`) })}</span>)}
      </div>
      <ol className={styles.steps}>
        {stepsOf(visits).map((step) => <Page key={step.visit.id} step={step} domain={session.domain} />)}
      </ol>
      {visits.length < pv ? <p className={styles.note}>{t('trajectory.capped', { num: visits.length })}</p> : null}
    </article>
  );
}

/** Where the session came from. */
function Source({ session: { referer, referer_name: name } }: { readonly session: TrajectorySession }): ReactNode {
  const { t } = useTranslation();
  if (referer === '') return <span className={styles.note}>{t('info.direct')}</span>;
  return <span className={styles.source} title={referer}>{t('trajectory.from', { source: name === '' ? addressLabel(referer, '') : name })}<OutsideLink address={referer} /></span>;
}

function Page({ step: { visit, times, dwell }, domain }: { readonly step: Step; readonly domain: string }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const mobile = useIsMobile();
  return (
    <li className={styles.step}>
      <time className={styles.time}>{visit.created_at.slice(11)}</time>
      <span className={styles.page}>
        <span className={styles.url}><LongText text={visit.url} label={addressLabel(visit.url, domain)} max={mobile ? 40 : 90} /></span>
        <OutsideLink address={visit.url} />
        {times > 1 ? <span className={styles.times} title={t('trajectory.repeated', { num: times })}>×{times}</span> : null}
        {visit.title === '' ? null : <span className={styles.title} title={visit.title}>{visit.title}</span>}
      </span>
      {dwell === null ? <span /> : <span className={styles.dwell} title={t('trajectory.dwell')}>{formatDuration(dwell, locale)}</span>}
    </li>
  );
}
