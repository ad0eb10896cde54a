import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_ACCENT } from '../../../widgets/preferences';
import styles from './settings.module.css';

/** The colours offered by name; any other can be chosen freely. */
const PRESETS = {
  sky: DEFAULT_ACCENT, blue: '#1890ff', violet: '#6959cd', teal: '#13c2c2', green: '#11a983', red: '#f5222d', slate: '#304156', graphite: '#212121',
} as const;
const NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[];

interface Props {
  readonly value: string;
  readonly onChange: (colour: string) => void;
}

/** The theme colour: eight that are known to look well, or any. */
export function AccentPicker({ value, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const free = NAMES.every((name) => PRESETS[name] !== value);
  return (
    <div className={styles.colours} role="radiogroup" aria-label={t('settings.accent')}>
      {NAMES.map((name) => (
        <label key={name} className={styles.swatch} style={{ background: PRESETS[name] }} title={t(`colour.${name}`)}>
          <input type="radio" name="accent" className="ff-visually-hidden" aria-label={t(`colour.${name}`)} checked={value === PRESETS[name]} onChange={() => onChange(PRESETS[name])} />
        </label>
      ))}
      <label className={`${styles.swatch} ${styles.free} ${free ? styles.chosen : ''}`} title={t('colour.free')}>
        <input type="color" className="ff-visually-hidden" aria-label={t('colour.free')} value={value} onChange={({ target }) => onChange(target.value)} />
      </label>
    </div>
  );
}
