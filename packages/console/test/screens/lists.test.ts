import type { TrajectoryVisit } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { formatDuration } from '../../src/lib/duration';
import { deviceDetailPath, trajectoryPath } from '../../src/lib/links';
import { RANKING_LIST, rankingInput, readRankingState } from '../../src/screens/rankings/ranking-state';
import { daysOf, readTrajectoryState, searchChanges, stepsOf, visitorInput } from '../../src/screens/trajectory/trajectory-state';
import { clearChanges, DEVICE_LIST, devicesInput, filterChange, MODEL_LIST, modelsInput, readDeviceFilters, readRange } from '../../src/screens/visitors/device-state';
import { ipInput, readIpState } from '../../src/screens/visitors/ip-state';
import { listChanges, readListState } from '../../src/widgets/list-table/list-state';
import type { AskedFilter } from '../../src/widgets/use-screen-filter';

const parameters = (text: string) => new URLSearchParams(text);
const DAY: [string, string] = ['2026-03-01 00:00:00', '2026-03-01 23:59:59'];
const filter: AskedFilter = { domain: 'a.example', country: 'CN', device: 'mobile', queryTime: DAY, compare: { token: 'off' } };
const compared: AskedFilter = { ...filter, compare: { token: 'week' } };

describe('a list in the address', () => {
  const read = (text: string) => readListState(parameters(text), RANKING_LIST);

  it('has the specification’s page size, and takes no nonsense', () => {
    expect(read('')).toEqual({ page: 1, perPage: 20, sort: { key: 'num', direction: 'desc' } });
    expect(read('page=0&per_page=9999&sort=drop&direction=asc')).toEqual({ page: 1, perPage: 5_000, sort: { key: 'num', direction: 'desc' } });
    expect(read('sort=key&direction=asc').sort).toEqual({ key: 'key', direction: 'asc' });
  });

  it('leaves defaults out, and starts at page 1 for another order or size', () => {
    const state = read('page=3&sort=key&direction=asc');
    expect(listChanges(state, { page: 4, perPage: 20 }, RANKING_LIST)).toEqual({ page: '4', per_page: undefined, sort: 'key', direction: 'asc' });
    expect(listChanges(state, { page: 4, perPage: 50 }, RANKING_LIST)).toEqual({ page: undefined, per_page: '50', sort: 'key', direction: 'asc' });
    expect(listChanges(state, { sort: { key: 'num', direction: 'asc' } }, RANKING_LIST)).toEqual({ page: undefined, per_page: undefined, sort: 'num', direction: 'asc' });
    expect(listChanges(state, { sort: { key: 'num', direction: 'desc' } }, RANKING_LIST)).toEqual({ page: undefined, per_page: undefined, sort: undefined, direction: undefined });
  });
});

describe('a ranking in the address', () => {
  it('asks for its type under the shared filter, in its order', () => {
    const state = readRankingState(parameters('q=tea&fold=path&sort=key&direction=asc&page=2&per_page=10'), 'url');
    expect(rankingInput('url', state, filter)).toEqual({
      domain: 'a.example', country_code: 'CN', device_type: 'mobile', query_time: DAY, type: 'url', search: 'tea', fold: 'path', sort: { key: 'asc' }, page: 2, per_page: 10,
    });
    expect(rankingInput('url', state, compared)).toMatchObject({ compare: 'week' });
  });

  it('folds pages by their path and referrers by their host, nothing else', () => {
    const folds = (text: string) => (['url', 'entry_url', 'referer'] as const).map((type) => readRankingState(parameters(text), type).fold);
    expect(folds('fold=path')).toEqual(['path', 'path', '']);
    expect(folds('fold=host')).toEqual(['', '', 'host']);
    expect(folds('fold=x')).toEqual(['', '', '']);
  });
});

describe('the list of addresses in the address', () => {
  it('asks twenty by page views, in words that a query can hold', () => {
    expect(ipInput(readIpState(parameters('q=10.0.')), filter)).toEqual({
      domain: 'a.example', country_code: 'CN', device_type: 'mobile', query_time: DAY, search: '10.0.', sort: '{"num":"desc"}', page: 1, per_page: 20,
    });
  });
});

describe('the lists of devices in the address', () => {
  const filters = readDeviceFilters(parameters('device_model=&platform=&os_name=iOS&country_code=cn&fingerprint=f1&sort=num'));

  it('read what filters; an empty model is the unknown one, other empty values filter nothing', () => {
    expect(filters).toEqual({ device_model: '', os_name: 'iOS', fingerprint: 'f1' });
    expect(readDeviceFilters(parameters(`fingerprint=${'f'.repeat(99)}`)).fingerprint).toHaveLength(64);
    expect(readRange(parameters(''))).toBeUndefined();
    expect(readRange(parameters('range=3d'))).toEqual({ token: '3d' });
  });

  it('ask for devices by all of it, for models by what models have', () => {
    const question = { domain: '', queryTime: undefined, filters };
    expect(devicesInput(question, readListState(parameters('sort=created_at&direction=asc'), DEVICE_LIST))).toEqual({ domain: '', device_model: '', os_name: 'iOS', fingerprint: 'f1', page: 1, per_page: 20, sort: { created_at: 'asc' } });
    expect(modelsInput({ ...question, queryTime: DAY }, readListState(parameters('page=2'), MODEL_LIST))).toEqual({ domain: '', query_time: DAY, device_model: '', os_name: 'iOS', page: 2, per_page: 20, sort: { num: 'desc' } });
  });

  it('start at page 1 under another filter, and clear all but the site', () => {
    expect(filterChange('os_name', 'iOS')).toEqual({ os_name: 'iOS', page: undefined });
    expect(Object.keys(clearChanges())).toEqual(expect.arrayContaining(['device_model', 'fingerprint', 'country_code', 'range', 'page']));
    expect(Object.keys(clearChanges())).not.toContain('domain');
  });
});

describe('links to visitors and devices', () => {
  it('name the site, the type and the value', () => {
    expect(trajectoryPath('a.example', { ip: '::1' })).toBe('/userTrajectory/userTrajectory?domain=a.example&type=ip&ip=%3A%3A1');
    expect(trajectoryPath('', { fingerprint: 'f&1' })).toBe('/userTrajectory/userTrajectory?type=fingerprint&fingerprint=f%261');
  });

  it('narrow to a model to the letter, and to what else is known of it', () => {
    const model = { device_model: '', platform: 'Win32', device_type: 'desktop', os_name: '' };
    expect(deviceDetailPath('', model)).toBe('/deviceDetail/index?device_model=&platform=Win32&device_type=desktop');
  });
});

const visit = (url: string, dwell: number | null, ip = '10.0.0.1'): TrajectoryVisit => ({ id: url, created_at: '2026-03-01 10:00:00', at: 0, url, title: '', referer: '', ip, fingerprint: 'f', user_agent: '', dwell });

describe('the trajectory in the address', () => {
  const state = (text: string) => readTrajectoryState(parameters(text));

  it('asks by the type alone, on the site of the console or of its own selector', () => {
    expect(visitorInput(state('type=ip&ip=10.0.0.1&fingerprint=x&domain=a.example&site=b.example'), DAY)).toEqual({ domain: 'a.example', type: 'ip', ip: '10.0.0.1', query_time: DAY });
    expect(visitorInput(state('type=fingerprint&fingerprint=+x+&site=b.example'), undefined)).toEqual({ domain: 'b.example', type: 'fingerprint', fingerprint: 'x' });
    expect([state('ip=10.0.0.1'), state('type=ip'), state('type=cookie&cookie=1')].map((read) => visitorInput(read, undefined))).toEqual([undefined, undefined, undefined]);
  });

  it('forgets what was looked for before', () => {
    expect(searchChanges({ type: 'ip', value: ' 10.0.0.1 ', site: '' })).toEqual({ type: 'ip', ip: '10.0.0.1', fingerprint: undefined, site: undefined, page: undefined });
  });
});

describe('the timeline', () => {
  it('lays pages together that were opened again and again, and adds up their time', () => {
    const steps = stepsOf([visit('/', 5), visit('/tea', 10), visit('/tea', 20), visit('/tea', 1, '10.0.0.2'), visit('/', 3), visit('/cart', 4), visit('/cart', null)]);
    expect(steps.map(({ visit: { url }, times, dwell }) => [url, times, dwell])).toEqual([['/', 1, 5], ['/tea', 2, 30], ['/tea', 1, 1], ['/', 1, 3], ['/cart', 2, null]]);
  });

  it('groups sessions by the day they began on', () => {
    const days = daysOf([{ started_at: '2026-03-02 00:00:01' }, { started_at: '2026-03-01 23:59:59' }, { started_at: '2026-03-01 08:00:00' }]);
    expect(days.map(({ day, sessions }) => [day, sessions.length])).toEqual([['2026-03-02', 1], ['2026-03-01', 2]]);
  });

  it.each([[0, '0s'], [59, '59s'], [60, '1m'], [65, '1m 5s'], [3_600, '1h'], [3_720, '1h 2m'], [90_000, '1d 1h']])('%i seconds are %s', (seconds, text) => {
    expect(formatDuration(seconds, 'en')).toBe(text);
  });
});
