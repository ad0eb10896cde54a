import type { Location } from 'react-router';
import { describe, expect, it } from 'vitest';
import { forgetTabs, readTabs, writeTabs } from '../../../src/app/layout/tabs/tab-memory';
import { closedBy, type Closing, closeTabs, nextFront, onlyAllowed, refreshTab, startTabs, tabKey, type Tabs, visit } from '../../../src/app/layout/tabs/tabs';

const ROUTES = [
  { path: '/home', pinned: true, cached: false },
  ...['/a', '/b', '/c', '/d'].map((path) => ({ path, pinned: false, cached: true })),
];
let keys = 0;
const at = (path: string, search = ''): Location => ({ pathname: path, search, hash: '', state: null, key: String((keys += 1)) });
const opened = (...paths: string[]): Tabs => paths.reduce((tabs, path) => visit(tabs, ROUTES, at(path)), startTabs(ROUTES, []));
const paths = ({ list }: Tabs): string[] => list.map(({ path }) => path);

describe('opening', () => {
  it('starts with the pinned tabs, and gives each path one tab', () => {
    expect(paths(startTabs(ROUTES, []))).toEqual(['/home']);
    expect(paths(opened('/b', '/a', '/b', '/home'))).toEqual(['/home', '/b', '/a']);
  });

  it('keeps the query that a tab had last', () => {
    const tabs = visit(opened('/a'), ROUTES, at('/a', '?domain=x.example&range=7d'));
    expect(paths(tabs)).toEqual(['/home', '/a']);
    expect(visit(tabs, ROUTES, at('/b')).list[1]?.location.search).toBe('?domain=x.example&range=7d');
  });

  it('changes nothing while nothing changes', () => {
    const here = at('/a');
    const tabs = visit(opened(), ROUTES, here);
    expect(visit(tabs, ROUTES, here)).toBe(tabs);
  });

  it('keeps alive what was seen last, ten at most, and nothing that is not cached', () => {
    const many = Array.from({ length: 12 }, (_, number) => ({ path: `/s${number}`, pinned: false, cached: true }));
    const routes = [...ROUTES, ...many];
    let tabs = visit(startTabs(routes, []), routes, at('/home'));
    for (const { path } of many) tabs = visit(tabs, routes, at(path));
    expect(tabs.alive).toEqual(many.map(({ path }) => path).toReversed().slice(0, 10));
    expect(tabs.list).toHaveLength(13);
  });
});

describe('screens that are not the user’s any more', () => {
  it('lose their tabs, and what is kept of them', () => {
    const tabs = opened('/a', '/b', '/c');
    const left = onlyAllowed(tabs, ROUTES.filter(({ path }) => path !== '/b'));
    expect(left.list.map(({ path }) => path)).toEqual(['/home', '/a', '/c']);
    expect(left.alive).not.toContain('/b');
    expect(onlyAllowed(tabs, ROUTES)).toBe(tabs);
  });
});

describe('closing', () => {
  const closed = (on: string, closing: Closing) => closedBy(opened('/a', '/b', '/c'), on, closing);

  it('never closes a pinned tab', () => {
    expect(closed('/home', 'this')).toEqual([]);
    expect(closed('/b', 'this')).toEqual(['/b']);
    expect(closed('/b', 'others')).toEqual(['/a', '/c']);
    expect(closed('/b', 'left')).toEqual(['/a']);
    expect(closed('/b', 'right')).toEqual(['/c']);
    expect(closed('/b', 'all')).toEqual(['/a', '/b', '/c']);
  });

  it.each<[string, string, Closing, string | undefined]>([
    ['/b', '/b', 'this', '/c'],
    ['/c', '/c', 'this', '/b'],
    ['/a', '/b', 'this', undefined],
    ['/a', '/b', 'others', '/b'],
    ['/a', '/c', 'left', '/c'],
    ['/b', '/c', 'all', '/home'],
  ])('with %s in front, on %s, "%s" leads to %s', (front, on, closing, next) => {
    const tabs = opened('/a', '/b', '/c');
    expect(nextFront(tabs, front, on, closedBy(tabs, on, closing))?.path).toBe(next);
  });

  it('takes the front tab away once another is in front, and forgets its state', () => {
    const before = opened('/a', '/b');
    const tabs = closeTabs(before, ['/b'], '/b');
    expect(paths(tabs)).toEqual(['/home', '/a', '/b']);
    const after = visit(tabs, ROUTES, at('/a'));
    expect([paths(after), after.alive, after.closing]).toEqual([['/home', '/a'], ['/a'], []]);
    const again = visit(after, ROUTES, at('/b')).list.at(-1);
    expect(again?.serial).not.toBe(before.list.at(-1)?.serial);
  });
});

describe('refreshing', () => {
  it('gives the screen a new life at the same place', () => {
    const tabs = opened('/a', '/b');
    const fresh = refreshTab(tabs, '/a');
    expect(paths(fresh)).toEqual(paths(tabs));
    expect(fresh.list.map((tab, place) => tabKey(tab) === tabKey(tabs.list[place] ?? tab))).toEqual([true, false, true]);
  });
});

describe('the memory of a browser tab', () => {
  const storage = (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => {
    const kept = new Map<string, string>();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text), removeItem: (key) => void kept.delete(key) };
  };

  it('brings back the tabs, their order and queries, to the same user only', () => {
    const place = storage();
    const tabs = visit(opened('/b', '/a'), ROUTES, at('/a', '?page=3'));
    writeTabs(place, 'ann', tabs);
    const back = startTabs(ROUTES, readTabs(place, 'ann'));
    expect(back.list.map((tab) => [tab.path, tab.location.search, tabKey(tab)])).toEqual(tabs.list.map((tab) => [tab.path, tab.location.search, tabKey(tab)]));
    expect(back.alive).toEqual([]);
    expect(readTabs(place, 'ben')).toEqual([]);
    forgetTabs(place);
    expect(readTabs(place, 'ann')).toEqual([]);
  });

  it('leaves out what was closing, and screens that the user may no longer open', () => {
    const place = storage();
    writeTabs(place, 'ann', closeTabs(opened('/a', '/b'), ['/b'], '/b'));
    expect(paths(startTabs(ROUTES, readTabs(place, 'ann')))).toEqual(['/home', '/a']);
    expect(paths(startTabs(ROUTES.filter(({ path }) => path !== '/a'), readTabs(place, 'ann')))).toEqual(['/home']);
  });

  it.each(['', '{', '[]', '{"user":"ann"}', '{"user":"ann","tabs":[{"path":3}]}'])('is empty on %s', (text) => {
    expect(readTabs({ getItem: () => text }, 'ann')).toEqual([]);
  });
});
