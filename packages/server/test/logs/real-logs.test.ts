import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { combined } from '../../src/logs/formats/combined.js';
import { virtualHost } from '../../src/logs/formats/virtual-host.js';
import { w3c } from '../../src/logs/formats/w3c.js';
import { createLineSplitter } from '../../src/logs/line-splitter.js';
import type { LogRecord } from '../../src/logs/record.js';
import { fileSource, streamSource } from '../../src/logs/source.js';
import { accounted, createStore, logOf } from './importing.js';

/** The system's own, mawk or gawk. */
const AWK = 'awk';
const shared = new URL('../../../../../shared/data/', import.meta.url);
const path = (name: string) => fileURLToPath(new URL(`logs/${name}.log`, shared));
const APACHE = [
  { name: 'elastic_apache_combined', format: combined },
  { name: 'wtf_apache_combined', format: combined },
  { name: 'wtf_nginx_combined_saunathinker', format: combined },
  { name: 'wtf_apache_vhost_combined', format: virtualHost },
] as const;

interface Expected {
  readonly lines: number;
  readonly days: number;
  readonly status: Record<string, number>;
  readonly methods: Record<string, number>;
  readonly distinct_ips: number;
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}

function linesOf(file: string): string[] {
  const lines: string[] = [];
  const splitter = createLineSplitter((line) => lines.push(line ?? ''));
  splitter.push(readFileSync(file));
  splitter.end();
  return lines;
}

/** What count.awk says: totals by name, and views by url. */
function awk(file: string, withHost: boolean) {
  const script = fileURLToPath(new URL('count.awk', import.meta.url));
  const text = execFileSync(AWK, ['-v', `vhost=${withHost ? 1 : 0}`, '-f', script, file], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  const totals = new Map<string, number>();
  const urls: Record<string, number> = {};
  for (const line of text.trim().split('\n')) {
    const [kind = '', first = '', ...rest] = line.split(' ');
    if (kind === 'total') totals.set(first, Number(rest[0]));
    if (kind === 'url') urls[rest.join(' ')] = Number(first);
  }
  return { totals, urls };
}

describe.skipIf(!existsSync(shared))('real access logs (needs ../shared/data/logs)', () => {
  const truth = existsSync(shared) ? (JSON.parse(readFileSync(new URL('truth/logs_expected.json', shared), 'utf8')) as Record<string, Expected>) : {};

  it.each(APACHE)('$name: every line is read, as the published totals say', ({ name, format }) => {
    const parse = format.createParser();
    const lines = linesOf(path(name));
    const records = lines.map((line) => parse(line)).filter((record): record is LogRecord => record !== null);
    expect(records).toHaveLength(lines.length);
    expect({
      lines: lines.length,
      days: new Set(records.map(({ at }) => Math.floor(at / 86_400_000))).size,
      status: countBy(records, ({ status }) => String(status).charAt(0)),
      methods: countBy(records, ({ method }) => method || '(bad)'),
      distinct_ips: new Set(records.map(({ ip }) => ip)).size,
    }).toEqual({
      lines: truth[name]?.lines,
      days: truth[name]?.days,
      status: truth[name]?.status,
      methods: truth[name]?.methods,
      distinct_ips: truth[name]?.distinct_ips,
    });
  });

  it.each(APACHE)('$name: an import adds up, finds the layout itself, and adds nothing the second time', async ({ name, format }) => {
    const store = createStore();
    const { report, visits, hits } = await store.import([fileSource(path(name))]);
    expect(report.lines).toBe(truth[name]?.lines);
    expect(accounted(report)).toBe(report.lines);
    expect([report.visits, report.spider_hits]).toEqual([visits.length, hits.length]);
    expect(await createStore().import([fileSource(path(name))], { format: { format: format.name } })).toMatchObject({ report });

    const again = await store.import([fileSource(path(name))]);
    expect(again.report).toEqual({
      ...report,
      visits: 0,
      spider_hits: 0,
      refused: { ...report.refused, duplicate: report.visits + report.spider_hits },
      first_at: null,
      last_at: null,
    });
  });

  it.each(APACHE)('$name: an independent count of the raw lines agrees', async ({ name, format }) => {
    const { totals, urls } = awk(path(name), format === virtualHost);
    const { report, visits } = await createStore().import([fileSource(path(name))]);
    expect({
      lines: report.lines,
      visits: report.visits,
      spider_hits: report.spider_hits,
      not_a_log_line: report.refused.not_a_log_line ?? 0,
      method: report.refused.method,
      status: report.refused.status,
      asset: report.refused.asset,
      visit_ips: new Set(visits.map(({ ip }) => ip)).size,
    }).toEqual(Object.fromEntries(['lines', 'visits', 'spider_hits', 'not_a_log_line', 'method', 'status', 'asset', 'visit_ips'].map((total) => [total, totals.get(total)])));
    const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/u, '').replace(/[?#;].*$/u, '');
    expect(countBy(visits, ({ url }) => pathOf(url))).toEqual(urls);
  });

  it('the halves of a log overlap without harm, packed, with CR LF and without a last line end', async () => {
    const lines = linesOf(path('elastic_apache_combined'));
    const whole = (await createStore().import([logOf(lines.join('\n'))])).report;
    const store = createStore();
    const first = (await store.import([streamSource('-', Readable.from([gzipSync(`${lines.slice(0, 6_000).join('\r\n')}\r\n`)]))])).report;
    const second = (await store.import([logOf(lines.slice(4_000).join('\n'))])).report;
    expect(first.visits + second.visits).toBe(whole.visits);
    expect(first.spider_hits + second.spider_hits).toBe(whole.spider_hits);
    expect(second.refused.duplicate).toBeGreaterThan(500);
  });

  it('a W3C log of IIS adds up', async () => {
    const lines = linesOf(path('lnav_w3c_big'));
    const parse = w3c.createParser();
    const records = lines.map((line) => parse(line)).filter((record): record is LogRecord => record !== null);
    const rows = lines.filter((line) => line !== '' && !line.startsWith('#'));
    expect(records).toHaveLength(rows.length);
    // The columns of this log stand in the same places throughout: the agent is the tenth, the status the twelfth.
    expect(countBy(records, ({ status }) => String(status))).toEqual(countBy(rows, (row) => row.split(' ')[11] ?? ''));
    expect(new Set(records.map(({ ip }) => ip))).toEqual(new Set(rows.map((row) => row.split(' ')[8] ?? '')));

    const { report, hits } = await createStore().import([fileSource(path('lnav_w3c_big'))]);
    expect(report.lines).toBe(lines.length);
    expect(accounted(report)).toBe(report.lines);
    expect(report.refused.heading).toBe(lines.length - rows.length);
    expect(report.refused.not_a_log_line).toBeUndefined();
    expect(hits.filter(({ name }) => name === 'Bingbot')).toHaveLength(rows.filter((row) => row.includes('bingbot')).length);
  });
});
