/** What adds hours up by value: the statements. */
import type { QueryParams } from '../query-params.js';
import { storeTime } from '../store-time.js';
import { factSql, SPAN_KIND, VALUE_KINDS, type ValueKind } from '../tables/rolled-values.js';
import { HOUR, HOUR_MS, numbersOf, ROWS } from './numbered-visits.js';
import type { RolledHours } from './rolled-hours.js';
import { keysOf, type Span, SPAN_KEY } from './span-set.js';

export interface ValueRollUps {
  /** Adds visits of spans whose hours are rolled up (of a site, ascending, without overlap) up by value. @returns how many spans */
  addValues(siteId: number, spans: readonly Span[], signal: AbortSignal): Promise<number>;
  /** The same of one span, from spans that it is made of and that have been added up so. */
  joinValues(siteId: number, span: Span, parts: readonly Span[], signal: AbortSignal): Promise<number>;
}

const COLUMNS = 'site_id, kind, first, hours, facts, pv, last, newest, visitors, addresses';
const kindsThat = (has: (kind: ValueKind) => boolean): string => `kind IN (${VALUE_KINDS.filter(has).map(({ kind }) => kind).join(', ')})`;
const FACTS = VALUE_KINDS.map((kind) => `(toUInt8(${kind.kind}), [${kind.columns.map((column) => factSql(kind, column)).join(', ')}])`).join(', ');

/** A visitor without a number ends it, as in roll-up.ts. */
const ADDING = `INSERT INTO rolled_values (${COLUMNS})
SELECT {site:UInt32}, fact.1 AS kind, f, l, fact.2 AS facts, count(), max(created_at), argMaxState(if(${kindsThat(({ hasAgent }) => hasAgent)}, toString(user_agent), ''), (created_at, id)),
  groupBitmapState(toUInt32(v.number + throwIf(v.number = 0, 'a visitor has no number'))),
  groupBitmapStateIf(toUInt32(a.number + throwIf(a.number = 0, 'an address has no number')), ${kindsThat(({ hasAddresses }) => hasAddresses)})
FROM (
  SELECT created_at, id, visitor, ip, user_agent, roundDown(${HOUR}, {firsts:Array(UInt32)}) AS f, {lengths:Array(UInt16)}[indexOf({firsts:Array(UInt32)}, f)] AS l, arrayJoin([${FACTS}]) AS fact
  FROM visits WHERE ${ROWS}
) AS s
ANY LEFT JOIN ${numbersOf('visitor_numbers', 'visitor')} AS v ON s.visitor = v.visitor
ANY LEFT JOIN ${numbersOf('address_numbers', 'ip')} AS a ON s.ip = a.ip
GROUP BY kind, f, l, facts`;

/** A part that is not there ends it. */
const JOINING = `INSERT INTO rolled_values (${COLUMNS})
SELECT {site:UInt32}, kind, {first:UInt32}, {hours:UInt16}, facts, sum(pv), max(last), argMaxMergeState(newest), groupBitmapMergeState(visitors), groupBitmapMergeState(addresses)
FROM rolled_values
WHERE site_id = {site:UInt32} AND kind != ${SPAN_KIND} AND first IN {firsts:Array(UInt32)} AND ${SPAN_KEY} IN {keys:Array(UInt64)}
  AND throwIf((SELECT uniqExact(first, hours) FROM rolled_values WHERE site_id = {site:UInt32} AND kind = ${SPAN_KIND} AND first IN {firsts:Array(UInt32)} AND ${SPAN_KEY} IN {keys:Array(UInt64)}) != length({keys:Array(UInt64)}), 'a part is not added up') = 0
GROUP BY kind, facts`;

/** That the spans are there, once all of their values are. */
const KNOWING = `INSERT INTO rolled_values (${COLUMNS})
SELECT {site:UInt32}, ${SPAN_KIND}, span.1, span.2, emptyArrayString(), 0, toDateTime64(0, 3, 'UTC'), arrayReduce('argMaxState', [''], [(toDateTime64(0, 3, 'UTC'), toUInt64(0))]), bitmapBuild(emptyArrayUInt32()), bitmapBuild(emptyArrayUInt32())
FROM (SELECT arrayJoin(arrayZip({firsts:Array(UInt32)}, {lengths:Array(UInt16)})) AS span)`;

const lengthsOf = (spans: readonly Span[]) => ({ firsts: spans.map(({ first }) => first), lengths: spans.map(({ hours }) => hours) });

/** @param run runs a statement in the background */
export function createValueRollUps(run: (query: string, params: QueryParams) => Promise<void>, rolled: RolledHours): ValueRollUps {
  return {
    addValues: (siteId, wanted, signal) => rolled.buildValues(siteId, wanted, async (spans) => {
      const [first, last] = [spans[0], spans.at(-1)];
      if (first === undefined || last === undefined) return;
      const hours = spans.flatMap((span) => Array.from({ length: span.hours }, (_, i) => span.first + i));
      await run(ADDING, { site: siteId, from: storeTime(first.first * HOUR_MS), to: storeTime((last.first + last.hours) * HOUR_MS), hours, ...lengthsOf(spans) });
      await run(KNOWING, { site: siteId, ...lengthsOf(spans) });
    }, signal),
    joinValues: (siteId, span, parts, signal) => rolled.buildValues(siteId, [span], async () => {
      await run(JOINING, { site: siteId, first: span.first, hours: span.hours, ...keysOf(parts) });
      await run(KNOWING, { site: siteId, ...lengthsOf([span]) });
    }, signal),
  };
}
