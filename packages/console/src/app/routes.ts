import { DashboardOutlined, FundOutlined, GlobalOutlined, ProfileOutlined } from '@ant-design/icons';
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { TextKey } from '../i18n/texts/en';
import { PATHS } from '../lib/links';

/** When the menu offers a route. Source: specification 1, section 2, "Sidebar". */
export type DomainRule = 'always' | 'with-domain' | 'without-domain';

/** One screen, and all that menu, guard, breadcrumb and title need to know of it. */
export interface ConsoleRoute {
  readonly path: string;
  /** The specification's name. */
  readonly name: string;
  readonly title: TextKey;
  readonly icon: ComponentType;
  /** Who may open it; absent: everyone signed in. */
  readonly roles?: readonly string[];
  /** Has a tab that can not be closed. */
  readonly pinned: boolean;
  /** Keeps its state while another tab is in front. */
  readonly cached: boolean;
  /** Not in the menu. */
  readonly hidden: boolean;
  readonly domain: DomainRule;
  /** Whether choosing it in the menu keeps the site: all do but the dashboard. */
  readonly keepsDomain: boolean;
  readonly screen: LazyExoticComponent<ComponentType>;
}

/** The route table, in the menu's order. */
export const ROUTES: readonly ConsoleRoute[] = [
  {
    path: PATHS.dashboard, name: 'Dashboard', title: 'route.dashboard', icon: DashboardOutlined,
    pinned: true, cached: false, hidden: false, domain: 'always', keepsDomain: false,
    screen: lazy(() => import('../screens/dashboard/dashboard')),
  },
  {
    path: PATHS.siteDashboard, name: 'DashboardInfo', title: 'route.dashboardInfo', icon: FundOutlined,
    pinned: false, cached: true, hidden: false, domain: 'with-domain', keepsDomain: true,
    screen: lazy(() => import('../screens/dashboard-info/dashboard-info')),
  },
  {
    path: PATHS.deviceReport, name: 'reportDevice', title: 'route.reportDevice', icon: ProfileOutlined,
    pinned: false, cached: true, hidden: false, domain: 'with-domain', keepsDomain: true,
    screen: lazy(() => import('../screens/device-report/device-report')),
  },
  {
    path: PATHS.websites, name: 'DomainList', title: 'route.domainList', icon: GlobalOutlined,
    pinned: false, cached: true, hidden: false, domain: 'without-domain', keepsDomain: true,
    screen: lazy(() => import('../screens/websites/websites')),
  },
];

/** Whether somebody with these roles may open a route. 'admin' opens all. Source: specification 1, section 6. */
export function mayOpen(route: Pick<ConsoleRoute, 'roles'>, roles: readonly string[]): boolean {
  return route.roles === undefined || roles.includes('admin') || route.roles.some((role) => roles.includes(role));
}

/** The entries of the menu. */
export function menuRoutes(routes: readonly ConsoleRoute[], roles: readonly string[], domain: string): readonly ConsoleRoute[] {
  const hiddenRule: DomainRule = domain === '' ? 'with-domain' : 'without-domain';
  return routes.filter((route) => !route.hidden && route.domain !== hiddenRule && mayOpen(route, roles));
}

/** Where a menu entry leads. */
export function menuTarget(route: Pick<ConsoleRoute, 'path' | 'keepsDomain'>, domain: string): string {
  return route.keepsDomain && domain !== '' ? `${route.path}?${new URLSearchParams({ domain }).toString()}` : route.path;
}
