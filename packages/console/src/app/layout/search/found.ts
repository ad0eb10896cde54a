import { GlobalOutlined } from '@ant-design/icons';
import type { ComponentType } from 'react';
import { menuTarget } from '../../menu';
import type { ConsoleRoute } from '../../routes';
import { routeIcon } from '../route-icons';
import { switchSite } from '../switch-site';
import type { MenuDoc } from './menu-search';

/** One line of the search's answer. */
export interface Found {
  readonly key: string;
  readonly icon: ComponentType;
  readonly ancestors: readonly string[];
  readonly title: string;
  readonly detail: string;
  /** Where choosing it leads. */
  readonly target: string;
}

/** Sites shown at most: more letters narrow them. */
const SITES = 6;

/** The screens that were found, each with the site that the sidebar would keep. */
export function foundScreens(offered: readonly ConsoleRoute[], docs: readonly MenuDoc[], domain: string): readonly Found[] {
  return docs.flatMap(({ path, titles }) => {
    const route = offered.find((candidate) => candidate.path === path);
    if (!route) return [];
    return [{ key: path, icon: routeIcon(path), ancestors: titles.slice(0, -1), title: titles.at(-1) ?? path, detail: '', target: menuTarget(route, domain) }];
  });
}

interface Place {
  readonly pathname: string;
  readonly parameters: URLSearchParams;
  readonly routes: readonly ConsoleRoute[];
  /** What opens a site; undefined: no screen about one site is granted, so no site is found. */
  readonly home: string | undefined;
}

/** The sites whose domain or name holds the text: choosing one keeps the report and its range, as the switcher does. */
export function foundSites(sites: readonly { readonly domain: string; readonly name: string }[], text: string, { pathname, parameters, routes, home }: Place): readonly Found[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '' || home === undefined) return [];
  return sites
    .filter(({ domain, name }) => `${domain} ${name}`.toLowerCase().includes(wanted))
    .slice(0, SITES)
    .map(({ domain, name }) => ({ key: `site ${domain}`, icon: GlobalOutlined, ancestors: [], title: domain, detail: name === domain ? '' : name, target: switchSite(routes, pathname, parameters, domain, home) }));
}
