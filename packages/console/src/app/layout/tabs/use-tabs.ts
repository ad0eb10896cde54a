import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../../widgets/session';
import { type ConsoleRoute, mayOpen } from '../../routes';
import { readTabs, writeTabs } from './tab-memory';
import { closedBy, type Closing, closeTabs, nextFront, onlyAllowed, refreshTab, startTabs, type Tab, type Tabs, visit } from './tabs';

/** The open tabs and what can be done with them. */
export interface TabsControl {
  readonly tabs: Tabs;
  /** The route in front; undefined where the address is no screen that the user may open. */
  readonly front: ConsoleRoute | undefined;
  readonly open: (tab: Tab) => void;
  readonly close: (path: string, closing: Closing) => void;
  /** Starts a tab's screen anew and asks all its questions anew. */
  readonly refresh: (path: string) => void;
}

/** Follows the address: each screen that is opened has a tab, with the query it had last. */
export function useTabs(routes: readonly ConsoleRoute[]): TabsControl {
  const { user } = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const allowed = useMemo(() => routes.filter((route) => mayOpen(route, user)), [routes, user]);
  const [known, setTabs] = useState(() => startTabs(allowed, readTabs(window.sessionStorage, user.username)));

  const front = allowed.find((route) => route.path === location.pathname);
  const granted = onlyAllowed(known, allowed);
  const tabs = front ? visit(granted, allowed, location) : granted;
  if (tabs !== known) setTabs(tabs);

  useEffect(() => writeTabs(window.sessionStorage, user.username, tabs), [tabs, user.username]);

  const open = useCallback(({ location: { pathname, search, hash, state } }: Tab) => void navigate({ pathname, search, hash }, { state }), [navigate]);

  const close = (path: string, closing: Closing): void => {
    const closed = closedBy(tabs, path, closing);
    const next = nextFront(tabs, location.pathname, path, closed);
    setTabs(closeTabs(tabs, closed, location.pathname));
    if (next) open(next);
    else if (closing === 'others' && path !== location.pathname) {
      const chosen = tabs.list.find((tab) => tab.path === path);
      if (chosen) open(chosen);
    }
  };

  const refresh = useCallback(
    (path: string) => {
      void queries.invalidateQueries({ refetchType: 'none' });
      setTabs((current) => refreshTab(current, path));
    },
    [queries],
  );
  return { tabs, front, open, close, refresh };
}
