import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { trajectoryPath } from '../../lib/links';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import styles from './device-report.module.css';

const ADDRESSES = new Set(['url', 'referer', 'entry_url']);
const VISITORS = new Set(['ip', 'fingerprint']);
const LONGEST = 40;

interface Props {
  readonly name: string;
  /** As it is read, and as it is kept. */
  readonly text: string;
  readonly raw: string;
  readonly domain: string;
  readonly numeric: boolean;
  /** Shows only rows with this value; absent where nothing can be filtered by it. */
  readonly onPick?: ((name: string, value: string) => void) | undefined;
}

/** A fact from strangers, as text: an address or a fingerprint leads to its trajectory, another value narrows the report to it. */
export function Cell({ name, text, raw, domain, numeric, onPick }: Props): ReactNode {
  const { t } = useTranslation();
  // Who came without a referrer came by himself: that is a value like others.
  if (text === '' && name === 'referer' && onPick) return <button type="button" className={`${styles.pick} ${styles.none}`} title={t('report.filterBy', { value: t('info.direct') })} onClick={() => onPick(name, raw)}>{t('info.direct')}</button>;
  if (text === '') return null;
  if (VISITORS.has(name)) {
    return <Link className={`ff-number ${styles.text}`} title={t('report.trajectory', { value: raw })} to={trajectoryPath(domain, name === 'ip' ? { ip: raw } : { fingerprint: raw })}>{text}</Link>;
  }
  const shown = <LongText text={text} max={LONGEST} />;
  const picked = onPick ? <button type="button" className={numeric ? `ff-number ${styles.pick}` : styles.pick} title={t('report.filterBy', { value: text })} onClick={() => onPick(name, raw)}>{shown}</button> : <span className={numeric || name === 'created_at' ? 'ff-number' : styles.text} title={text}>{shown}</span>;
  return ADDRESSES.has(name) ? <span className={styles.cell}>{picked}<OutsideLink address={raw} /></span> : picked;
}
