import { useQuery } from '@tanstack/react-query';
import { Popover } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../api/client-context';
import { liveQuery } from '../api/flow';
import { siteDashboardPath } from '../lib/links';
import { formatCount } from '../lib/numbers';
import { Count } from './count';
import { useLanguage } from './language';
import styles from './live-visitors.module.css';
import { ProofButton } from './proof/proof-button';

interface Props {
  /** '' for all sites. */
  readonly domain: string;
  /** Whether it keeps looking: only on screens of the running day, and not while paused. */
  readonly running: boolean;
}

const BAR_WIDTH = 6;
const BARS_HEIGHT = 40;
const SITES = 8;

/** How many visitors were there within the last five minutes; on demand the last half hour, and on which sites they are. */
export function LiveVisitors({ domain, running }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const { data, refetch } = useQuery(liveQuery(client, domain, running));
  const textId = useId();
  const text = data === undefined ? t('live.none') : t('live.visitors', { count: formatCount(data.visitors, locale) });
  const content = data === undefined ? null : (
    <div className={styles.content}>
      <div className={styles.note}>{t('live.minutes')}</div>
      <Minutes minutes={data.minutes} />
      {domain !== '' || data.sites.length === 0 ? null : (
        <ul className={styles.sites}>
          {data.sites.slice(0, SITES).map((site) => (
            <li key={site.id}><Link to={siteDashboardPath(site.domain)}>{site.domain}</Link><Count value={site.visitors} /></li>
          ))}
        </ul>
      )}
      <div className={styles.note}>{t('live.at', { time: data.at.slice(11) })}</div>
    </div>
  );
  return (
    <span className={styles.whole}>
      <Popover content={content} trigger={['hover', 'focus', 'click']} placement="bottomRight">
        <button type="button" id={textId} className={styles.live} title={t('live.hint')}>
          <span className={`${styles.dot} ${running && data !== undefined && data.visitors > 0 ? styles.beating : ''}`} aria-hidden="true" />
          {text}
        </button>
      </Popover>
      <ProofButton title={text} titleId={textId} data={data} onRefresh={() => void refetch()} />
    </span>
  );
}

function Minutes({ minutes }: { readonly minutes: readonly { readonly at: number; readonly key: string; readonly uv: number }[] }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const top = Math.max(1, ...minutes.map(({ uv }) => uv));
  const width = minutes.length * BAR_WIDTH;
  const label = t('live.minutesAria', { values: minutes.map(({ uv }) => formatCount(uv, locale)).join(', ') });
  return (
    <svg className={styles.minutes} width={width} height={BARS_HEIGHT} viewBox={`0 0 ${width} ${BARS_HEIGHT}`} role="img" aria-label={label}>
      <line x1={0} x2={width} y1={BARS_HEIGHT - 0.5} y2={BARS_HEIGHT - 0.5} />
      {minutes.map(({ at, key, uv }, place) => {
        const size = uv === 0 ? 0 : Math.max(2, (uv / top) * (BARS_HEIGHT - 3));
        return <rect key={at} x={place * BAR_WIDTH} y={BARS_HEIGHT - 1 - size} width={BAR_WIDTH - 1} height={size}><title>{`${key.slice(11, 16)}: ${formatCount(uv, locale)}`}</title></rect>;
      })}
    </svg>
  );
}
