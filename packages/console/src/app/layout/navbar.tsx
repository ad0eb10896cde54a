import { MenuFoldOutlined, MenuOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../widgets/language-menu';
import { ThemeMenu } from '../../widgets/theme-menu';
import { useMedia } from '../../widgets/use-media';
import type { ConsoleRoute } from '../routes';
import { AccountMenu } from './account-menu';
import { AlarmButton } from './alarm-button';
import { Crumbs } from './crumbs';
import { ErrorLogButton } from './error-log-button';
import { FullscreenButton } from './fullscreen-button';
import styles from './layout.module.css';
import { SearchButton } from './search/search-button';
import { useSettingsPanel } from './settings/use-settings-panel';
import { SettingsButton } from './settings/settings-button';
import { SiteSwitcher } from './site-switcher';
import { SizeMenu } from './size-menu';

interface Props {
  readonly routes: readonly ConsoleRoute[];
  readonly mobile: boolean;
  readonly menuOpen: boolean;
  readonly onToggle: () => void;
}

/** The strip at the top: menu, where one is, which site, and the reader's own settings. */
export function Navbar({ routes, mobile, menuOpen, onToggle }: Props): ReactNode {
  const { t } = useTranslation();
  const settings = useSettingsPanel();
  const roomy = useMedia('(min-width: 1200px)');
  const action = mobile ? 'layout.openMenu' : menuOpen ? 'layout.collapse' : 'layout.expand';
  return (
    <div className={styles.navbar}>
      <Button
        type="text"
        className={mobile || menuOpen ? '' : (styles.turned ?? '')}
        icon={mobile ? <MenuOutlined /> : <MenuFoldOutlined />}
        aria-label={t(action)}
        aria-expanded={menuOpen}
        onClick={onToggle}
      />
      {mobile ? null : <Crumbs routes={routes} />}
      {mobile ? <div className={styles.site}><SiteSwitcher routes={routes} wide={false} /></div> : <SiteSwitcher routes={routes} wide />}
      {mobile ? null : <div className={styles.grow} />}
      <SearchButton routes={routes} wide={!mobile} />
      <AlarmButton />
      {mobile ? null : (
        <div className={styles.tools}>
          <ErrorLogButton />
          <FullscreenButton />
          <SizeMenu />
          <LanguageMenu named={roomy} />
          <ThemeMenu />
          <SettingsButton onOpen={settings.open} />
        </div>
      )}
      <AccountMenu routes={routes} mobile={mobile} onSettings={settings.open} />
      {settings.panel}
    </div>
  );
}
