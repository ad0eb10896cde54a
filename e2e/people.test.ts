import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type Api, beacon, collect } from './support/api.js';
import { openInstallation, openWindow, signedIn } from './support/console.js';
import type { RunningServer } from './support/server.js';
import { login, statusOf } from './support/session.js';

const GRANTED = 'shop.example';
const OTHER = 'blog.example';
const PASSWORD = 'first-password';

let server: RunningServer;
let browser: Browser;
let close: () => Promise<void>;
let api: Api;
let admin: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  ({ server, api, browser, close } = await openInstallation([{ name: 'Shop', domain: GRANTED }, { name: 'Blog', domain: OTHER }]));
  admin = (await login(server.url, ADMIN.username, ADMIN.password)).token;
});
afterAll(() => close());
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** A page with a session; '' for none. */
async function pageOf(token: string, path: string, width = 1440): Promise<Page> {
  const options = { locale: 'en-US', viewport: { width, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] };
  const context = token === '' ? await openWindow(browser, options) : (await signedIn(browser, server.url, { ...options, token })).context;
  contexts.push(context);
  const [page = await context.newPage()] = context.pages();
  await page.goto(server.url + path);
  return page;
}

/** A user with a role, password set, as the calls make one. @returns the token of a session */
async function makeUser(username: string, roles: readonly string[]): Promise<string> {
  const { invitation } = await api.post<{ invitation: { token: string } }>('/user/add', { username, roles });
  expect(await statusOf(server.url, '', '/auth/invitation/accept', { token: invitation.token, password: PASSWORD })).toBe(200);
  return (await login(server.url, username, PASSWORD)).token;
}

/** A picture of one colour as the browser itself writes it. */
async function pngOf(page: Page, width: number, height: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(([across, down]) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [across ?? 0, down ?? 0];
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#008040';
    context?.fillRect(0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, [width, height]);
  return { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

describe('an invited user', () => {
  it('sets a password with the link, once, under the rules, and is in', async () => {
    const page = await pageOf(admin, '/people/users');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Invite and make the link' }).click();
    await dialog.getByText('Please enter 2 to 60 letters, digits or _ . @ + -').waitFor();
    await dialog.getByText('Please choose at least one role').waitFor();
    await dialog.getByLabel('User name').fill('carla');
    await dialog.getByLabel('Name', { exact: true }).fill('Carla <b>M</b>');
    await dialog.getByLabel('E-mail').fill('not-an-address');
    await dialog.getByLabel('Roles').click();
    await dialog.getByText('That is not an e-mail address').waitFor();
    await dialog.getByLabel('E-mail').fill('carla@example.com');
    await dialog.getByLabel('Roles').click();
    await page.locator('.ant-select-item-option', { hasText: 'Administrator' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Invite and make the link' }).click();
    const link = await page.locator('code', { hasText: '/invitation#' }).innerText();
    await page.getByRole('button', { name: 'Copy the link' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('row', { name: /Carla <b>M<\/b>/u }).getByText('Invited').waitFor();
    expect(await page.content()).not.toContain(link);

    const theirs = await pageOf('', link.slice(server.url.length));
    await theirs.getByText('you will sign in as carla').waitFor();
    await theirs.getByLabel('New password', { exact: true }).fill('12345');
    await theirs.getByRole('button', { name: 'Show the password: New password' }).click();
    expect(await theirs.locator('input:focus').getAttribute('type')).toBe('text');
    await theirs.getByLabel('Repeat the new password', { exact: true }).fill('12346');
    await theirs.getByRole('button', { name: 'Set the password and sign in' }).click();
    await theirs.getByText('The password has at least 6 characters').first().waitFor();
    await theirs.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await theirs.getByLabel('Repeat the new password', { exact: true }).fill(`${PASSWORD}!`);
    await theirs.getByRole('button', { name: 'Set the password and sign in' }).click();
    await theirs.getByText('The two passwords are not the same').waitFor();
    await theirs.getByLabel('Repeat the new password', { exact: true }).fill(PASSWORD);
    await theirs.keyboard.press('Enter');
    await theirs.waitForURL(`${server.url}/dashboard`);
    await theirs.getByRole('button', { name: 'Account: Carla <b>M</b>' }).waitFor();
    expect((await login(server.url, 'carla', PASSWORD)).status).toBe(200);

    const again = await pageOf('', link.slice(server.url.length));
    expect(await again.getByRole('alert').innerText()).toContain('This link was used, replaced or has expired');
  });

  it('is refused everywhere at once when disabled', async () => {
    const token = await makeUser('dora', ['admin']);
    const theirs = await pageOf(token, '/profile/index');
    await theirs.getByText('Set a password by link').waitFor();
    const page = await pageOf(admin, '/people/users?q=dora');
    await page.getByRole('button', { name: 'More actions for dora' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('row', { name: /dora/u }).getByText('Disabled').waitFor();
    expect(await statusOf(server.url, token, '/auth/me')).toBe(401);
    await theirs.getByRole('tab', { name: 'Security' }).click();
    await theirs.getByRole('dialog').getByText('You have been logged out').waitFor();
    await theirs.goto(`${server.url}/dashboard`);
    await theirs.waitForURL(/\/login\?redirect=/u);
    expect((await login(server.url, 'dora', PASSWORD)).status).toBe(403);
  });
});

describe('a role with one screen and one site', () => {
  it('is made with the tree and the list of sites, and opens just these: menu, address and calls alike', async () => {
    const page = await pageOf(admin, '/people/roles');
    await page.getByRole('button', { name: 'Add a role' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Please enter a name').waitFor();
    await dialog.getByText('Please choose at least one site').waitFor();
    await dialog.getByLabel('Name').fill('Sites desk');
    await dialog.locator('.ant-tree-treenode', { hasText: 'Websites' }).locator('.ant-tree-checkbox').click();
    await dialog.getByRole('combobox', { name: 'Sites' }).click();
    await page.locator('.ant-select-item-option', { hasText: GRANTED }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /Sites desk/u });
    await row.getByText(GRANTED).waitFor();
    expect(await row.getByText('Websites').count()).toBe(1);
    const key = await row.locator('code').innerText();

    const token = await makeUser('desk', [key]);
    const theirs = await pageOf(token, '/dashboard');
    await theirs.getByRole('menuitem', { name: 'Websites' }).waitFor();
    expect(await theirs.getByRole('menuitem', { name: /People|Users/u }).count()).toBe(0);
    for (const path of ['/people/users', '/people/roles', '/people/audit', `/dashboard_info/index?domain=${GRANTED}`, `/report/device?domain=${GRANTED}`]) {
      await theirs.goto(server.url + path);
      await theirs.getByRole('heading', { name: 'You have no permission for this page' }).waitFor();
    }
    await theirs.goto(`${server.url}/domainlist/index`);
    await theirs.getByRole('link', { name: GRANTED }).first().waitFor();
    expect(await theirs.getByText(OTHER).count()).toBe(0);
    // What only administrators do is not offered either.
    await theirs.getByRole('button', { name: 'Details' }).waitFor();
    for (const name of ['Add', 'Edit', 'Delete']) expect(await theirs.getByRole('button', { name, exact: true }).count()).toBe(0);
    const range = ['2026-11-21 00:00:00', '2026-11-21 23:59:59'];
    const refused: [string, unknown][] = [['/user/list', undefined], ['/role/list', undefined], ['/audit/list', undefined], ['/home/trend', { domain: GRANTED, query_time: range }], [`/report/device_logs?domain=${GRANTED}`, undefined]];
    for (const [path, body] of refused) expect([path, await statusOf(server.url, token, path, body)]).toEqual([path, 403]);
    expect(await statusOf(server.url, token, '/website/list')).toBe(200);
  });

  it('that changes is followed without a page load: menu, tabs, screen', async () => {
    const { key } = await api.post<{ key: string }>('/role/add', { name: 'Shrinking', sites: [1], routes: ['DomainList', 'reportDevice'] });
    const theirs = await pageOf(await makeUser('rosa', [key]), '/domainlist/index');
    const entry = theirs.getByRole('menuitem', { name: 'Websites' });
    await entry.waitFor();
    await theirs.evaluate(() => {
      document.body.dataset['kept'] = 'yes';
    });
    await theirs.getByRole('searchbox').focus();
    await api.post('/role/edit', { key, routes: ['reportDevice'] });
    // What is refused from now on tells that the roles have changed.
    await theirs.keyboard.type('shop');
    await theirs.keyboard.press('Enter');
    await theirs.waitForURL(`${server.url}/401`);
    await theirs.getByRole('link', { name: 'Back to the dashboard' }).click();
    await theirs.getByRole('tab', { name: 'Dashboard' }).waitFor();
    expect([await entry.count(), await theirs.getByRole('tab').count()]).toEqual([0, 1]);
    // And so does coming back to the page.
    await api.post('/role/edit', { key, routes: ['DomainList'] });
    await theirs.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await entry.waitFor();
    expect(await theirs.evaluate(() => document.body.dataset['kept'])).toBe('yes');
  });

  it('is tried out by an administrator who views as it, and can change nothing meanwhile', async () => {
    const { key } = await api.post<{ key: string }>('/role/add', { name: 'Try me', sites: [1], routes: ['DomainList'] });
    const { token } = await login(server.url, ADMIN.username, ADMIN.password);
    const page = await pageOf(token, `/report/device?domain=${OTHER}`);
    await page.getByRole('tab', { name: 'Device report' }).waitFor();
    await page.goto(`${server.url}/people/roles`);
    await page.getByRole('button', { name: 'View the console as Try me' }).click();
    const banner = page.getByRole('complementary', { name: 'View the console as Try me' });
    await banner.getByText('You see the console as holders of the role “Try me” do. Nothing can be changed.').waitFor();
    await page.waitForURL(`${server.url}/dashboard`);
    await page.getByRole('menuitem', { name: 'Websites' }).waitFor();
    expect([await page.getByRole('menuitem', { name: /People|Users|Roles/u }).count(), await page.getByRole('tab').count()]).toEqual([0, 1]);
    for (const [path, body] of [['/user/list'], ['/role/edit', { key, routes: ['DomainList', 'reportDevice'] }], ['/profile/edit', { name: 'x' }], [`/report/device_logs?domain=${GRANTED}`]] as const) {
      expect([path, await statusOf(server.url, token, path, body)]).toEqual([path, 403]);
    }
    await page.getByRole('menuitem', { name: 'Websites' }).click();
    await page.getByRole('cell', { name: GRANTED }).first().waitFor();
    expect(await page.getByText(OTHER).count()).toBe(0);
    await page.goto(`${server.url}/people/users`);
    await page.getByRole('heading', { name: 'You have no permission for this page' }).waitFor();
    await banner.getByRole('button', { name: 'End the view' }).click();
    await page.waitForURL(`${server.url}/dashboard`);
    await page.getByRole('menuitem', { name: 'People' }).waitFor();
    expect([await banner.count(), await statusOf(server.url, token, '/user/list')]).toEqual([0, 200]);
  });

  it('that opens no site: its holder waits for the first visit without asking what is refused', async () => {
    const { key } = await api.post<{ key: string }>('/role/add', { name: 'Waiting', sites: [1] });
    const theirs = await pageOf(await makeUser('wanda', [key]), '/profile/index');
    const refused: string[] = [];
    theirs.on('response', (response) => response.status() === 403 && refused.push(response.url()));
    await theirs.getByRole('menuitem', { name: 'Dashboard' }).click();
    await theirs.getByText(`Waiting for the first visit of ${GRANTED}`).waitFor();
    expect((await collect(server.url, beacon(`https://${GRANTED}/`))).status).toBe(204);
    await theirs.getByText(`the first visit of ${GRANTED} has arrived`).waitFor();
    await theirs.getByText('Shop', { exact: true }).waitFor();
    // Nor are there ways to where nothing is for them.
    expect(await theirs.locator('a[href*="/dashboard_info/"]').count()).toBe(0);
    expect(await theirs.getByRole('combobox', { name: 'Choose a site' }).count()).toBe(0);
    expect(refused).toEqual([]);
  });

  it('can not be removed while somebody holds it, and says so', async () => {
    const role = await api.post<{ key: string }>('/role/add', { name: 'Held', all_sites: true, routes: ['DomainList'] });
    await makeUser('holder', [role.key]);
    const page = await pageOf(admin, '/people/roles');
    await page.getByRole('button', { name: 'Delete the role Held' }).click();
    await page.getByRole('dialog', { name: 'Confirm to remove the role?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Users hold this role: take it from them first.').waitFor();
    expect(await page.getByRole('row', { name: /Held/u }).count()).toBe(1);
  });
});

describe('one’s own profile', () => {
  it('takes a picture of the right kind and size only, cropped by keyboard, and shows it', async () => {
    const page = await pageOf(await makeUser('ana', ['admin']), '/profile/index');
    await page.getByRole('button', { name: 'Change picture' }).click();
    const dialog = page.getByRole('dialog');
    const file = dialog.locator('input[type=file]');
    await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
    await dialog.getByText('Only images can be chosen').waitFor();
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
    await dialog.getByText('Only images can be chosen').waitFor();
    await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(10_240 * 1_024 + 1) });
    await dialog.getByText('Image exceeds size limit: 10240 KB').waitFor();
    await file.setInputFiles(await pngOf(page, 900, 299));
    await dialog.getByText('The image is too small: it needs at least 300 × 300 pixels').waitFor();
    await file.setInputFiles(await pngOf(page, 900, 600));
    const frame = dialog.getByRole('button', { name: 'Section of the picture' });
    const picture = frame.locator('img');
    // 600 high become 300: 450 wide, so 75 stand over on each side.
    expect(await picture.evaluate((image) => [image.style.left, image.style.width])).toEqual(['-25%', '150%']);
    await frame.press('Shift+ArrowRight');
    await frame.press('Shift+ArrowRight');
    await expect.poll(() => picture.evaluate((image) => image.style.left)).toBe('-11.6667%');
    for (let presses = 0; presses < 8; presses += 1) await frame.press('Shift+ArrowRight');
    await expect.poll(() => picture.evaluate((image) => image.style.left)).toBe('0%');
    for (let presses = 0; presses < 20; presses += 1) await frame.press('+');
    expect(await dialog.getByRole('slider', { name: 'Zoom' }).getAttribute('aria-valuenow')).toBe('100');
    // What fails leads back to the crop, with what was done there.
    await page.route('**/api/profile/avatar', (route) => route.fulfill({ status: 503, json: { code: 503, message: 'The store is busy', data: null } }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Upload failed').waitFor();
    await dialog.getByText('The store is busy').waitFor();
    await page.unroute('**/api/profile/avatar');
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await dialog.getByRole('slider', { name: 'Zoom' }).getAttribute('aria-valuenow')).toBe('100');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The picture is changed').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const shown = page.getByRole('button', { name: 'Account: ana' }).locator('img');
    await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(300);
    await page.getByRole('button', { name: 'Remove the picture' }).click();
    await shown.waitFor({ state: 'detached' });
  });

  it('changes the password under the rules, which ends the other sessions', async () => {
    const token = await makeUser('paul', ['admin']);
    const other = await login(server.url, 'paul', PASSWORD);
    const page = await pageOf(token, '/profile/index?tab=security');
    await page.getByLabel('Current password', { exact: true }).fill('wrong-password');
    await page.getByLabel('New password', { exact: true }).fill('wrong-password');
    await page.getByLabel('Repeat the new password', { exact: true }).fill('another');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The new password is the current one: choose another').waitFor();
    await page.getByText('The two passwords are not the same').waitFor();
    await page.getByLabel('New password', { exact: true }).fill('second-password');
    await page.getByLabel('Repeat the new password', { exact: true }).fill('second-password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The current password is wrong: check it and try again.').waitFor();
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Password changed').waitFor();
    expect(await statusOf(server.url, other.token, '/auth/me')).toBe(401);
    expect(await statusOf(server.url, token, '/auth/me')).toBe(200);
    expect((await login(server.url, 'paul', PASSWORD)).status).toBe(403);
    expect((await login(server.url, 'paul', 'second-password')).status).toBe(200);
  });

  it('lists the sessions, and signs them out one by one or all others', async () => {
    const token = await makeUser('sara', ['admin']);
    const [first, second] = [await login(server.url, 'sara', PASSWORD), await login(server.url, 'sara', PASSWORD)];
    const page = await pageOf(token, '/profile/index?tab=security');
    const sessions = page.getByRole('listitem').filter({ hasText: 'last used' });
    // The one that the link began is open too.
    await expect.poll(() => sessions.count()).toBe(4);
    expect(await sessions.filter({ hasText: 'this session' }).count()).toBe(1);
    await sessions.filter({ hasNotText: 'this session' }).first().getByRole('button').click();
    await expect.poll(() => sessions.count()).toBe(3);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect.poll(() => sessions.count()).toBe(1);
    expect([await statusOf(server.url, first.token, '/auth/me'), await statusOf(server.url, second.token, '/auth/me')]).toEqual([401, 401]);
    await sessions.getByRole('button').click();
    await page.waitForURL(/\/login\?redirect=/u);
    expect(await statusOf(server.url, token, '/auth/me')).toBe(401);
  });

  it('keeps facts, language and theme on the server: another browser starts with them', async () => {
    const token = await makeUser('lena', ['admin']);
    const page = await pageOf(token, '/profile/index?tab=account');
    await page.getByLabel('Name').fill('  Lena K.  ');
    await page.getByLabel('E-mail').fill('  lena@shop.example ');
    await page.getByLabel('Introduction').fill('Counts <script>alert(1)</script>');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText('User information has been updated successfully').waitFor();
    await page.getByRole('button', { name: 'Account: Lena K.' }).waitFor();
    await page.getByRole('tab', { name: 'Preferences' }).click();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('preferences');
    await page.getByText('Dark', { exact: true }).click();
    await page.locator('#own-language').click();
    await page.locator('.ant-select-item-option', { hasText: '日本語' }).click();
    await page.getByRole('tab', { name: '設定' }).waitFor();
    await expect.poll(async () => {
      const response = await fetch(`${server.url}/api/auth/me`, { headers: { authorization: token } });
      return ((await response.json()) as { data: unknown }).data;
    }).toMatchObject({ name: 'Lena K.', email: 'lena@shop.example', preferences: { language: 'ja', theme: 'dark' } });
    const elsewhere = await pageOf((await login(server.url, 'lena', PASSWORD)).token, '/profile/index');
    await elsewhere.getByRole('tab', { name: 'アクティビティ' }).waitFor();
    await expect.poll(() => elsewhere.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');
  });
});

describe('the audit log', () => {
  it('says who changed what from what to what, and is filtered by its address', async () => {
    const role = await api.post<{ key: string }>('/role/add', { name: 'Renamed', all_sites: true });
    await api.post('/role/edit', { key: role.key, name: 'Renamed twice', routes: ['DomainList'] });
    await login(server.url, '<img src=x onerror=alert(1)>', 'wrong-password');
    const page = await pageOf(admin, '/people/audit?action=role.edit&user=adm');
    const row = page.getByRole('row', { name: /Renamed twice/u });
    await row.waitFor();
    expect(await row.locator('del').allInnerTexts()).toContain('Renamed');
    expect(await row.locator('ins').allInnerTexts()).toEqual(expect.arrayContaining(['Renamed twice', 'Websites']));
    expect(await page.getByRole('row', { name: /Signed in/u }).count()).toBe(0);
    await page.goto(`${server.url}/people/audit?action=auth.failed`);
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    await page.goto(`${server.url}/people/audit?user=nobody-of-that-name`);
    await page.getByText('No entry matches').waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('row').nth(1).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });
});

describe('the screens', () => {
  it.each([390, 1440])('never scroll sideways at %i px', async (width) => {
    const page = await pageOf(admin, '/people/users', width);
    for (const path of ['/people/users', '/people/roles', '/people/audit', '/profile/index', '/profile/index?tab=security']) {
      await page.goto(server.url + path, { waitUntil: 'networkidle' });
      const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      expect([path, content]).toEqual([path, window]);
    }
  });
});
