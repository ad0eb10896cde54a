import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { ADMIN, AGENT } from './api.js';

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
