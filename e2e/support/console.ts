/** The beginnings of the tests of the console: an installation with a browser, windows of it, and who is signed in in them. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { ADMIN, AGENT, type Api, signIn } from './api.js';
import { launchWindowless } from './browser.js';
import { type RunningServer, startServer } from './server.js';
import { login } from './session.js';

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
  const launching = launchWindowless();
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

const WINDOW: BrowserContextOptions = { locale: 'zh-CN', viewport: { width: 1440, height: 900 }, userAgent: AGENT, reducedMotion: 'reduce' };

/** A window that knows nothing of what was done before. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({ ...WINDOW, ...options });
}

/** A window in which somebody is signed in, and its first tab. */
export interface SignedIn {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Opens a path of the console in the first tab. */
  readonly open: (path: string) => Promise<void>;
}

/** Signs in, as the administrator where no session is given, and keeps the session's token where the console keeps it. */
export async function signedIn(browser: Browser, url: string, { token, ...options }: BrowserContextOptions & { readonly token?: string } = {}): Promise<SignedIn> {
  const value = token ?? (await login(url, ADMIN.username, ADMIN.password)).token;
  const context = await openWindow(browser, options);
  await context.addCookies([{ name: 'Site-Token', value: encodeURIComponent(value), url, sameSite: 'Lax' }]);
  const page = await context.newPage();
  return { context, page, open: async (path) => void (await page.goto(url + path)) };
}
