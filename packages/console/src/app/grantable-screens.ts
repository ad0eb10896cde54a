import { GRANTABLE_ROUTES } from '@footfall/contract';
import type { GrantableScreen } from '../widgets/screens';
import type { ConsoleRoute } from './routes';

/** What of the route table roles grant, in its order. The contract names them, because the server enforces the grants. */
export function grantableScreens(routes: readonly ConsoleRoute[]): readonly GrantableScreen[] {
  return routes.flatMap(({ name, title, grantable, group }): readonly GrantableScreen[] => {
    const known = GRANTABLE_ROUTES.find((route) => route === name);
    if (!grantable || known === undefined) return [];
    return [{ name: known, title, ...(group ? { group: { path: group.path, title: group.title } } : {}) }];
  });
}
