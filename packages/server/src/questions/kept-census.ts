/**
 * A census by hour of the day, of which all that is over is counted once and kept for as long as nothing changes it. The hour that runs adds to itself, to its
 * hour of the day, and to everything: who asks again has these counted, of three months a twenty-fourth, and is told what counting all of them would tell.
 */
import type { Asked } from './asked.js';
import { compileGroups, compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import { hourOver, type TimeRange } from './period.js';
import { during, grouped, type GroupPlan, type Source } from './plan.js';
import { rolledGroups, runGroups, runRolled, runValues } from './rolled.js';
import { SiteScope } from './scope.js';
import { isWorthKeeping } from './worth.js';

const HOUR = 3_600_000;
/** Hours of the day that are counted anew; with more of them, everything is. */
const MOST_LABELS = 3;
/** Times that visits may come in late while it is asked, before everything is asked at once. */
const TRIES = 3;

/** Hours in their order, each with what it is counted under: its hour of the day, and one, as 0 stands for all. */
export interface CensusTime {
  readonly edges: readonly number[];
  readonly labels: readonly number[];
  /** After the last of them. */
  readonly end: number;
}

/** What is known of the hours before an instant: rows as a census has them, c0 being the label and c1 the hour, 0 where they are together. */
interface Known {
  readonly until: number;
  readonly rows: readonly Row[];
}

/** The plan of a census. */
export const censusPlan = (source: Source, figures: readonly string[], { edges, labels }: CensusTime): GroupPlan => grouped(source, figures, { cuts: [edges, edges], labels: [labels, null], rollup: true });

/** All of it, at once. @throws as `asked.run` */
export const countedCensus = async (plan: GroupPlan, asked: Asked): Promise<readonly Row[]> => (await runRolled<GroupPlan, Row>(asked, [plan], rolledGroups, ([one = plan]) => compileGroups(one))).rows;

const upTo = (plan: GroupPlan, from: number, until: number): GroupPlan => during(plan, [{ from, to: until }]);

/** Of everything before an instant. */
async function totalOf(plan: GroupPlan, from: number, until: number, asked: Asked): Promise<Row | undefined> {
  const total = grouped(upTo(plan, from, until), plan.figures);
  return plan.filters.length === 0 ? (await runGroups(asked, [total]))[0] : (await runValues(asked, total)).rows[0];
}

/** The rows up to a later instant. @throws as `asked.run` */
async function goneOn(known: Known, plan: GroupPlan, { edges, labels, end }: CensusTime, until: number, asked: Asked): Promise<Known> {
  const [from = 0] = edges;
  const hours = edges.map((at, i): TimeRange & { label: number } => ({ from: at, to: edges[i + 1] ?? end, label: labels[i] ?? 0 })).filter((hour) => hour.from < until);
  // Of those that have not begun there is nothing.
  const added = hours.filter(({ from: at }) => at >= known.until && at <= asked.now);
  const anew = new Set(added.map(({ label }) => label));
  if (known.rows.length === 0 || anew.size > MOST_LABELS) return { until, rows: await countedCensus(upTo(plan, from, until), asked) };
  if (added.length === 0) return { until, rows: known.rows };
  const plain = { labels: [null], cuts: [edges], figures: plan.figures };
  const single = grouped(during(plan, added), plan.figures, plain);
  const together = grouped(during(plan, hours.filter(({ label }) => anew.has(label))), plan.figures, { ...plain, labels: [labels] });
  const [{ rows }, total] = await Promise.all([asked.run<Row>(compileUnion([single, together])), totalOf(plan, from, until, asked)]);
  const labelOf = new Map(added.map(({ from: at, label }) => [at, label]));
  return {
    until,
    rows: [
      ...known.rows.filter((row) => countIn(row, 'c0') !== 0 && (countIn(row, 'c1') !== 0 || !anew.has(countIn(row, 'c0')))),
      ...rows.map((row): Row => (countIn(row, 'part') === 0 ? { ...row, c0: labelOf.get(countIn(row, 'c0')) ?? 0, c1: countIn(row, 'c0') } : { ...row, c1: 0 })),
      ...(total === undefined ? [] : [{ ...total, c0: 0, c1: 0 }]),
    ],
  };
}

/** Rows as `countedCensus` tells them, from what is kept; null where nothing is. @throws as `asked.run` */
export async function keptCensus(plan: GroupPlan, time: CensusTime, asked: Asked): Promise<readonly Row[] | null> {
  const over = time.edges.findLast((edge) => edge <= hourOver(asked.now) * HOUR);
  const [from] = time.edges;
  if (asked.kept === null || over === undefined || from === undefined || over === from || !isWorthKeeping(plan, (over - from) / HOUR, asked)) return null;
  // What an hour is counted under follows from the zone.
  const name = JSON.stringify(['census', asked.zone.name, from, plan.figures, plan.filters]);
  const before = Math.ceil(over / HOUR);
  for (let i = 0; i < TRIES; i += 1) {
    const reading = asked.kept.periods.read(SiteScope.idsOf(plan.scope), name);
    let known = (reading.kept?.counts?.rows[0] as Known | undefined) ?? { until: from, rows: [] };
    if (known.until > over) return null;
    if (known.until < over) {
      known = await goneOn(known, plan, time, over, asked);
      reading.keep({ before, counts: { rows: [known], size: known.rows.length } });
    }
    const { rows } = await goneOn(known, plan, time, time.end, asked);
    if (reading.isTrue(before)) return rows;
  }
  return null;
}
