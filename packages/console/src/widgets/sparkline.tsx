import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from './language';
import { formatCount } from '../lib/numbers';
import styles from './sparkline.module.css';

const HOURS = 24;
const STEP = 5;
const HEIGHT = 28;

/** PV by hour of today as small bars: the running hour is paler, hours to come are blank. */
export function Sparkline({ hours }: { readonly hours: readonly number[] }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  // A day may have 25 hours.
  const slots = Math.max(HOURS, hours.length);
  const top = Math.max(1, ...hours);
  const width = slots * STEP;
  const label = t('sites.hoursAria', { values: hours.map((value) => formatCount(value, locale)).join(', ') });
  return (
    <svg className={styles.chart} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
      <line className={styles.base} x1={0} x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {hours.map((value, hour) => {
        const size = value === 0 ? 0 : Math.max(1.5, (value / top) * (HEIGHT - 3));
        const x = hour * STEP;
        return <rect key={x} className={hour === hours.length - 1 ? styles.running : styles.bar} x={x} y={HEIGHT - 1 - size} width={STEP - 1} height={size} />;
      })}
    </svg>
  );
}
