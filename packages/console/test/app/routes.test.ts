import { GRANTABLE_ROUTES } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { grantableScreens } from '../../src/app/grantable-screens';
import { siteHome, switchSite } from '../../src/app/layout/switch-site';
import { hasRouteIcon } from '../../src/app/layout/route-icons';
import { activeEntry, menuEntries, menuRoutes, menuTarget } from '../../src/app/menu';
import { type ConsoleRoute, mayOpen, routeAt, ROUTES, type RouteGroup } from '../../src/app/routes';

const ADMIN = { roles: ['admin'], routes: [] };
const VISITS = ['/visit/index', '/userTrajectory/userTrajectory', '/visitStatistics/ip', '/visitStatistics/url', '/visitStatistics/entry_url', '/visitStatistics/referer'];
const ADMINISTRATION = ['/people/users', '/people/roles', '/people/audit', '/alarms', '/schedules', '/status'];

const paths = (domain: string) => menuRoutes(ROUTES, ADMIN, domain).map(({ path }) => path);

describe('the menu', () => {
  it('hides the screens of one site while none is chosen', () => {
    expect(paths('')).toEqual(['/dashboard', '/device/index', '/domainlist/index', '/sql', ...ADMINISTRATION]);
  });

  it('hides devices and the list of domains once one is chosen', () => {
    expect(paths('a.example')).toEqual(['/dashboard', '/dashboard_info/index', '/report/device', ...VISITS, '/flowRate/tendency', '/flowRate/hour', '/flowRate/day', '/flowRate/log', '/spider/index', '/spider/log', '/spider/ai', '/spider/coverage', '/sql', ...ADMINISTRATION]);
  });

  it('keeps the site, save on the way to the dashboard', () => {
    const target = (path: string) => menuTarget({ path, keepsDomain: path !== '/dashboard' }, 'a.example');
    expect(ROUTES.filter(({ keepsDomain }) => !keepsDomain).map(({ path }) => path)).toEqual(['/dashboard']);
    expect(target('/report/device')).toBe('/report/device?domain=a.example');
    expect(target('/dashboard')).toBe('/dashboard');
  });
});

/** A route for tests: the first of the table under another path. */
function route(path: string, part: Partial<ConsoleRoute> = {}): ConsoleRoute {
  const [first] = ROUTES;
  if (!first) throw new Error('The table is empty');
  return { ...first, path, name: path, ...part };
}

describe('what roles grant', () => {
  it('is the same to the table and to the server', () => {
    expect(grantableScreens(ROUTES).map(({ name }) => name)).toEqual(ROUTES.filter(({ grantable }) => grantable).map(({ name }) => name));
    expect(grantableScreens(ROUTES).map(({ name }) => name).toSorted()).toEqual([...GRANTABLE_ROUTES].toSorted());
  });

  it('opens what is granted, home and one’s own profile, never people', () => {
    const open = (routes: string[]) => ROUTES.filter((entry) => mayOpen(entry, { roles: ['desk'], routes })).map(({ path }) => path);
    expect(open([])).toEqual(['/dashboard', '/profile/index']);
    expect(open(['DomainList', 'UserList'])).toEqual(['/dashboard', '/domainlist/index', '/profile/index']);
    expect(ROUTES.filter((entry) => mayOpen(entry, ADMIN))).toHaveLength(ROUTES.length);
  });
});

describe('groups of the menu', () => {
  const group = (path: string, alwaysShow = false): RouteGroup => ({ path, title: 'route.dashboard', alwaysShow });
  const lines = (routes: readonly ConsoleRoute[]) =>
    menuEntries(routes).map((entry) => (entry.kind === 'route' ? entry.route.path : { [entry.group.path]: entry.routes.map(({ path }) => path) }));

  it('stand where their first screen stands', () => {
    expect(lines([route('/a'), route('/g/1', { group: group('/g') }), route('/b'), route('/g/2', { group: group('/g') })])).toEqual(['/a', { '/g': ['/g/1', '/g/2'] }, '/b']);
  });

  it('are their one screen, unless always shown', () => {
    expect(lines([route('/g/1', { group: group('/g') })])).toEqual(['/g/1']);
    expect(lines([route('/g/1', { group: group('/g', true) })])).toEqual([{ '/g': ['/g/1'] }]);
    expect(lines([])).toEqual([]);
  });

  it('mark the entry that a hidden screen belongs to', () => {
    const routes = [route('/list'), route('/detail', { hidden: true, activeMenu: '/list' })];
    expect(activeEntry(routes, '/detail')).toBe('/list');
    expect(activeEntry(routes, '/list')).toBe('/list');
    expect(menuRoutes(routes, ADMIN, '').map(({ path }) => path)).toEqual(['/list']);
  });
});

describe('the table', () => {
  it('has every path and every name once', () => {
    for (const key of ['path', 'name'] as const) expect(new Set(ROUTES.map((entry) => entry[key])).size).toBe(ROUTES.length);
  });

  it('lets roles grant what the contract says that they grant', () => {
    expect(ROUTES.filter(({ grantable, roles }) => grantable && !roles).map(({ name }) => name).toSorted()).toEqual([...GRANTABLE_ROUTES].toSorted());
  });

  it('has a sign in the menu for every screen and every group', () => {
    const entries = ROUTES.flatMap(({ path, group }) => [path, ...(group ? [group.path] : [])]);
    expect(entries.filter((path) => !hasRouteIcon(path))).toEqual([]);
  });

  it('reads paths as the router does', () => {
    expect(['/Dashboard', '/dashboard/', '/dashboard/x', '/'].map((path) => routeAt(ROUTES, path)?.path)).toEqual(['/dashboard', '/dashboard', undefined, undefined]);
  });

  it('leaves analytics without roles, and the home screen open to all', () => {
    const open = ['/dashboard', '/dashboard_info/index', '/report/device', '/device/index', '/deviceDetail/index', ...VISITS, '/domainlist/index'];
    expect(ROUTES.filter(({ path }) => open.includes(path)).map(({ path, roles }) => ({ path, roles }))).toEqual(open.map((path) => ({ path, roles: undefined })));
    expect(ROUTES.find(({ path }) => path === '/dashboard')).toMatchObject({ grantable: false, pinned: true, cached: false });
  });
});

describe('mayOpen', () => {
  it('opens what names no roles to everyone, and everything to admin', () => {
    const may = (roles: readonly string[] | undefined, mine: readonly string[]) => mayOpen({ name: 'x', grantable: false, ...(roles ? { roles } : {}) }, { roles: mine, routes: [] });
    expect(may(undefined, ['visitor'])).toBe(true);
    expect(may(['editor'], ['visitor'])).toBe(false);
    expect(may(['editor'], ['visitor', 'editor'])).toBe(true);
    expect(may(['editor'], ['admin'])).toBe(true);
  });

  it('opens what roles grant one by one to those only', () => {
    const may = (routes: readonly string[], roles = ['visitor']) => mayOpen({ name: 'x', grantable: true }, { roles, routes });
    expect(may(['x', 'y'])).toBe(true);
    expect(may(['y'])).toBe(false);
    expect(may([])).toBe(false);
    expect(may([], ['admin'])).toBe(true);
  });
});

describe('choosing a site', () => {
  const now = new URLSearchParams('domain=a.example&range=30d&metric=uv&country_code=CN&ip=1.2.3.4&page=7');
  const chosen = (pathname: string, parameters: URLSearchParams, next: string) => switchSite(ROUTES, pathname, parameters, next, siteHome(ROUTES, ADMIN) ?? '');

  it('keeps the report and the range, not what belongs to the old site', () => {
    expect(chosen('/report/device', now, 'b.example')).toBe('/report/device?domain=b.example&range=30d&metric=uv&country_code=CN');
  });

  it('opens the site from a screen about all sites', () => {
    expect(chosen('/dashboard', new URLSearchParams('sort=ip'), 'b.example')).toBe('/dashboard_info/index?domain=b.example');
    expect(chosen('/domainlist/index', new URLSearchParams(), 'b.example')).toBe('/dashboard_info/index?domain=b.example');
  });

  it('goes home without one', () => {
    expect(chosen('/report/device', now, '')).toBe('/dashboard');
  });

  it('leads to a screen that the roles grant, or nowhere', () => {
    expect(siteHome(ROUTES, { roles: ['r'], routes: ['DashboardInfo', 'reportDevice'] })).toBe('/dashboard_info/index');
    expect(siteHome(ROUTES, { roles: ['r'], routes: ['reportDevice'] })).toBe('/report/device');
    expect(siteHome(ROUTES, { roles: ['r'], routes: ['DomainList'] })).toBeUndefined();
  });
});
