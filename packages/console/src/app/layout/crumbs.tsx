import { Breadcrumb } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { PATHS } from '../../lib/links';
import type { ConsoleRoute } from '../routes';
import styles from './layout.module.css';

/**
 * Where one is: the dashboard, the group, the screen. A group is no place of its own, so only the dashboard is a link.
 * Source: CONSOLE, section 1.8.
 */
export function Crumbs({ routes }: { readonly routes: readonly ConsoleRoute[] }): ReactNode {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const here = routes.find((route) => route.path === pathname);
  const atHome = pathname === PATHS.dashboard;
  const group = here?.group;
  const items = [
    { key: 'home', title: atHome ? t('route.dashboard') : <Link to={PATHS.dashboard}>{t('route.dashboard')}</Link> },
    ...(group ? [{ key: group.path, title: t(group.title) }] : []),
    ...(here && here.breadcrumb && !atHome ? [{ key: here.path, title: <span aria-current="page">{t(here.title)}</span> }] : []),
  ];
  return <div className={styles.crumbs}><Breadcrumb aria-label={t('layout.breadcrumb')} items={items} /></div>;
}
