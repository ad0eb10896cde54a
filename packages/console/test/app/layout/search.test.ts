import { describe, expect, it } from 'vitest';
import { foundScreens, foundSites } from '../../../src/app/layout/search/found';
import { createMenuSearch, menuDocs } from '../../../src/app/layout/search/menu-search';
import { opensSearch } from '../../../src/app/layout/search/shortcut';
import { type ConsoleRoute, ROUTES } from '../../../src/app/routes';
import { en } from '../../../src/i18n/texts/en';
import { zh } from '../../../src/i18n/texts/zh';
import { titleReadings } from '../../../vite/title-readings';

const READINGS = titleReadings(zh);

/** Two entries with a title from the table and a group, as the route table has them. */
const [first, second, third] = ROUTES as [ConsoleRoute, ConsoleRoute, ConsoleRoute];
const grouped: ConsoleRoute = { ...third, path: '/flowRate/tendency', title: 'route.reportDevice', group: { path: '/flowRate', title: 'route.domainList', alwaysShow: true } };
const chinese = createMenuSearch(menuDocs([first, second, grouped], (key) => zh[key], READINGS));

describe('the readings', () => {
  it('are there for each title of the menu', () => {
    const titles = ROUTES.flatMap(({ title, group }) => [title, ...(group ? [group.title] : [])]);
    expect(titles.filter((title) => (READINGS[title] ?? []).length === 0)).toEqual([]);
  });

  it('know how a character is read in its word', () => {
    expect(titleReadings({ 'route.a': '重复访客', 'route.b': '银行', 'route.c': '旅行', 'app.name': '首页' })).toEqual({
      'route.a': ['chong', 'fu', 'fang', 'ke'], 'route.b': ['yin', 'hang'], 'route.c': ['lv', 'xing'],
    });
  });
});

describe('the menu search', () => {
  it('offers everything before anything is typed', () => {
    expect(chinese('  ')).toHaveLength(3);
  });

  it.each([
    ['设备', '/flowRate/tendency'],
    ['shebeibaobiao', '/flowRate/tendency'],
    ['sbbb', '/flowRate/tendency'],
    // The group above it: 域名管理.
    ['域名', '/flowRate/tendency'],
    ['ymgl', '/flowRate/tendency'],
    ['yuming', '/flowRate/tendency'],
    ['sy', '/dashboard'],
    ['tendency', '/flowRate/tendency'],
    // One letter too many.
    ['shebeibbaobiao', '/flowRate/tendency'],
  ])('finds by %s', (text, path) => {
    expect(chinese(text)[0]?.path).toBe(path);
  });

  it('knows no pinyin where there are no readings', () => {
    const english = createMenuSearch(menuDocs(ROUTES, (key) => en[key], {}));
    expect(english('sbbb')).toEqual([]);
    expect(english('websits')[0]?.path).toBe('/domainlist/index');
  });

  it('finds nothing for what is nowhere', () => {
    expect(chinese('zzzzzzzz')).toEqual([]);
  });

  it('leads where the sidebar would: with the site, save to the dashboard', () => {
    const docs = menuDocs([first, grouped], (key) => zh[key], READINGS);
    expect(foundScreens([first, grouped], docs, 'a.example').map(({ target, ancestors }) => [target, ancestors])).toEqual([
      ['/dashboard', []],
      ['/flowRate/tendency?domain=a.example', [zh['route.domainList']]],
    ]);
  });

  it('finds sites too, and keeps the report and its range', () => {
    const sites = [{ domain: 'shop.example', name: 'Tea' }, { domain: 'docs.example', name: 'Docs' }];
    const place = { pathname: '/report/device', parameters: new URLSearchParams('domain=x.example&range=30d&page=2'), routes: ROUTES, home: '/dashboard_info/index' };
    expect(foundSites(sites, 'TEA', place).map(({ target }) => target)).toEqual(['/report/device?domain=shop.example&range=30d']);
    expect(foundSites(sites, '', place)).toEqual([]);
    expect(foundSites(sites, 'TEA', { ...place, home: undefined })).toEqual([]);
  });
});

describe('the keys that open it', () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, defaultPrevented: false, isComposing: false, target: null, ...more });

  it('are Ctrl+K and Cmd+K always, and / while it is switched on', () => {
    expect(opensSearch(press('k', { ctrlKey: true }), false)).toBe(true);
    expect(opensSearch(press('K', { metaKey: true }), false)).toBe(true);
    expect(opensSearch(press('/'), true)).toBe(true);
    expect(opensSearch(press('/'), false)).toBe(false);
  });

  it.each([['k', {}], ['k', { ctrlKey: true, altKey: true }], ['k', { ctrlKey: true, isComposing: true }], ['/', { ctrlKey: true }], ['/', { defaultPrevented: true }]] as const)('are not %s with %j', (key, more) => {
    expect(opensSearch(press(key, more), true)).toBe(false);
  });
});
