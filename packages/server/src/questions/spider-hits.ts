/** What the spider log and everything beside it looks at, and how a hit is shown. Source: specification 2, sections 2 and 3, "Spider log". */
import type { endpoints, Output, Parsed, SpiderHit } from '@footfall/contract';
import { crawlersOf } from './ai-sources.js';
import { cutOf, type Asked } from './asked.js';
import { compileCount, compileRows } from './compile.js';
import { addressText, countIn, type Row } from './counts.js';
import { pageOf, paginationOf } from './paging.js';
import { instantsOf, namedRange, type LocalRange } from './period.js';
import { during, everything, judged, listed, matching, where, type Filter, type RowPlan, type Sort, type Source } from './plan.js';
import { isAddress } from './rules.js';
import { domainsOf, type StoredRow } from './visit-rows.js';

type Log = typeof endpoints.spiders.log;
type LogInput = Parsed<Log>;

/** What hits are chosen by. */
export type HitInput = Omit<Parsed<typeof endpoints.spiders.statuses>, 'domain'>;

/** Columns of a hit as they are stored. */
export const HIT_COLUMNS = ['id', 'ip', 'country_code', 'site_id', 'spider_id', 'type', 'name', 'reason', 'url', 'referer', 'created_at', 'user_agent', 'method', 'status', 'bytes', 'source'] as const;

/** The range asked for; today where none is. */
export function hitRange(input: Pick<HitInput, 'query_time'>, asked: Asked): LocalRange {
  return input.query_time ?? namedRange('today', asked.zone, asked.now);
}

/** The hits that pass a filter. @throws FootfallError `request.invalid` for a time that no calendar has */
export function hitsOf(input: HitInput, asked: Asked): Source {
  const filters: Filter[] = [];
  if (input.spider_id !== undefined) filters.push({ column: 'spider_id', value: String(input.spider_id) });
  const address = input.ip.trim();
  if (address !== '') filters.push({ column: 'ip', operator: isAddress(address) ? '=' : 'like', value: address });
  if (input.user_agent !== '') filters.push({ column: 'user_agent', operator: 'like', value: input.user_agent });
  if (input.operator !== '') filters.push(...crawlersOf(input.operator));
  if (input.url !== '') filters.push({ column: 'url', operator: 'like', value: input.url });
  if (input.status !== '') filters.push(input.status === 'none' ? { column: 'status', operator: 'absent', value: '' } : { column: 'status', operator: '=', value: input.status });
  if (input.authenticity !== '') filters.push({ column: 'authenticity', value: input.authenticity });
  const range = instantsOf(hitRange(input, asked), asked.zone);
  return where(matching(judged(during(everything(asked.scope, 'spider_hits'), [range]), asked.crawlers), { type: input.type, name: input.name, url: input.address }), filters);
}

/** The hits of the log in their order, before a page is chosen. */
export function logPlan(input: HitInput & Pick<LogInput, 'sort'>, columns: readonly string[], asked: Asked): RowPlan {
  const sort = Object.entries(input.sort).map(([by, direction]): Sort => ({ by, direction: direction ?? 'desc' }));
  return listed(hitsOf(input, asked), columns, null, { sort });
}

/** A stored hit as the log shows it. */
export function hitOf(row: StoredRow, asked: Asked, domains: ReadonlyMap<number, string>): SpiderHit {
  const text = (column: string): string => String(row[`r_${column}`] ?? '');
  const ip = addressText(text('ip'));
  const number = (column: string): number | null => {
    const value = row[`r_${column}`] ?? null;
    return value === null ? null : Number(value);
  };
  return {
    id: text('id'),
    ip,
    country: asked.countryNames(text('country_code')),
    country_code: text('country_code'),
    domain: domains.get(Number(row['r_site_id'])) ?? '',
    spider_id: number('spider_id') ?? 0,
    type: text('type'),
    name: text('name'),
    reason: text('reason'),
    url: text('url'),
    referer: text('referer'),
    created_at: asked.zone.text(Number(row['r_created_at'])),
    user_agent: text('user_agent'),
    method: text('method'),
    status: number('status'),
    bytes: number('bytes'),
    source: text('source'),
    ...asked.crawlers.judge(text('name'), ip),
    network_owner: asked.networkOwner(ip),
  };
}

/** A page of the log. @throws FootfallError `request.invalid` */
export async function spiderLog(input: LogInput, asked: Asked): Promise<Output<Log>> {
  const plan = logPlan(input, HIT_COLUMNS, asked);
  const [{ rows }, counted] = await Promise.all([
    asked.run<StoredRow>(compileRows({ ...plan, page: pageOf(input) })),
    asked.run<Row>(compileCount(plan)),
  ]);
  const domains = domainsOf(asked);
  return { list: rows.map((row) => hitOf(row, asked, domains)), meta: paginationOf(input, countIn(counted.rows[0], 'total')), cut: cutOf(asked, hitRange(input, asked)) };
}
