import { type LogReport, type RefusalReason, refusalReason } from '@footfall/contract';

export const NO_LINES: LogReport = { lines: 0, visits: 0, spider_hits: 0, refused: {}, first_at: null, last_at: null };

/** The reasons of a report and how often each occurred, most first. */
export function reasonsOf({ refused }: LogReport): [RefusalReason, number][] {
  return refusalReason.options.map((reason): [RefusalReason, number] => [reason, refused[reason] ?? 0]).filter(([, num]) => num > 0).toSorted(([, a], [, b]) => b - a);
}

/** Two reports as one. */
export function addReports(a: LogReport, b: LogReport): LogReport {
  const refused = { ...a.refused };
  for (const [reason, num] of reasonsOf(b)) refused[reason] = (refused[reason] ?? 0) + num;
  const times = (pick: (...times: number[]) => number, one: number | null, other: number | null) => (one === null ? other : other === null ? one : pick(one, other));
  return {
    lines: a.lines + b.lines, visits: a.visits + b.visits, spider_hits: a.spider_hits + b.spider_hits, refused,
    first_at: times(Math.min, a.first_at, b.first_at), last_at: times(Math.max, a.last_at, b.last_at),
  };
}
