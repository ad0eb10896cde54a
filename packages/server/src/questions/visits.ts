import { DIMENSIONS, type endpoints, type Output, type Parsed, type VisitRow } from '@footfall/contract';
import { isIPv4, isIPv6 } from 'node:net';
import { cutOf, type Asked } from './asked.js';
import { compileCount, compileRows } from './compile.js';
import { addressText, countIn, type Row } from './counts.js';
import { pageOf, paginationOf } from './paging.js';
import { allTime, instantsOf, mergeRanges } from './period.js';
import { during, everything, listed, matching, type Source } from './plan.js';

type DeviceLogs = typeof endpoints.report.deviceLogs;
type StoredRow = Readonly<Record<string, string | number | null>>;

const COLUMNS: readonly string[] = ['site_id', ...DIMENSIONS.keys()];

/** A stored row as the report shows it: an absent fact is '', times are local text. Source: specification 1, section 3. */
function shown(row: StoredRow, asked: Asked, domains: ReadonlyMap<number, string>): VisitRow {
  const facts = Object.fromEntries(COLUMNS.map((column) => [column, row[`r_${column}`] ?? '']));
  const countryCode = String(row['r_country_code']);
  const { site_id: _site, ...visit } = facts;
  return {
    ...visit,
    id: String(row['r_id']),
    created_at: asked.zone.text(Number(row['r_created_at'])),
    ip: addressText(String(row['r_ip'])),
    country_code: countryCode,
    country: asked.countryNames(countryCode),
    domain: domains.get(Number(row['r_site_id'])) ?? '',
  } as VisitRow;
}

/** What no stored address equals can not be asked for: the store would take it for a mistake in the question. */
const isAddress = (text: string): boolean => isIPv4(text) || (isIPv6(text) && !text.includes('%'));

function sourceOf(input: Parsed<DeviceLogs>, asked: Asked): Source {
  const local = input.query_time ?? allTime(asked.zone, asked.now);
  const askedIp = input.ip?.trim() ?? '';
  const findsNothing = askedIp !== '' && !isAddress(askedIp);
  const ranges = findsNothing ? [] : mergeRanges([instantsOf(local, asked.zone)]);
  return matching(during(everything(asked.scope), ranges), {
    country_code: input.country_code,
    device_type: input.device_type,
    browser_name: input.browser_name,
    url: input.url,
    entry_url: input.entry_url,
    referer: input.referer,
    ip: findsNothing ? '' : askedIp,
  });
}

/** Visits, newest first, a page of them, with everything known of each; of all time when no range is given. */
export async function visits(input: Parsed<DeviceLogs>, asked: Asked): Promise<Output<DeviceLogs>> {
  const source = sourceOf(input, asked);
  const page = pageOf(input);
  const { rows } = await asked.run<StoredRow>(compileRows(listed(source, COLUMNS, page)));
  const [first] = rows;
  // Each row carries the total; a page behind the last has none to carry it.
  const counted = first === undefined && page.offset > 0 ? (await asked.run<Row>(compileCount(source))).rows[0] : undefined;
  const total = first === undefined ? countIn(counted, 'total') : Number(first['total']);
  const domains = new Map(asked.sites.map((site) => [site.id, site.domain]));
  return {
    list: rows.map((row) => shown(row, asked, domains)),
    meta: paginationOf(input, total),
    cut: cutOf(asked, input.query_time ?? allTime(asked.zone, asked.now)),
  };
}
