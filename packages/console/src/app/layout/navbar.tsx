import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Breadcrumb, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { PATHS } from '../../lib/links';
import { LanguageMenu } from '../../widgets/language-menu';
import type { ConsoleRoute } from '../routes';
import { AccountMenu } from './account-menu';
import { SiteSwitcher } from './site-switcher';
import { ThemeMenu } from './theme-menu';
import styles from './layout.module.css';

interface Props {
  readonly routes: readonly ConsoleRoute[];
  readonly mobile: boolean;
  readonly sidebarOpen: boolean;
  readonly onToggle: () => void;
}

/** The strip at the top: menu, where one is, which site, and the reader's own settings. */
export function Navbar({ routes, mobile, sidebarOpen, onToggle }: Props): ReactNode {
  const { t } = useTranslation();
  const action = mobile ? 'layout.openMenu' : sidebarOpen ? 'layout.collapse' : 'layout.expand';
  const icon = mobile ? <MenuOutlined /> : sidebarOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />;
  return (
    <header className={styles.navbar}>
      <Button type="text" icon={icon} aria-label={t(action)} aria-expanded={sidebarOpen} onClick={onToggle} />
      {mobile ? null : <Crumbs routes={routes} />}
      <SiteSwitcher routes={routes} wide={!mobile} />
      <div className={styles.grow} />
      {mobile ? null : (
        <>
          <LanguageMenu />
          <ThemeMenu />
        </>
      )}
      <AccountMenu withSettings={mobile} />
    </header>
  );
}

function Crumbs({ routes }: { readonly routes: readonly ConsoleRoute[] }): ReactNode {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const here = routes.find((route) => route.path === pathname && route.breadcrumb);
  const atHome = pathname === PATHS.dashboard;
  const items = [
    { key: 'home', title: atHome ? t('route.dashboard') : <Link to={PATHS.dashboard}>{t('route.dashboard')}</Link> },
    ...(here?.group ? [{ key: here.group.path, title: t(here.group.title) }] : []),
    ...(here && !atHome ? [{ key: here.path, title: t(here.title) }] : []),
  ];
  return <div className={styles.crumbs}><Breadcrumb aria-label={t('layout.breadcrumb')} items={items} /></div>;
}
