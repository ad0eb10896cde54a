/**
 * What the console asks, screen by screen, of one site unless said otherwise: the store's questions with the input that the screen gives
 * them by default and the ranges that it offers. `recent`: of today or 7 days, which is to cost what the answer is, not what the history
 * is. `panel`: stands on a dashboard or in the analyses behind it. `view`: what the console asks together, as a tab, a range or a filter of
 * a screen shows one of its lists.
 */
import { endpoints } from '@footfall/contract';
import { TIME_ZONE } from './footfall.mjs';

const rule = (column, operator, value) => ({ column, operator, value });
const COMPARED = { compare: 'previous' };

/** As the sites have it: where they are it may be the next day already, and what is over is told at once. */
const DATE = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE });
const day = (back) => DATE.format(Date.now() - back * 86_400_000);
const range = (days) => [`${day(days - 1)} 00:00:00`, `${day(0)} 23:59:59`];

/** Questions of a screen that it asks together; all others of these screens are asked alone, and those of other screens together. */
const TOGETHER = {
  rankings: [],
  flow: [['by hour, 24 hours, compared', 'by hour of the day, 3 months', 'device types to choose'], ['by day, 31 days, compared', 'by day of the month, all time']],
  visitors: [['devices, 7 days', 'platforms to choose', 'systems to choose']],
  trajectory: [['visitor by ip', 'sessions by ip', 'what speaks against an ip', 'visits by ip'], ['visitor by fingerprint', 'sessions by fingerprint', 'what speaks against a fingerprint']],
  'device report': [['newest, 7 days', 'totals, 7 days', 'browsers to choose']],
  'spider log': [['hits, 7 days', 'by type', 'trend', 'addresses', 'statuses', 'authenticity']],
  spiders: [],
};

function viewOf(screen, name) {
  const groups = TOGETHER[screen];
  return groups === undefined ? screen : `${screen}: ${(groups.find((names) => names.includes(name)) ?? [name])[0]}`;
}

/** @param site {domain, ip, fingerprint}: a site, and an address and a fingerprint that came to it */
export function consoleQuestions({ domain, ip, fingerprint }) {
  const today = { domain, query_time: range(1) };
  const week = { domain, query_time: range(7) };
  const month = { domain, query_time: range(31) };
  const quarter = { domain, query_time: range(90) };
  const panels = (name, input, flags) => [
    [`trend, ${name}`, 'home', 'trend', { ...input, ...COMPARED }],
    ...['url', 'referer', 'entry_url', 'ip'].map((type) => [`top ${type}, ${name}`, 'home', 'topList', { ...input, type, per_page: 10, ...COMPARED }]),
    ...['browser', 'country'].map((type) => [`pie ${type}, ${name}`, 'home', 'pie', { ...input, type, ...COMPARED }]),
    [`events, ${name}`, 'report', 'events', { ...input, per_page: 10 }],
  ].map(([title, ...of]) => [`site dashboard, ${name}`, title, ...of, { panel: true, ...flags }]);
  const recent = { recent: true, panel: true };
  const listed = [
    ['dashboard', 'site list', 'websites', 'statistics', {}, { panel: true }],
    ['dashboard', 'summary, all sites', 'home', 'summary', {}, { panel: true }],
    ['dashboard', 'live, all sites', 'flow', 'live', {}, { panel: true }],
    ['dashboard', 'newest visit', 'report', 'deviceLogs', { domain, per_page: 1 }, {}],
    ['site dashboard, today', 'summary', 'home', 'summary', { domain }, recent],
    ['site dashboard, today', 'visit total', 'home', 'visitTotal', { domain }, { panel: true }],
    ['site dashboard, today', 'live', 'flow', 'live', { domain }, recent],
    ['site dashboard, today', 'received and refused', 'ledger', 'read', { domain }, recent],
    ['site dashboard, today', 'countries to choose', 'common', 'countryList', { domain }, {}],
    ...panels('today', today, { recent: true }),
    ...panels('7 days', week, { recent: true }),
    ...panels('31 days', month, {}),
    ['rankings', 'url, 7 days', 'home', 'topList', { ...week, type: 'url', per_page: 20 }, recent],
    ['rankings', 'url by path, 31 days, compared', 'home', 'topList', { ...month, type: 'url', fold: 'path', per_page: 20, ...COMPARED }, { panel: true }],
    ['rankings', 'referer by host, 31 days', 'home', 'topList', { ...month, type: 'referer', fold: 'host', per_page: 20 }, { panel: true }],
    ['rankings', 'ip, searched, 7 days', 'home', 'topList', { ...week, type: 'ip', search: '12', per_page: 20 }, recent],
    ['flow', 'last 24 hours', 'flow', 'recently', { domain }, recent],
    ['flow', 'by hour, 24 hours, compared', 'home', 'log', { domain, ...COMPARED }, recent],
    ['flow', 'by day, 31 days, compared', 'home', 'log', { domain, query_type: 'day', ...COMPARED }, { panel: true }],
    ['flow', 'by hour of the day, 3 months', 'home', 'census', { domain, query_type: 'every_hour' }, { panel: true }],
    ['flow', 'by hour of the day, one country', 'home', 'census', { domain, query_type: 'every_hour', country_code: 'CN' }, { panel: true }],
    ['flow', 'by day of the month, all time', 'home', 'census', { domain, query_type: 'every_day' }, { panel: true }],
    ['flow', 'device types to choose', 'common', 'deviceList', { domain }, {}],
    ['visitors', 'addresses, today', 'deviceLogs', 'userList', today, recent],
    ['visitors', 'addresses, 7 days', 'deviceLogs', 'userList', week, recent],
    ['visitors', 'by country, all time', 'common', 'userTotalList', { domain }, {}],
    ['visitors', 'devices, 7 days', 'devices', 'full', week, recent],
    ['visitors', 'devices, all time', 'devices', 'full', { domain }, {}],
    ['visitors', 'models, 7 days', 'devices', 'models', week, recent],
    ['visitors', 'models, all time', 'devices', 'models', { domain }, {}],
    ['visitors', 'suspicious, today', 'suspicious', 'list', today, recent],
    ['visitors', 'suspicious, 7 days', 'suspicious', 'list', week, recent],
    ['visitors', 'suspicious, 31 days', 'suspicious', 'list', month, { panel: true }],
    ['visitors', 'platforms to choose', 'common', 'platformList', { domain }, {}],
    ['visitors', 'systems to choose', 'common', 'osNameList', { domain }, {}],
    ['trajectory', 'visitor by ip', 'report', 'visitInfo', { domain, type: 'ip', ip }, {}],
    ['trajectory', 'visitor by fingerprint', 'report', 'visitInfo', { type: 'fingerprint', fingerprint }, {}],
    ['trajectory', 'sessions by ip', 'deviceLogs', 'userTrajectory', { domain, type: 'ip', ip }, {}],
    ['trajectory', 'sessions by fingerprint', 'deviceLogs', 'userTrajectory', { type: 'fingerprint', fingerprint }, {}],
    ['trajectory', 'what speaks against an ip', 'suspicious', 'visitor', { domain, type: 'ip', ip }, {}],
    ['trajectory', 'what speaks against a fingerprint', 'suspicious', 'visitor', { type: 'fingerprint', fingerprint }, {}],
    ['trajectory', 'visits by ip', 'report', 'deviceLogs', { domain, ip }, {}],
    ['device report', 'newest, 7 days', 'report', 'search', { domain, created_at: range(7) }, recent],
    ['device report', 'totals, 7 days', 'report', 'search', { domain, created_at: range(7), aggregates: { pv: 'count(*)', uv: 'distinct(visitor)', ip: 'distinct(ip)' }, page_size: 1 }, recent],
    ['device report', 'rules, sorted, 7 days', 'report', 'search', { domain, created_at: range(7), custom_filters: [rule('url', 'like', '/articles/1'), rule('ram', '>=', '4')], sort: { browser_name: 'asc' } }, recent],
    ['device report', 'groups, 7 days', 'report', 'search', { domain, created_at: range(7), group_by: ['country_code', 'device_type'], aggregates: { views: 'count(*)', visitors: 'distinct(visitor)', ram: 'avg(ram)' } }, recent],
    ['device report', 'groups by day, 90 days', 'report', 'search', { domain, created_at: quarter.query_time, group_by: ['day'], aggregates: { views: 'count(*)', visitors: 'distinct(visitor)' } }, {}],
    ['device report', 'values of a column, 7 days', 'common', 'fieldValues', { ...week, column: 'city' }, recent],
    ['device report', 'browsers to choose', 'common', 'browserList', { domain }, {}],
    ['spider log', 'hits, today', 'spiders', 'log', { domain }, recent],
    ['spider log', 'hits, 7 days', 'spiders', 'log', week, recent],
    ['spider log', 'by type', 'spiders', 'statistics', week, recent],
    ['spider log', 'trend', 'spiders', 'trend', week, recent],
    ['spider log', 'addresses', 'spiders', 'topUrls', { ...week, per_page: 10 }, recent],
    ['spider log', 'statuses', 'spiders', 'statuses', week, recent],
    ['spider log', 'authenticity', 'spiders', 'authenticity', week, recent],
    ['spider log', 'block list', 'spiders', 'blockList', { ...week, syntax: 'nginx' }, recent],
    ['spiders', 'rules with their hits', 'spiders', 'list', {}, {}],
    ['spiders', 'a rule tried on 7 days', 'spiders', 'dryRun', { type: 'other', name: 'bench', keyword: ['SM-A1'], ...week }, {}],
    ['AI traffic', 'operators, 7 days', 'ai', 'operators', { ...week, ...COMPARED }, recent],
    ['AI traffic', 'trend, 7 days', 'ai', 'trend', week, recent],
    ['AI traffic', 'pages, 7 days', 'ai', 'pages', week, recent],
    ['status', 'way in', 'status', 'wayIn', {}, {}],
    ['status', 'sizes of sites', 'status', 'sizes', {}, {}],
  ];
  return listed.map(([screen, name, group, endpoint, input, flags]) => ({ screen, name, view: viewOf(screen, name), group, endpoint, input, recent: false, panel: false, ...flags }));
}

/** What reads, but nothing of the store, or the same as one that is asked: `group.endpoint`. */
const WITHOUT_STORE = new Set([
  'alarms.list', 'alarms.count', 'alarms.settings', 'alarms.channels', 'apiKeys.list', 'audit.list', 'audit.retention', 'auth.me', 'bulk.list', 'bulk.preview', 'bulk.template', 'clientErrors.list',
  'clientErrors.count', 'columns.list', 'common.domainList', 'common.reportDeviceFields', 'logImport.formats', 'profile.activity', 'profile.sessions', 'roles.list', 'secondFactor.state',
  'spiders.info', 'spiders.remove', 'spiders.typeList', 'spiders.spiderList', 'spiders.warnings', 'spiders.test', 'spiders.runs', 'status.overview', 'status.slow', 'status.plan', 'tokens.list', 'users.list', 'views.list',
  'websites.list', 'websites.info', 'websites.remove', 'websites.members', 'websites.publicAddress', 'websites.liveCheck',
]);

/** Endpoints that read and are neither asked nor known to ask the store nothing; downloads, which are read on, are left to `bench export`. */
export function unasked(questions) {
  const asked = new Set(questions.map(({ group, endpoint }) => `${group}.${endpoint}`));
  return Object.entries(endpoints).flatMap(([group, calls]) =>
    Object.entries(calls)
      .filter(([name, one]) => (one.method === 'GET' || one.effect === 'reads') && !/export$/iu.test(name) && !asked.has(`${group}.${name}`) && !WITHOUT_STORE.has(`${group}.${name}`))
      .map(([name]) => `${group}.${name}`),
  );
}

/** A question as the console sends it: the path, and the body where there is one. */
export function requestOf({ group, endpoint, input }) {
  const { method, path } = endpoints[group][endpoint];
  if (method === 'POST') return [path, input];
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) for (const one of [value].flat()) query.append(key, one);
  return [`${path}?${query.toString()}`];
}
