import { describe, expect, it } from 'vitest';
import { allEndpoints, endpoints, ERRORS, envelopeOf, FootfallError, failure, openApi, REFUSALS, success } from '../src/index.js';

describe('endpoints', () => {
  const all = allEndpoints();

  it('have an id and a place of their own', () => {
    const places = all.flatMap(({ method, path, aliases }) => [`${method} ${path}`, ...aliases.map((alias) => `${alias.method} ${alias.path}`)]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(places).size).toBe(places.length);
  });

  it('open nothing to the public but sign-in, the link to set a password and share links', () => {
    expect(all.filter(({ access }) => access === 'public').map(({ id }) => id)).toEqual(['auth.login', 'auth.invitation', 'auth.accept_invitation', 'share.open']);
  });

  it('let everyone who is signed in do only what is their own, or shows granted sites only', () => {
    const open = all.filter(({ access, id }) => access === 'signed-in' && !id.startsWith('profile.')).map(({ id }) => id);
    expect(open.toSorted()).toEqual(['auth.logout', 'auth.me', 'client_errors.report', 'columns.del', 'columns.list', 'columns.save', 'common.domain_list', 'flow.live', 'home.summary', 'proof.open', 'token.add', 'token.list', 'token.revoke', 'view.add', 'view.del', 'view.edit', 'view.list', 'website.list_statistics', 'website.list_statistics_export', 'website.public_address']);
  });

  it('say what they do to what is kept: the rest is refused to whoever views as a role', () => {
    const forRoles = all.filter(({ access }) => access === 'signed-in' || Array.isArray(access));
    const ids = (effect: string) => forRoles.filter((endpoint) => endpoint.effect === effect).map(({ id }) => id);
    expect(all.filter(({ effect }) => effect === 'session').map(({ id }) => id).toSorted()).toEqual(['auth.logout', 'auth.view_as', 'client_errors.report']);
    // A POST that only answers says `effect: 'reads'`; one that keeps something stands here.
    expect(ids('changes').filter((id) => !id.startsWith('profile.')).toSorted()).toEqual(['columns.del', 'columns.save', 'share.add', 'share.revoke', 'token.add', 'token.revoke', 'view.add', 'view.del', 'view.edit']);
    expect(ids('reads').filter((id) => /\.(?:add|edit|del|remove|set|save|end|clear|preferences|password|avatar)/u.test(id))).toEqual([]);
    expect(endpoints.websites.remove.effect).toBe('changes');
  });

  it('keep the paths that the specification gives', () => {
    const paths = new Set(all.flatMap((endpoint) => [endpoint, ...endpoint.aliases].map(({ method, path }) => `${method} ${path}`)));
    for (const given of ['POST /auth/login', 'GET /auth/me', 'POST /auth/logout', 'POST /home/trend', 'POST /home/top_list', 'GET /website/list', 'GET /website/info', 'POST /website/add', 'POST /website/edit', 'GET /website/del', 'GET /website/list_statistics', 'GET /report/device_logs', 'GET /common/browser_list', 'GET /common/device_list', 'POST /common/country_list', 'POST /common/domain_list', 'POST /device/list', 'POST /device_full/list', 'GET /device_logs/user_list', 'GET /device_logs/user_list_export', 'GET /device_logs/user_trajectory', 'GET /report/visit_info', 'GET /common/os_name_list', 'GET /common/platform_list', 'GET /common/report_device_fields', 'GET /common/user_total_list', 'POST /home/log', 'POST /home/census', 'GET /flow/recently', ...['list', 'info', 'del', 'type_list', 'spider_list', 'statistics', 'log'].map((path) => `GET /spider/${path}`), 'POST /spider/add', 'POST /spider/edit', ...['/report/export', '/device/export', '/device_full/export', '/home/top_list_export'].flatMap((path) => [`GET ${path}`, `POST ${path}`])]) {
      expect(paths).toContain(given);
    }
  });

  it('are given 5 s for an answer, but for what takes many rows in or out, reports, downloads, and what waits for others', () => {
    const patient = ['logImport.', 'bulk.preview', 'bulk.apply', 'bulk.undo', 'events.send', 'report.search', 'home.census', 'spider.dry_run', 'visitor.erase', 'alarm.look', 'alarm.test_channel', 'schedule.send', 'sql.ask', 'coverage.summary', 'coverage.trend', 'coverage.urls', 'coverage.sitemap_upload', 'coverage.sitemap_fetch', 'lifecycle.', 'proof.open', 'reconcile.', 'suspicious.'];
    expect([...new Set(all.filter(({ file, id }) => file || ['report.search', 'home.census', 'spider.dry_run'].includes(id)).map(({ timeout }) => timeout))]).toEqual([60_000]);
    expect([...new Set(all.filter(({ id, file }) => !file && !patient.some((start) => id.startsWith(start))).map(({ timeout }) => timeout))]).toEqual([5_000]);
  });

  it('refuse a range that ends before it starts, and times without seconds', () => {
    const { input } = endpoints.home.trend;
    expect(input.safeParse({ query_time: ['2026-11-02 00:00:00', '2026-11-01 00:00:00'] }).success).toBe(false);
    expect(input.safeParse({ query_time: ['2026-11-01 00:00', '2026-11-02 00:00'] }).success).toBe(false);
    expect(input.safeParse({ query_time: ['2026-11-01 00:00:00', '2026-11-01 23:59:59'] }).success).toBe(true);
  });
});

describe('envelope', () => {
  it('says 200 when well', () => {
    expect(success({ a: 1 })).toEqual({ code: 200, message: 'ok', data: { a: 1 } });
  });

  it('carries the status, the advice and the name of a failure', () => {
    expect(failure('auth.limited', { retry_after: 30 })).toEqual({ code: 429, message: ERRORS['auth.limited'].message, data: { error: 'auth.limited', retry_after: 30 } });
  });

  it('tells nothing of a cause that is not in the table', () => {
    const told = JSON.stringify(envelopeOf(new Error('password=hunter2'), 'r1'));
    expect(told).toContain('server.failed');
    expect(told).not.toContain('hunter2');
    expect(envelopeOf(new FootfallError('site.unknown')).code).toBe(404);
  });
});

describe('error table', () => {
  it.each(Object.entries(ERRORS))('%s says what to do', (_name, { status, message }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message.length).toBeGreaterThan(30);
    expect(message).toMatch(/\.$/u);
  });

  it('answers each refusal with a known status', () => {
    for (const { http } of Object.values(REFUSALS)) expect([204, 400, 401, 403, 404, 413, 429, 503]).toContain(http);
  });
});

describe('OpenAPI', () => {
  const api = openApi(allEndpoints(), '9.9.9') as { paths: Record<string, Record<string, { operationId: string; parameters?: { name: string }[] }>>; info: { version: string } };

  it('describes every endpoint and alias once', () => {
    const operations = Object.values(api.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    expect(operations.length).toBe(allEndpoints().reduce((sum, { aliases }) => sum + 1 + aliases.length, 0));
    expect(new Set(operations).size).toBe(operations.length);
    expect(api.info.version).toBe('9.9.9');
  });

  it('puts the input of a GET into the query', () => {
    expect(api.paths['/api/website/list']?.['get']?.parameters?.map(({ name }) => name)).toEqual(expect.arrayContaining(['page', 'per_page', 'domain', 'is_stat']));
  });
});
