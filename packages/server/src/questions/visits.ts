import type { endpoints, Output, Parsed } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { compileCount, compileRows } from './compile.js';
import { countIn, type Row } from './counts.js';
import { pageOf, paginationOf } from './paging.js';
import { allTime, instantsOf, mergeRanges } from './period.js';
import { during, everything, grouped, listed, matching, where, type Source } from './plan.js';
import { runGroups } from './rolled.js';
import { fingerprintIs, isAddress } from './rules.js';
import { domainsOf, VISIT_COLUMNS, visitRowOf, type StoredRow } from './visit-rows.js';
import { atMoments } from './whereabouts.js';

type DeviceLogs = typeof endpoints.report.deviceLogs;
function sourceOf(input: Parsed<DeviceLogs>, asked: Asked): Source {
  const local = input.query_time ?? allTime(asked.zone, asked.now);
  const askedIp = input.ip?.trim() ?? '';
  const findsNothing = askedIp !== '' && !isAddress(askedIp);
  const ranges = findsNothing ? [] : mergeRanges([instantsOf(local, asked.zone)]);
  const source = matching(during(everything(asked.scope), ranges), {
    country_code: input.country_code,
    device_type: input.device_type,
    browser_name: input.browser_name,
    url: input.url,
    entry_url: input.entry_url,
    referer: input.referer,
    ip: findsNothing ? '' : askedIp,
  });
  return where(source, fingerprintIs(input.fingerprint ?? '', asked));
}

/** How many visits there are, from roll-ups as far as there are any. @throws as `asked.run` */
async function totalOf(source: Source, asked: Asked): Promise<number> {
  const [row] = await runGroups(asked, [grouped(source, ['pv'])]);
  return countIn(row, 'm_pv');
}

/** Visits, newest first, a page of them, with everything known of each; of all time when no range is given. */
export async function visits(input: Parsed<DeviceLogs>, asked: Asked): Promise<Output<DeviceLogs>> {
  const wanted = sourceOf(input, asked);
  const source = (await atMoments(wanted, asked)) ?? wanted;
  const page = pageOf(input);
  // A filter is looked for once, and each row carries the total; without one that would be a count of all there is.
  const totals = source.filters.length > 0;
  const [{ rows }, all] = await Promise.all([asked.run<StoredRow>(compileRows(listed(source, VISIT_COLUMNS, page, { totals }))), totals ? null : totalOf(source, asked)]);
  const [first] = rows;
  // A page behind the last has no row to carry it.
  const counted = totals && first === undefined && page.offset > 0 ? (await asked.run<Row>(compileCount(source))).rows[0] : undefined;
  const carried = first === undefined ? countIn(counted, 'total') : Number(first['total']);
  // Visits that came between the two answers are in the list, and so in the total.
  const total = all === null ? carried : Math.max(all, rows.length === 0 ? 0 : page.offset + rows.length);
  const domains = domainsOf(asked);
  return {
    list: rows.map((row) => visitRowOf(row, asked, domains)),
    meta: paginationOf(input, total),
    cut: cutOf(asked, input.query_time ?? allTime(asked.zone, asked.now)),
  };
}
