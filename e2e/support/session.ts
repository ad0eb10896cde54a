import type { Browser, BrowserContext } from 'playwright-core';

/** Asks for a session as the sign-in page does. `token` is '' where it was refused. */
export async function login(url: string, username: string, password: string): Promise<{ readonly status: number; readonly token: string }> {
  const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username, password }) });
  const { data } = (await response.json()) as { data: { access_token?: string } | null };
  return { status: response.status, token: data?.access_token ?? '' };
}

/** The HTTP status of a call with a session; '' is none. */
export async function statusOf(url: string, token: string, path: string, body?: unknown): Promise<number> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${url}/api${path}`, { ...sent, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } });
  return response.status;
}

/** A browser that is signed in with a session, in English. */
export async function signedIn(browser: Browser, url: string, token: string, width = 1440): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width, height: 900 }, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
  await context.addCookies([{ name: 'Site-Token', value: token, url, sameSite: 'Lax' }]);
  return context;
}
