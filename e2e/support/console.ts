import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { ADMIN, AGENT, type Api, signIn } from './api.js';
import { launchBrowser } from './browser.js';
import { type RunningServer, startServer } from './server.js';

/** What the tests of the console in one file share. */
export interface Installation {
  readonly server: RunningServer;
  /** Asks as the administrator. */
  readonly api: Api;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

/** A site as `/website/add` takes it. */
interface SiteToAdd {
  readonly name: string;
  readonly domain: string;
  readonly is_stat?: 0 | 1;
}

/** A server with sites, numbered from 1 in their order, and a browser. */
export async function openInstallation(sites: readonly SiteToAdd[], env: Record<string, string> = {}): Promise<Installation> {
  const launching = launchBrowser();
  const starting = startServer({ env: { FOOTFALL_ADMIN_PASSWORD: ADMIN.password, ...env } });
  const close = async (): Promise<void> => {
    await (await launching).close();
    await (await starting).stop();
  };
  const [browser, server] = await Promise.all([launching, starting]);
  const api = await signIn(server.url);
  for (const site of sites) await api.post('/website/add', site);
  return { server, api, browser, close };
}

/** A browser in which the administrator is signed in, and its first tab. */
export interface SignedIn {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Opens a path of the console in the first tab. */
  readonly open: (path: string) => Promise<void>;
}

/** Signs in as the console does, and keeps the token where it keeps it. */
export async function signedIn(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<SignedIn> {
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ADMIN) });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 }, userAgent: AGENT, reducedMotion: 'reduce', ...options });
  await context.addCookies([{ name: 'Site-Token', value: encodeURIComponent(data.access_token), url }]);
  const page = await context.newPage();
  return { context, page, open: async (path) => void (await page.goto(url + path)) };
}
