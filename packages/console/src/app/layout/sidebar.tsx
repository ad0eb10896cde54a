import { Menu, type MenuProps } from 'antd';
import { createElement, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { PATHS } from '../../lib/links';
import { BrandMark } from '../../widgets/brand-mark';
import { usePreference } from '../../widgets/preferences';
import { useSession } from '../../widgets/session';
import { activeEntry, menuEntries, menuRoutes, menuTarget } from '../menu';
import type { ConsoleRoute } from '../routes';
import { routeIcon } from './route-icons';
import styles from './layout.module.css';

interface Props {
  readonly routes: readonly ConsoleRoute[];
  readonly collapsed: boolean;
  /** An entry was chosen, be it the one that is open. */
  readonly onChosen?: () => void;
}

/** The menu: what the roles and the chosen site allow. */
export function Sidebar({ routes, collapsed, onChosen }: Props): ReactNode {
  const { t } = useTranslation();
  const { user } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const logo = usePreference(({ sidebarLogo }) => sidebarLogo);
  const [parameters] = useSearchParams();
  const domain = parameters.get('domain') ?? '';
  const offered = menuRoutes(routes, user, domain);
  const entries = menuEntries(offered);
  const active = activeEntry(routes, pathname);
  const openGroups = useOpenGroups(entries.flatMap((entry) => (entry.kind === 'group' && entry.routes.some(({ path }) => path === active) ? [entry.group.path] : [])));

  const itemOf = (route: ConsoleRoute) => ({
    key: route.path,
    icon: createElement(routeIcon(route.path)),
    title: t(route.title),
    // A real link, so that it can be opened in a new tab; by keyboard the menu itself follows it.
    label: <Link to={menuTarget(route, domain)} tabIndex={-1}>{t(route.title)}</Link>,
  });
  const items: NonNullable<MenuProps['items']> = entries.map((entry) =>
    entry.kind === 'route'
      ? itemOf(entry.route)
      : { key: entry.group.path, icon: createElement(routeIcon(entry.group.path)), label: t(entry.group.title), popupClassName: styles.flyout ?? '', children: entry.routes.map((route) => itemOf(route)) },
  );
  return (
    <>
      {logo ? (
        <Link className={styles.logo} to={PATHS.dashboard} aria-label={`${t('app.name')}: ${t('route.dashboard')}`} onClick={onChosen}>
          <BrandMark size={28} />
          {collapsed ? null : t('app.name')}
        </Link>
      ) : null}
      <nav aria-label={t('layout.sidebar')}>
        <Menu
          theme="dark"
          mode="inline"
          inlineIndent={20}
          inlineCollapsed={collapsed}
          selectedKeys={[active]}
          {...(collapsed ? {} : { openKeys: openGroups.open, onOpenChange: openGroups.change })}
          items={items}
          onClick={({ key, domEvent }) => {
            const route = offered.find((candidate) => candidate.path === key);
            const onLink = domEvent.type === 'click' && domEvent.target instanceof Element && domEvent.target.closest('a') !== null;
            if (route && !onLink) void navigate(menuTarget(route, domain));
            onChosen?.();
          }}
        />
      </nav>
    </>
  );
}

interface OpenGroups {
  readonly open: string[];
  readonly change: (keys: string[]) => void;
}

/** The groups that are open: several at once, kept while the menu is collapsed; coming to a screen opens its group. */
function useOpenGroups(current: readonly string[]): OpenGroups {
  const [open, change] = useState<string[]>([...current]);
  const [known, setKnown] = useState(current);
  if (known.join('\n') !== current.join('\n')) {
    setKnown(current);
    change([...new Set([...open, ...current])]);
  }
  return { open, change };
}
