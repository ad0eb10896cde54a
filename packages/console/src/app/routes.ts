import { ADMIN_ROLE } from '@footfall/contract';
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { matchPath } from 'react-router';
import type { TextKey } from '../i18n/texts/en';
import { PATHS } from '../lib/links';

/** When the menu offers a route. Source: specification 1, section 2, "Sidebar". */
export type DomainRule = 'always' | 'with-domain' | 'without-domain';

/** One entry of the menu that opens to others. Where it stands is where its first route stands in the table. */
export interface RouteGroup {
  /** Unlike every route's path: the menu's key. */
  readonly path: string;
  readonly title: TextKey;
  /** Also a single entry stays below the group; else that entry stands in the group's place. */
  readonly alwaysShow: boolean;
}

/** One screen, and all that menu, guard, tabs, search, breadcrumb and title need to know of it. */
export interface ConsoleRoute {
  readonly path: string;
  /** The specification's name; what a role grants. */
  readonly name: string;
  readonly title: TextKey;
  /** Who may open it; absent: everyone signed in whom a role grants it. */
  readonly roles?: readonly string[];
  /** Whether roles grant it one by one, as the contract's list says; otherwise it is open to everyone whom `roles` does not refuse. */
  readonly grantable: boolean;
  /** Has a tab that can not be closed. */
  readonly pinned: boolean;
  /** Keeps its state while another tab is in front. */
  readonly cached: boolean;
  /** Not in the menu, nor in its search. */
  readonly hidden: boolean;
  readonly domain: DomainRule;
  /** Whether choosing it in the menu keeps the site: all do but the dashboard. */
  readonly keepsDomain: boolean;
  /** The entry of the menu that it stands under. */
  readonly group?: RouteGroup;
  /** Whether it has a place in the breadcrumb. */
  readonly breadcrumb: boolean;
  /** The path of the entry that the menu marks while a hidden screen is open. */
  readonly activeMenu?: string;
  readonly screen: LazyExoticComponent<ComponentType>;
  /** Fetches the screen before it is drawn. */
  readonly load: () => Promise<unknown>;
}

/** What most screens of the console are. */
const PLAIN = { grantable: true, pinned: false, cached: true, hidden: false, keepsDomain: true, breadcrumb: true } as const;

/** Administrators alone, not by grant: whoever may change roles may do everything. */
const ADMINISTRATION = { roles: [ADMIN_ROLE], grantable: false } as const;

/** Source: specification 1, section 2, "visitStatistics". */
const STATISTICS: RouteGroup = { path: '/visitStatistics', title: 'route.visitStatistics', alwaysShow: true };
const FLOW: RouteGroup = { path: '/flowRate', title: 'route.flowRate', alwaysShow: true };
const SPIDER: RouteGroup = { path: '/spider', title: 'route.spider', alwaysShow: true };
const PEOPLE: RouteGroup = { path: '/people', title: 'route.people', alwaysShow: true };

/** A screen that is fetched when it is drawn, or before. */
function part(load: () => Promise<{ readonly default: ComponentType }>): Pick<ConsoleRoute, 'screen' | 'load'> {
  return { screen: lazy(load), load };
}

/** The route table, in the menu's order. */
export const ROUTES: readonly ConsoleRoute[] = [
  {
    ...PLAIN, path: PATHS.dashboard, name: 'Dashboard', title: 'route.dashboard', domain: 'always',
    // Where everything leads back to: it shows the sites that a user may see, be they none.
    grantable: false, pinned: true, cached: false, keepsDomain: false,
    ...part(() => import('../screens/dashboard/dashboard')),
  },
  {
    ...PLAIN, path: PATHS.siteDashboard, name: 'DashboardInfo', title: 'route.dashboardInfo', domain: 'with-domain',
    ...part(() => import('../screens/dashboard-info/dashboard-info')),
  },
  {
    ...PLAIN, path: PATHS.deviceReport, name: 'reportDevice', title: 'route.reportDevice', domain: 'with-domain',
    ...part(() => import('../screens/device-report/device-report')),
  },
  {
    ...PLAIN, path: PATHS.devices, name: 'DeviceList', title: 'route.deviceList', domain: 'without-domain',
    ...part(() => import('../screens/visitors/device-list')),
  },
  {
    ...PLAIN, path: PATHS.deviceDetail, name: 'Devicedetail', title: 'route.deviceDetail', domain: 'always', hidden: true, activeMenu: PATHS.devices,
    ...part(() => import('../screens/visitors/device-detail')),
  },
  {
    ...PLAIN, path: PATHS.visits, name: 'VisitList', title: 'route.visitList', domain: 'with-domain',
    ...part(() => import('../screens/visitors/visit-list')),
  },
  {
    ...PLAIN, path: PATHS.trajectory, name: 'userTrajectory', title: 'route.trajectory', domain: 'with-domain',
    ...part(() => import('../screens/trajectory/trajectory')),
  },
  {
    ...PLAIN, path: PATHS.visitIp, name: 'visitIp', title: 'route.visitIp', domain: 'with-domain', group: STATISTICS,
    ...part(() => import('../screens/visitors/visit-ip')),
  },
  {
    ...PLAIN, path: PATHS.visitUrl, name: 'visitUrl', title: 'route.visitUrl', domain: 'with-domain', group: STATISTICS,
    ...part(() => import('../screens/rankings/pages')),
  },
  {
    ...PLAIN, path: PATHS.visitEntryUrl, name: 'visitEntryUrl', title: 'route.visitEntryUrl', domain: 'with-domain', group: STATISTICS,
    ...part(() => import('../screens/rankings/entry-pages')),
  },
  {
    ...PLAIN, path: PATHS.visitReferer, name: 'visitReferer', title: 'route.visitReferer', domain: 'with-domain', group: STATISTICS,
    ...part(() => import('../screens/rankings/referrers')),
  },
  {
    ...PLAIN, path: PATHS.flowTendency, name: 'flowTendency', title: 'route.flowTendency', domain: 'with-domain', group: FLOW,
    ...part(() => import('../screens/flow-rate/tendency')),
  },
  {
    ...PLAIN, path: PATHS.flowHour, name: 'flowHour', title: 'route.flowHour', domain: 'with-domain', group: FLOW,
    ...part(() => import('../screens/flow-rate/hour')),
  },
  {
    ...PLAIN, path: PATHS.flowDay, name: 'flowDay', title: 'route.flowDay', domain: 'with-domain', group: FLOW,
    ...part(() => import('../screens/flow-rate/day')),
  },
  {
    ...PLAIN, path: PATHS.logAndBeacon, name: 'LogAndBeacon', title: 'route.logAndBeacon', domain: 'with-domain', group: FLOW,
    ...part(() => import('../screens/log-and-beacon/log-and-beacon')),
  },
  {
    ...PLAIN, path: PATHS.websites, name: 'DomainList', title: 'route.domainList', domain: 'without-domain',
    ...part(() => import('../screens/websites/websites')),
  },
  {
    ...PLAIN, path: PATHS.spiders, name: 'SpiderList', title: 'route.spiderList', domain: 'with-domain', group: SPIDER,
    ...part(() => import('../screens/spiders/spider-list')),
  },
  {
    ...PLAIN, path: PATHS.spiderLog, name: 'SpiderLog', title: 'route.spiderLog', domain: 'with-domain', group: SPIDER,
    ...part(() => import('../screens/spider-log/spider-log')),
  },
  {
    ...PLAIN, path: PATHS.aiTraffic, name: 'AiTraffic', title: 'route.aiTraffic', domain: 'with-domain', group: SPIDER,
    ...part(() => import('../screens/ai-traffic/ai-traffic')),
  },
  {
    ...PLAIN, path: PATHS.crawlCoverage, name: 'CrawlCoverage', title: 'route.crawlCoverage', domain: 'with-domain', group: SPIDER,
    ...part(() => import('../screens/crawl-coverage/crawl-coverage')),
  },
  {
    ...PLAIN, path: PATHS.sql, name: 'Sql', title: 'route.sql', domain: 'always',
    ...part(() => import('../screens/sql/sql')),
  },
  {
    ...PLAIN, ...ADMINISTRATION, path: PATHS.users, name: 'UserList', title: 'route.users', domain: 'always', group: PEOPLE,
    ...part(() => import('../screens/users/users')),
  },
  {
    ...PLAIN, ...ADMINISTRATION, path: PATHS.roles, name: 'RolePermission', title: 'route.roles', domain: 'always', group: PEOPLE,
    ...part(() => import('../screens/roles/roles')),
  },
  {
    ...PLAIN, ...ADMINISTRATION, path: PATHS.audit, name: 'AuditLog', title: 'route.audit', domain: 'always', group: PEOPLE,
    ...part(() => import('../screens/audit/audit')),
  },
  {
    ...PLAIN, ...ADMINISTRATION, path: PATHS.alarms, name: 'Alarms', title: 'route.alarms', domain: 'always',
    ...part(() => import('../screens/alarms/alarms')),
  },
  {
    ...PLAIN, ...ADMINISTRATION, path: PATHS.schedules, name: 'ReportSchedules', title: 'route.schedules', domain: 'always',
    ...part(() => import('../screens/schedules/schedules')),
  },
  {
    ...PLAIN, ...ADMINISTRATION, path: PATHS.status, name: 'ServerStatus', title: 'route.status', domain: 'always', cached: false,
    ...part(() => import('../screens/status/status')),
  },
  {
    ...PLAIN, path: PATHS.profile, name: 'Profile', title: 'route.profile', domain: 'always', grantable: false, hidden: true,
    ...part(() => import('../screens/profile/profile')),
  },
];

/** Who asks: the roles, and the names of the routes that those grant. */
export interface Visitor {
  readonly roles: readonly string[];
  readonly routes: readonly string[];
}

/** Whether somebody may open a route. 'admin' opens all. Source: specification 1, section 6. */
export function mayOpen(route: Pick<ConsoleRoute, 'name' | 'roles' | 'grantable'>, { roles, routes }: Visitor): boolean {
  if (roles.includes('admin')) return true;
  if (route.roles && !route.roles.some((role) => roles.includes(role))) return false;
  return !route.grantable || routes.includes(route.name);
}

/** The route that a path opens, as the router reads paths: whatever the case, with or without a slash at the end. */
export function routeAt(routes: readonly ConsoleRoute[], pathname: string): ConsoleRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname) !== null);
}
