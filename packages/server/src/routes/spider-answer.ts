import type { Spider as SpiderAnswer, SpiderRow } from '@footfall/contract';
import type { Spider } from '../metadata/spiders.js';
import type { Activity } from '../questions/spider-figures.js';

/** A rule as the console knows it. @param createdAt its text */
export function spiderAnswer({ id, type, name, keywords, enabled, origin }: Spider, createdAt: string): SpiderAnswer {
  return { id, type, name, keyword: keywords, status: enabled ? 1 : 0, created_at: createdAt, origin };
}

/** A rule in the list, with what came of it lately. */
export function spiderRowOf(spider: Spider, activity: Activity | undefined, localTime: (at: number) => string): SpiderRow {
  const lastAt = activity?.lastAt ?? null;
  return { ...spiderAnswer(spider, localTime(spider.createdAt)), hits_24h: activity?.day ?? 0, hits_7d: activity?.week ?? 0, forged_7d: activity?.forged ?? 0, last_hit_at: lastAt === null ? null : localTime(lastAt) };
}

interface ListInput {
  readonly type: string;
  readonly spider_id?: number | undefined;
  readonly status?: 0 | 1 | undefined;
  readonly search: string;
  readonly sort: Readonly<Record<string, 'asc' | 'desc' | undefined>>;
}

function passes({ type, name, id, status, keyword }: SpiderRow, filter: ListInput): boolean {
  const search = filter.search.trim().toLowerCase();
  return (
    (filter.type === '' || type === filter.type) &&
    (filter.spider_id === undefined || id === filter.spider_id) &&
    (filter.status === undefined || status === filter.status) &&
    (search === '' || name.toLowerCase().includes(search) || keyword.some((word) => word.toLowerCase().includes(search)))
  );
}

function compared(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

/** The rules that pass the filter, in the order asked for; by id where nothing is asked. */
export function chosenSpiders(rows: readonly SpiderRow[], input: ListInput): SpiderRow[] {
  const rules = Object.entries(input.sort) as [keyof SpiderRow & ('id' | 'type' | 'name' | 'hits_24h' | 'hits_7d' | 'forged_7d' | 'last_hit_at'), 'asc' | 'desc' | undefined][];
  return rows.filter((row) => passes(row, input)).toSorted((a, b) => {
    for (const [by, direction] of rules) {
      const order = compared(a[by], b[by]);
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return a.id - b.id;
  });
}
