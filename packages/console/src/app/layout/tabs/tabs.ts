import type { Location } from 'react-router';

/** One screen that was opened: a path with the query that it had last. */
export interface Tab {
  readonly path: string;
  readonly location: Location;
  /** Pinned tabs can not be closed. */
  readonly pinned: boolean;
  /** A new one starts the screen anew: what it is mounted under. */
  readonly serial: number;
}

/** The open tabs, in the order of the strip. Values: every change makes new ones. */
export interface Tabs {
  readonly list: readonly Tab[];
  /** The paths whose screens are kept alive, the one seen last first. */
  readonly alive: readonly string[];
  /** Tabs that close as soon as another is in front. */
  readonly closing: readonly string[];
  readonly nextSerial: number;
}

/** What is remembered of a tab over a reload. */
export interface StoredTab {
  readonly path: string;
  readonly search: string;
  readonly hash: string;
  readonly serial: number;
}

/** What the tabs need to know of a screen. */
interface Tabbed {
  readonly path: string;
  readonly pinned: boolean;
  readonly cached: boolean;
}

/** Which tabs a command closes, seen from one tab. */
export const CLOSINGS = ['this', 'others', 'left', 'right', 'all'] as const;
export type Closing = (typeof CLOSINGS)[number];

/** Screens kept alive at most: the one that was not seen for the longest time is let go, its tab stays. */
const ALIVE = 10;

/** A tab that was not visited since the page was loaded has a location without history. */
function restored({ path, search, hash }: StoredTab): Location {
  return { pathname: path, search, hash, state: null, key: 'restored' };
}

/**
 * The tabs at the start: the pinned ones, then those remembered, in their order.
 * @param routes the screens that the user may open
 */
export function startTabs(routes: readonly Tabbed[], stored: readonly StoredTab[]): Tabs {
  const first = 1 + Math.max(0, ...stored.map(({ serial }) => serial));
  const pinned = routes.filter((route) => route.pinned).map(({ path }, place): Tab => {
    const known = stored.find((tab) => tab.path === path) ?? { path, search: '', hash: '', serial: first + place };
    return { path, pinned: true, location: restored(known), serial: known.serial };
  });
  const others = stored
    .filter((tab, place) => routes.some((route) => route.path === tab.path && !route.pinned) && stored.findIndex(({ path }) => path === tab.path) === place)
    .map((tab): Tab => ({ path: tab.path, pinned: false, location: restored(tab), serial: tab.serial }));
  return { list: [...pinned, ...others], alive: [], closing: [], nextSerial: first + pinned.length };
}

/** The tabs without those of screens that the user may not open any more. The same tabs when nothing changes. */
export function onlyAllowed(tabs: Tabs, routes: readonly Tabbed[]): Tabs {
  const stays = (path: string): boolean => routes.some((route) => route.path === path);
  if (tabs.list.every(({ path }) => stays(path))) return tabs;
  return { ...tabs, list: tabs.list.filter(({ path }) => stays(path)), alive: tabs.alive.filter(stays), closing: tabs.closing.filter(stays) };
}

/**
 * The tabs while a location is open: its tab exists, is alive and has that query; those that waited for another to
 * come in front are gone. The same tabs when nothing changes.
 */
export function visit(tabs: Tabs, routes: readonly Tabbed[], location: Location): Tabs {
  const path = location.pathname;
  const known = tabs.list.find((tab) => tab.path === path);
  const leaving = tabs.closing.filter((closing) => closing !== path);
  if (known?.location === location && tabs.alive[0] === path && leaving.length === 0) return tabs;
  const kept = leaving.length === 0 ? tabs.list : tabs.list.filter((tab) => !leaving.includes(tab.path));
  const list = known
    ? kept.map((tab) => (tab === known ? { ...tab, location } : tab))
    : [...kept, { path, pinned: false, location, serial: tabs.nextSerial }];
  const alive = [path, ...tabs.alive.filter((other) => other !== path && list.some((tab) => tab.path === other) && routes.some((route) => route.path === other && route.cached))];
  return { list, alive: alive.slice(0, ALIVE), closing: tabs.closing.filter((closing) => closing === path), nextSerial: tabs.nextSerial + (known ? 0 : 1) };
}

/** The paths that a command closes: never a pinned one. */
export function closedBy(tabs: Tabs, path: string, closing: Closing): readonly string[] {
  const place = tabs.list.findIndex((tab) => tab.path === path);
  const chosen: Readonly<Record<Closing, (index: number) => boolean>> = {
    this: (index) => index === place,
    others: (index) => index !== place,
    left: (index) => index < place,
    right: (index) => index > place,
    all: () => true,
  };
  return tabs.list.filter((tab, index) => !tab.pinned && chosen[closing](index)).map((tab) => tab.path);
}

/**
 * The tab to go to when some close and the front one is among them: the one that the command was given on when it
 * stays, else the nearest to the right, else the nearest to the left.
 * @returns undefined when the front tab stays
 */
export function nextFront(tabs: Tabs, front: string, on: string, closed: readonly string[]): Tab | undefined {
  if (!closed.includes(front)) return undefined;
  const stays = (tab: Tab): boolean => !closed.includes(tab.path);
  const place = tabs.list.findIndex((tab) => tab.path === front);
  return tabs.list.find((tab) => tab.path === on && stays(tab)) ?? tabs.list.slice(place + 1).find(stays) ?? tabs.list.slice(0, place).findLast(stays);
}

/** The path whose tab takes the focus when a command given on a tab closes that very tab; else the tab keeps it. */
export function nextFocus(tabs: Tabs, on: string, closing: Closing): string {
  return nextFront(tabs, on, on, closedBy(tabs, on, closing))?.path ?? on;
}

/** Closes tabs; the front one as soon as another is in front. */
export function closeTabs(tabs: Tabs, closed: readonly string[], front: string): Tabs {
  const stays = (path: string): boolean => !closed.includes(path) || path === front;
  return {
    ...tabs,
    list: tabs.list.filter((tab) => stays(tab.path)),
    alive: tabs.alive.filter(stays),
    closing: closed.includes(front) ? [...tabs.closing, front] : tabs.closing,
  };
}

/** Starts a tab's screen anew, when it is opened or at once when it is open. */
export function refreshTab(tabs: Tabs, path: string): Tabs {
  return { ...tabs, list: tabs.list.map((tab) => (tab.path === path ? { ...tab, serial: tabs.nextSerial } : tab)), nextSerial: tabs.nextSerial + 1 };
}

/** What scroll positions and mounted screens are kept by: one for each life of a tab. */
export function tabKey({ path, serial }: Pick<Tab, 'path' | 'serial'>): string {
  return `${path}#${serial}`;
}
