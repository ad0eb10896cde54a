import { Button, Drawer, Segmented, Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../widgets/language';
import { type Preferences, type Settings, SIZES, usePreference } from '../../../widgets/preferences';
import { useIsMobile } from '../../../widgets/use-media';
import { THEME_CHOICES } from '../../../widgets/theme-menu';
import { AccentPicker } from './accent-picker';
import styles from './settings.module.css';

const DENSITIES = ['comfortable', 'standard', 'compact'] as const satisfies readonly Settings['density'][];
type Toggle = 'tagsView' | 'fixedHeader' | 'sidebarLogo' | 'pinyinSearch' | 'shortcuts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** What a reader can set of the console. Every change holds at once, and is kept. */
export default function SettingsPanel({ open, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const mobile = useIsMobile();
  const settings = usePreference((preferences: Preferences) => preferences);
  const { change, resize, reset } = settings;
  const toggles: readonly Toggle[] = ['tagsView', 'fixedHeader', 'sidebarLogo', ...(language === 'zh' ? ['pinyinSearch' as const] : []), 'shortcuts'];
  return (
    <Drawer open={open} closable={{ 'aria-label': t('common.close') }} onClose={onClose} title={t('settings.title')} size={mobile ? 'calc(100vw - 20px)' : 372} footer={<Button block onClick={reset}>{t('settings.reset')}</Button>} styles={{ body: { padding: '8px 20px 20px' } }}>
      <Row title={t('layout.theme')}>
        {(label) => <Segmented block aria-labelledby={label} value={settings.theme} options={THEME_CHOICES.map((value) => ({ value, label: t(`theme.short.${value}`) }))} onChange={(theme) => change({ theme })} />}
      </Row>
      <Row title={t('settings.accent')}>{() => <AccentPicker value={settings.accent} onChange={(accent) => change({ accent })} />}</Row>
      <Row title={t('settings.convention')}>
        {(label) => (
          <Segmented
            block
            aria-labelledby={label}
            value={settings.upIsRed ? 'red' : 'green'}
            options={(['red', 'green'] as const).map((value) => ({ value, label: <Convention name={t(`settings.up.${value}`)} upIsRed={value === 'red'} mine={settings.upIsRed} /> }))}
            onChange={(value) => change({ upIsRed: value === 'red' })}
          />
        )}
      </Row>
      <Row title={t('settings.density')}>
        {(label) => <Segmented block aria-labelledby={label} value={settings.density} options={DENSITIES.map((value) => ({ value, label: t(`density.${value}`) }))} onChange={(density) => change({ density })} />}
      </Row>
      <Row title={t('layout.size')}>
        {(label) => <Segmented block aria-labelledby={label} value={settings.size} options={SIZES.map((value) => ({ value, label: t(`size.${value}`) }))} onChange={resize} />}
      </Row>
      <div className={styles.toggles}>
        {toggles.map((name) => (
          <label key={name} className={styles.toggle}>
            {t(`settings.${name}`)}
            <Switch aria-label={t(`settings.${name}`)} checked={settings[name]} onChange={(on) => change({ [name]: on })} />
          </label>
        ))}
      </div>
    </Drawer>
  );
}

function Row({ title, children }: { readonly title: string; readonly children: (labelId: string) => ReactNode }): ReactNode {
  const id = useId();
  return (
    <div className={styles.row}>
      <div id={id} className={styles.label}>{title}</div>
      {children(id)}
    </div>
  );
}

/** Shows what a choice means: the colours of a rise and of a fall. `mine`: the choice in force, by which the variables are set. */
function Convention({ name, upIsRed, mine }: { readonly name: string; readonly upIsRed: boolean; readonly mine: boolean }): ReactNode {
  const [up, down] = upIsRed === mine ? ['var(--ff-up)', 'var(--ff-down)'] : ['var(--ff-down)', 'var(--ff-up)'];
  return (
    <span>
      <span aria-hidden="true"><span style={{ color: up }}>▲</span><span style={{ color: down }}>▼</span></span> {name}
    </span>
  );
}
