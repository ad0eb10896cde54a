import { type RefusalReason, REFUSALS } from '@footfall/contract';
import type { ImportReport } from '../../logs/report.js';

const earliest = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.min(a, b));
const latest = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.max(a, b));

/** Several imports as one. */
export function sumOf(reports: readonly ImportReport[]): ImportReport {
  const refused: Partial<Record<RefusalReason, number>> = {};
  let sum: ImportReport = { lines: 0, visits: 0, spider_hits: 0, refused, first_at: null, last_at: null };
  for (const report of reports) {
    for (const [reason, num] of Object.entries(report.refused) as [RefusalReason, number][]) refused[reason] = (refused[reason] ?? 0) + num;
    sum = {
      lines: sum.lines + report.lines, visits: sum.visits + report.visits, spider_hits: sum.spider_hits + report.spider_hits, refused,
      first_at: earliest(sum.first_at, report.first_at), last_at: latest(sum.last_at, report.last_at),
    };
  }
  return sum;
}

const figure = (value: number): string => value.toLocaleString('en');

/** What became of the lines, as a table that adds up: the last column of each row is what the lines before it sum to. */
export function reportTable(files: readonly string[], reports: readonly ImportReport[]): string {
  const sum = sumOf(reports);
  const rows: [string, string, string][] = [
    ['lines read', figure(sum.lines), ''],
    ['visits', figure(sum.visits), 'page views by people'],
    ['spider hits', figure(sum.spider_hits), 'requests by crawlers'],
    ...(Object.entries(sum.refused) as [RefusalReason, number][])
      .toSorted(([, a], [, b]) => b - a)
      .map(([reason, num]): [string, string, string] => [`refused: ${reason}`, figure(num), REFUSALS[reason].meaning]),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map(([name, num, meaning]) => `  ${name.padEnd(widths[0] ?? 0)}  ${num.padStart(widths[1] ?? 0)}  ${meaning}`.trimEnd());
  const span = sum.first_at === null || sum.last_at === null ? '' : `\n  from ${new Date(sum.first_at).toISOString()} to ${new Date(sum.last_at).toISOString()}`;
  return `${files.length === 1 ? (files[0] ?? '') : `${files.length} files`}\n${lines.join('\n')}${span}`;
}
