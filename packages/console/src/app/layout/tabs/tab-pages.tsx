import { Activity, memo, type ReactNode, useMemo } from 'react';
import { type Location, useRoutes } from 'react-router';
import { Page } from '../../page';
import type { ConsoleRoute } from '../../routes';
import { tabKey, type Tabs } from './tabs';

interface Props {
  readonly routes: readonly ConsoleRoute[];
  readonly tabs: Tabs;
  /** The path in front. */
  readonly front: string | undefined;
}

/**
 * The screens of the tabs. Those behind keep what was typed and chosen in them, and their own query; their effects are
 * undone until they come back, so that nothing there asks, counts or titles the document.
 */
export function TabPages({ routes, tabs, front }: Props): ReactNode {
  return tabs.list.map((tab) => {
    const route = routes.find(({ path }) => path === tab.path);
    if (!route || !tabs.alive.includes(tab.path)) return null;
    return (
      <Activity key={tabKey(tab)} mode={tab.path === front ? 'visible' : 'hidden'}>
        <TabPage route={route} location={tab.location} />
      </Activity>
    );
  });
}

/** One screen at the location of its tab: within it `useLocation` and `useSearchParams` read that one. */
const TabPage = memo(function TabPage({ route, location }: { readonly route: ConsoleRoute; readonly location: Location }): ReactNode {
  const table = useMemo(
    () => [{ id: `tab:${route.path}`, path: route.path, element: <Page title={route.title}><route.screen /></Page> }],
    [route],
  );
  return useRoutes(table, location);
});
