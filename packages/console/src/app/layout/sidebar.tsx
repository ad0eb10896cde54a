import { Menu } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { PATHS } from '../../lib/links';
import { BrandMark } from '../../widgets/brand-mark';
import { useSession } from '../../widgets/session';
import { type ConsoleRoute, menuRoutes, menuTarget } from '../routes';
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
  const offered = menuRoutes(routes, user.roles, domain);
  return (
    <>
      <Link className={styles.logo} to={PATHS.dashboard} aria-label={t('route.dashboard')}>
        <BrandMark size={28} />
        {collapsed ? null : t('app.name')}
      </Link>
      <nav aria-label={t('layout.sidebar')}>
        <Menu
          theme="dark"
          mode="inline"
          inlineCollapsed={collapsed}
          selectedKeys={[pathname]}
          items={offered.map((route) => ({
            key: route.path,
            icon: <route.icon />,
            title: t(route.title),
            // A real link, so that it can be opened in a new tab; by keyboard the menu itself follows it.
            label: <Link to={menuTarget(route, domain)} tabIndex={-1}>{t(route.title)}</Link>,
          }))}
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
