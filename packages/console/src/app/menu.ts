import { type ConsoleRoute, type DomainRule, mayOpen, type RouteGroup, type Visitor } from './routes';

/** A line of the menu: a screen, or a group that opens to screens. */
export type MenuEntry =
  | { readonly kind: 'route'; readonly route: ConsoleRoute }
  | { readonly kind: 'group'; readonly group: RouteGroup; readonly routes: readonly ConsoleRoute[] };

/** The screens that the menu offers, in its order: what the visitor may open and what fits the chosen site ('' for none). */
export function menuRoutes(routes: readonly ConsoleRoute[], visitor: Visitor, domain: string): readonly ConsoleRoute[] {
  const hiddenRule: DomainRule = domain === '' ? 'with-domain' : 'without-domain';
  return routes.filter((route) => !route.hidden && route.domain !== hiddenRule && mayOpen(route, visitor));
}

/**
 * The same as lines. A group stands where its first screen stands; a group of one screen is that screen, unless the
 * group is always shown; a group of none is no line. Source: CONSOLE, section 1.4.
 */
export function menuEntries(offered: readonly ConsoleRoute[]): readonly MenuEntry[] {
  return offered.flatMap((route, place): readonly MenuEntry[] => {
    const { group } = route;
    if (!group) return [{ kind: 'route', route }];
    const routes = offered.filter((other) => other.group?.path === group.path);
    if (offered.indexOf(routes[0] ?? route) !== place) return [];
    return routes.length === 1 && !group.alwaysShow ? [{ kind: 'route', route }] : [{ kind: 'group', group, routes }];
  });
}

/** The path of the entry that is marked while a path is open. */
export function activeEntry(routes: readonly ConsoleRoute[], pathname: string): string {
  return routes.find(({ path }) => path === pathname)?.activeMenu ?? pathname;
}

/** Where a menu entry leads. */
export function menuTarget(route: Pick<ConsoleRoute, 'path' | 'keepsDomain'>, domain: string): string {
  return route.keepsDomain && domain !== '' ? `${route.path}?${new URLSearchParams({ domain }).toString()}` : route.path;
}
