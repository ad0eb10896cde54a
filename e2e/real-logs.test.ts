import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, ADMIN, eventually, signIn } from './support/api.js';
import { footfall } from './support/command.js';
import { type RunningServer, startServer } from './support/server.js';

const logs = new URL('../../shared/data/logs/', import.meta.url);
const script = fileURLToPath(new URL('../packages/server/test/logs/count.awk', import.meta.url));

const LOGS = [
  { file: 'elastic_apache_combined.log', site: 'semicomplete.com', vhost: 0, range: ['2015-05-17 00:00:00', '2015-05-21 23:59:59'] },
  { file: 'wtf_apache_combined.log', site: 'combined.example', vhost: 0, range: ['2024-10-01 00:00:00', '2024-10-31 23:59:59'] },
  { file: 'wtf_nginx_combined_saunathinker.log', site: 'saunathinker.com', vhost: 0, range: ['2025-12-01 00:00:00', '2026-01-31 23:59:59'] },
  { file: 'wtf_apache_vhost_combined.log', site: 'farmfreshsoftware.com', vhost: 1, range: ['2024-10-01 00:00:00', '2024-10-31 23:59:59'] },
] as const;

interface Report {
  lines: number;
  visits: number;
  spider_hits: number;
  refused: Record<string, number>;
}
interface TopList {
  list: { key: string; num: number }[];
  total: number;
  meta: { pagination: { total: number } };
}

/** The same lines counted by a script that shares nothing with the product. */
function countByScript(file: string, vhost: number) {
  const text = execFileSync('awk', ['-v', `vhost=${vhost}`, '-f', script, fileURLToPath(new URL(file, logs))], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  const totals = new Map<string, number>();
  const urls = new Map<string, number>();
  for (const line of text.trim().split('\n')) {
    const [kind = '', first = '', ...rest] = line.split(' ');
    if (kind === 'total') totals.set(first, Number(rest[0]));
    if (kind === 'url') urls.set(rest.join(' '), Number(first));
  }
  return { totals, urls };
}

const REASONS = ['asset', 'method', 'status', 'not_a_log_line'];

const withoutQuery = (path: string): string => path.replace(/[?#;].*$/u, '');

let server: RunningServer;
let api: Api;

describe.skipIf(!existsSync(logs))('real access logs, from the command line to the dashboard (needs ../shared/data/logs)', () => {
  beforeAll(async () => {
    server = await startServer({ env: { FOOTFALL_ADMIN_PASSWORD: ADMIN.password, FOOTFALL_TIMEZONE: 'UTC' } });
    api = await signIn(server.url);
    for (const { site } of LOGS) await api.post('/website/add', { name: site, domain: site });
  });
  afterAll(() => server.stop());

  const importLog = (file: string, site: string, ...more: string[]) => footfall(['import', fileURLToPath(new URL(file, logs)), '--site', site, ...more], { FOOTFALL_DATA: server.folder });

  it.each(LOGS)('$file: the report adds up, as a table and as JSON, and equals the count by script', async ({ file, site, vhost }) => {
    const { totals } = countByScript(file, vhost);
    const { status, stdout, stderr } = await importLog(file, site, '--json');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const report = JSON.parse(stdout) as Report;
    const refused = Object.values(report.refused).reduce((sum, num) => sum + num, 0);
    expect(report.lines).toBe(totals.get('lines'));
    expect(report.visits + report.spider_hits + refused).toBe(report.lines);
    // A shared log holds lines of other hosts, which are refused as such; everything else is the script's to say.
    const told = { visits: report.visits, spider_hits: report.spider_hits, ...Object.fromEntries(REASONS.map((reason) => [reason, report.refused[reason] ?? 0])) };
    const counted = Object.fromEntries(['visits', 'spider_hits', ...REASONS].map((name) => [name, totals.get(name) ?? 0]));
    // A shared log holds lines of other hosts: those are refused as such, and everything else can only be fewer.
    const others = report.refused['unknown_site'] ?? 0;
    const missing = Object.keys(counted).reduce((sum, name) => sum + Math.abs((counted[name] ?? 0) - (told[name as keyof typeof told] ?? 0)), 0);
    expect(missing).toBe(others);
    expect(others > 0).toBe(vhost === 1);
    const again = await importLog(file, site);
    expect(again.stdout).toMatch(new RegExp(`lines read +${report.lines.toLocaleString('en')}`, 'u'));
    expect(again.stdout).toMatch(/visits +0/u);
    expect(again.stdout).toMatch(new RegExp(`refused: duplicate +${(report.visits + report.spider_hits).toLocaleString('en')}`, 'u'));
  });

  it.each(LOGS.filter(({ vhost }) => vhost === 0))('$file: the dashboard shows what the script counts: PV, IP, pages, crawlers', async ({ file, site, range }) => {
    const { totals, urls } = countByScript(file, 0);
    const asked = { domain: site, query_time: range };
    const { list: days } = await eventually(
      () => api.post<{ list: { pv: number; spider: number }[] }>('/home/summary', asked),
      ({ list }) => list.reduce((sum, { pv }) => sum + pv, 0) === totals.get('visits'),
    );
    expect(days.reduce((sum, { spider }) => sum + spider, 0)).toBe(totals.get('spider_hits'));

    const ips = await api.post<TopList>('/home/top_list', { ...asked, type: 'ip', per_page: 10 });
    expect(ips.total).toBe(totals.get('visits'));
    expect(ips.meta.pagination.total).toBe(totals.get('visit_ips'));

    const pages = await api.post<TopList>('/home/top_list', { ...asked, type: 'url', per_page: 5_000 });
    const shown = new Map<string, number>();
    for (const { key, num } of pages.list) {
      const path = withoutQuery(key.replace(`https://${site}`, ''));
      shown.set(path, (shown.get(path) ?? 0) + num);
    }
    const top = [...urls].toSorted(([, a], [, b]) => b - a).slice(0, 50);
    for (const [path, num] of top) expect([path, shown.get(path)]).toEqual([path, num]);
    expect([...shown.values()].reduce((sum, num) => sum + num, 0)).toBe(totals.get('visits'));
  });

  it('a layout that is not known is said, and with a layout forced every line is refused and counted', async () => {
    const guessed = await importLog('../SOURCES.tsv', 'combined.example');
    expect(guessed.status).toBe(1);
    expect(guessed.stderr).toContain('--format');
    const forced = await importLog('wtf_apache_csv_farmwork.log', 'combined.example', '--format', 'combined', '--json');
    expect(JSON.parse(forced.stdout)).toMatchObject({ lines: 4_838, visits: 0, spider_hits: 0, refused: { not_a_log_line: 4_838 } });
  });

  it('a W3C log adds up too', async () => {
    const { stdout } = await importLog('lnav_w3c_big.log', 'combined.example', '--json');
    const report = JSON.parse(stdout) as Report;
    expect(report.lines).toBe(254);
    expect(report.visits + report.spider_hits + Object.values(report.refused).reduce((sum, num) => sum + num, 0)).toBe(254);
  });
});
