import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { cookieText, PREFERENCE_AGE, readCookie } from '../../lib/cookies';

/** '1' open, '0' collapsed; absent: open. Source: CONSOLE, section 1.4. */
const SIDEBAR_COOKIE = 'sidebarStatus';

interface Sidebar {
  readonly open: boolean;
  /** Only what the reader did is animated. */
  readonly animated: boolean;
  readonly toggle: () => void;
}

/** The sidebar of wide screens. Only the reader's own toggles are remembered. */
export function useSidebar(): Sidebar {
  const [open, setOpen] = useState(() => readCookie(document.cookie, SIDEBAR_COOKIE) !== '0');
  const [animated, setAnimated] = useState(false);
  const toggle = useCallback(() => {
    setAnimated(true);
    setOpen(!open);
    const secure = window.location.protocol === 'https:';
    document.cookie = cookieText(SIDEBAR_COOKIE, open ? '0' : '1', { secure, maxAge: PREFERENCE_AGE });
  }, [open]);
  return { open, animated, toggle };
}

export interface DrawerState {
  readonly open: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/**
 * The drawer of narrow screens. It opens by the reader only, and closes by going anywhere; a changed height, as when
 * the keyboard of a phone comes up, does nothing, and nothing of it is remembered.
 */
export function useDrawer(mobile: boolean): DrawerState {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // Where it was opened.
  const [openedAt, setOpenedAt] = useState<string>();
  const open = mobile && openedAt === here;
  return { open, toggle: () => setOpenedAt(open ? undefined : here), close: () => setOpenedAt(undefined) };
}
