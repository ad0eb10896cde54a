/** A share link on a whole installation: the figures of its site to the unit, nothing of another site, and no address of anybody. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FOREIGN, FOREIGN_MARKS, type Installation, openInstallation, OWN } from './installation.js';

let installation: Installation;
let token: string;
beforeAll(async () => {
  installation = await openInstallation(true);
  const made = await installation.ask('one', { method: 'POST', path: '/share/add' }, { domain: OWN.domain, name: 'Press' });
  ({ token } = (JSON.parse(made.body) as { data: { token: string } }).data);
}, 60_000);
afterAll(() => installation.close());

const ask = async (path: string, input: object) => {
  const answer = await fetch(`${installation.address}/api${path}`, { method: 'POST', headers: { authorization: token, 'content-type': 'application/json' }, body: JSON.stringify(input) });
  const body = await answer.text();
  expect(body).not.toMatch(FOREIGN_MARKS);
  expect(body).not.toMatch(/192\.0\.2\.|203\.0\.113\./u);
  return JSON.parse(body) as { code: number; data: Record<string, unknown> };
};

it('shows what the dashboard shows to its maker', async () => {
  const days = { domain: OWN.domain, query_time: ['2026-11-18 00:00:00', '2026-11-20 23:59:59'] };
  const inputs: [string, object][] = [
    ['/home/summary', { domain: OWN.domain }],
    ['/home/visit_total', { domain: OWN.domain, country_code: '', device_type: '' }],
    ['/home/trend', { ...days, query_type: 'day', compare: 'previous' }],
    ['/home/pie', { ...days, type: 'browser', compare: 'previous' }],
    ['/home/pie', { ...days, type: 'country' }],
    ['/home/top_list', { ...days, type: 'url', fold: 'path', per_page: 10, compare: 'previous' }],
    ['/home/top_list', { ...days, type: 'entry_url', fold: 'path', per_page: 10 }],
    ['/home/top_list', { ...days, type: 'referer', fold: 'host', per_page: 10 }],
  ];
  for (const [path, input] of inputs) {
    const own = await installation.ask('one', { method: 'POST', path: path as `/${string}` }, input);
    expect([path, (await ask(path, input)).data]).toEqual([path, (JSON.parse(own.body) as { data: unknown }).data]);
  }
  // Six views at 1, 2, 3, 26, 27 and 50 hours before noon, and one of somebody known to both sites.
  expect((await ask('/home/top_list', { ...days, type: 'url', fold: 'path', per_page: 10 })).data).toMatchObject({ total: 7, list: [{ key: `https://${OWN.domain}/page-0`, num: 3 }, { key: `https://${OWN.domain}/page-1`, num: 3 }, { key: `https://${OWN.domain}/both`, num: 1 }] });
});

it('knows no other site', async () => {
  expect((await ask('/home/summary', { domain: FOREIGN.domain })).data).toMatchObject({ error: 'site.unknown' });
});
