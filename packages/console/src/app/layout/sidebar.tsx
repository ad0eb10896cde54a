import { Menu, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { PATHS } from '../../lib/links';
import { BrandMark } from '../../widgets/brand-mark';
import { useSession } from '../../widgets/session';
import { activeEntry, menuEntries, menuRoutes, menuTarget } from '../menu';
import type { ConsoleRoute } from '../routes';
import styles from './layout.module.css';

interface Props {
  readonly routes: readonly ConsoleRoute[];
  readonly collapsed: boolean;
}

/** The menu: what the roles and the chosen site allow. */
export function Sidebar({ routes, collapsed }: Props): ReactNode {
  const { t } = useTranslation();
  const { user } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const domain = parameters.get('domain') ?? '';
  const offered = menuRoutes(routes, user, domain);
  const itemOf = (route: ConsoleRoute) => ({
    key: route.path,
    icon: <route.icon />,
    title: t(route.title),
    // A real link, so that it can be opened in a new tab; by keyboard the menu itself follows it.
    label: <Link to={menuTarget(route, domain)} tabIndex={-1}>{t(route.title)}</Link>,
  });
  const items: NonNullable<MenuProps['items']> = menuEntries(offered).map((entry) =>
    entry.kind === 'route'
      ? itemOf(entry.route)
      : { key: entry.group.path, icon: <entry.group.icon />, label: t(entry.group.title), children: entry.routes.map((route) => itemOf(route)) },
  );
  const active = activeEntry(routes, pathname);
  const openGroup = offered.find(({ path }) => path === active)?.group?.path;
  return (
    <>
      <Link className={styles.logo} to={PATHS.dashboard} aria-label={`${t('app.name')}: ${t('route.dashboard')}`}>
        <BrandMark size={28} />
        {collapsed ? null : t('app.name')}
      </Link>
      <nav aria-label={t('layout.sidebar')}>
        <Menu
          theme="dark"
          mode="inline"
          inlineCollapsed={collapsed}
          selectedKeys={[active]}
          {...(collapsed || !openGroup ? {} : { defaultOpenKeys: [openGroup] })}
          items={items}
          onClick={({ key, domEvent }) => {
            const route = offered.find((candidate) => candidate.path === key);
            const onLink = domEvent.type === 'click' && domEvent.target instanceof Element && domEvent.target.closest('a') !== null;
            if (route && !onLink) void navigate(menuTarget(route, domain));
          }}
        />
      </nav>
    </>
  );
}
