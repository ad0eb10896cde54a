/**
 * A census by hour of the day, or by day of the month, of which all that is over is counted once and kept for as long as nothing changes it. The hour that runs adds
 * to itself, to its hour of the day, and to everything, as the day does that runs: who asks again has it counted, and the others told by roll-ups or, with a filter,
 * by who is known to have been there.
 */
import type { Reading } from '../warehouse/rolled/kept-counts.js';
import type { RowList } from '../warehouse/rolled/row-list.js';
import type { Asked } from './asked.js';
import { compileGroups, compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import { hourOver, type TimeRange } from './period.js';
import { keptLabels, type Label } from './kept-labels.js';
import { during, grouped, type GroupPlan, type Source } from './plan.js';
import { rolledApart, rolledGroups, runGroups, runRolled, runValues } from './rolled.js';
import { SiteScope } from './scope.js';
import { type Keeping, upToDate } from './up-to-date.js';
import { isWorthKeeping } from './worth.js';

const HOUR = 3_600_000;
/** Hours of the day, or days of the month, that are counted anew; with more of them, everything is. */
const MOST_LABELS = 3;
/** Times that visits may come in late while it is asked, before everything is asked at once. */
const TRIES = 3;

/** Hours, or days, in their order, each with what it is counted under: its hour of the day or its day of the month, and one, as 0 stands for all. */
export interface CensusTime {
  readonly edges: readonly number[];
  readonly labels: readonly number[];
  /** After the last of them. */
  readonly end: number;
}

type LabelledHour = TimeRange & { readonly label: number };

/** What is known of the hours before an instant: rows as a census has them, c0 being the label and c1 the hour, 0 where they are together. */
interface Known {
  readonly until: number;
  readonly rows: readonly Row[];
}

/** A look at what is kept. */
interface Seen {
  readonly reading: Reading<RowList>;
  readonly known: Known;
}

/** The plan of a census. */
export const censusPlan = (source: Source, figures: readonly string[], { edges, labels }: CensusTime): GroupPlan => grouped(source, figures, { cuts: [edges, edges], labels: [labels, null], rollup: true });

/** All of it, at once. @throws as `asked.run` */
export const countedCensus = async (plan: GroupPlan, asked: Asked): Promise<readonly Row[]> => (await runRolled<GroupPlan, Row>(asked, [plan], rolledGroups, ([one = plan]) => compileGroups(one))).rows;

const upTo = (plan: GroupPlan, from: number, until: number): GroupPlan => during(plan, [{ from, to: until }]);

/** Of some times, each as a whole. @throws as `asked.run` */
async function wholes(plans: readonly GroupPlan[], asked: Asked): Promise<readonly (Row | undefined)[]> {
  const { rolled, now } = asked;
  const isRolled = (plan: GroupPlan): boolean => rolled !== null && rolledApart(plan, rolled, now) !== null;
  const ask = async (some: readonly GroupPlan[]): Promise<[GroupPlan, Row | undefined][]> => {
    if (some.length === 0) return [];
    const { rows } = await runRolled<GroupPlan, Row>(asked, some, rolledApart, compileUnion);
    return some.map((plan, at) => [plan, rows.find((row) => countIn(row, 'part') === at)]);
  };
  // Hours of a zone that are none of UTC are counted, which must not make the others so.
  const [told, counted] = await Promise.all([ask(plans.filter(isRolled)), ask(plans.filter((plan) => !isRolled(plan)))]);
  const found = new Map([...told, ...counted]);
  return plans.map((plan) => found.get(plan));
}

/** Hours of each label as a whole where no roll-up tells them: from what is kept, else counted. @throws as `asked.run` */
async function filteredLabels(plans: readonly GroupPlan[], labels: readonly Label[], over: number, asked: Asked): Promise<readonly (Row | undefined)[]> {
  const [plan] = plans;
  const kept = plan === undefined ? [] : await keptLabels(plan, labels, over, asked);
  const missing = plans.filter((_, at) => kept[at] === null);
  const { rows } = missing.length === 0 ? { rows: [] } : await asked.run<Row>(compileUnion(missing));
  return plans.map((one, at) => {
    const figures = kept[at] ?? null;
    return figures === null ? rows.find((row) => countIn(row, 'part') === missing.indexOf(one)) : { m_pv: figures.pv, m_uv: figures.uv, m_ip: figures.ip, m_referer_num: figures.referer_num };
  });
}

/** All hours of each label that counts anew, and everything. @param over the instant up to which hours are over. @throws as `asked.run` */
async function together(plan: GroupPlan, hours: readonly LabelledHour[], anew: ReadonlySet<number>, over: number, asked: Asked): Promise<{ readonly byLabel: readonly Row[]; readonly total: Row | undefined }> {
  const [from = 0, until = 0] = [hours[0]?.from, hours.at(-1)?.to];
  const labels = [...anew];
  const times = labels.map((label) => hours.filter((hour) => hour.label === label));
  const all = grouped(upTo(plan, from, until), plan.figures);
  const labelled = (rows: readonly (Row | undefined)[]): Row[] => rows.flatMap((row, i) => (row === undefined || countIn(row, 'm_pv') === 0 ? [] : [{ ...row, c0: labels[i] ?? 0, c1: 0 }]));
  const each = times.map((time) => grouped(during(plan, time), plan.figures));
  if (plan.filters.length === 0) {
    const [total, ...byLabel] = await wholes([all, ...each], asked);
    return { byLabel: labelled(byLabel), total };
  }
  const [{ rows: [total] }, rows] = await Promise.all([runValues(asked, all), filteredLabels(each, labels.map((label, i) => ({ name: JSON.stringify([asked.zone.name, from, label]), hours: times[i] ?? [] })), over, asked)]);
  return { byLabel: labelled(rows), total };
}

/** The rows up to a later instant. @param over the instant up to which hours are over. @throws as `asked.run` */
async function goneOn(known: Known, plan: GroupPlan, { edges, labels, end }: CensusTime, until: number, over: number, asked: Asked): Promise<Known> {
  const [from = 0] = edges;
  const hours = edges.map((at, i): LabelledHour => ({ from: at, to: edges[i + 1] ?? end, label: labels[i] ?? 0 })).filter((hour) => hour.from < until && hour.from <= asked.now);
  // Those that have not begun have nothing.
  const added = hours.filter(({ from: at }) => at >= known.until);
  const anew = new Set(added.map(({ label }) => label));
  if (known.rows.length === 0 || anew.size > MOST_LABELS) return { until, rows: await countedCensus(upTo(plan, from, until), asked) };
  if (added.length === 0) return { until, rows: known.rows };
  const single = grouped(during(plan, added), plan.figures, { cuts: [added.map(({ from: at }) => at)] });
  const [rows, { byLabel, total }] = await Promise.all([runGroups(asked, [single]), together(plan, hours, anew, over, asked)]);
  const labelOf = new Map(added.map(({ from: at, label }) => [at, label]));
  return {
    until,
    rows: [
      ...known.rows.filter((row) => countIn(row, 'c0') !== 0 && (countIn(row, 'c1') !== 0 || !anew.has(countIn(row, 'c0')))),
      ...rows.map((row): Row => ({ ...row, c0: labelOf.get(countIn(row, 'c0')) ?? 0, c1: countIn(row, 'c0') })),
      ...byLabel,
      ...(total === undefined ? [] : [{ ...total, c0: 0, c1: 0 }]),
    ],
  };
}

/** Rows as `countedCensus` tells them, from what is kept; null where nothing is. @throws as `asked.run` */
export async function keptCensus(plan: GroupPlan, time: CensusTime, asked: Asked): Promise<readonly Row[] | null> {
  const over = time.edges.findLast((edge) => edge <= hourOver(asked.now) * HOUR);
  const [from] = time.edges;
  const { kept } = asked;
  if (kept === null || over === undefined || from === undefined || over === from || !isWorthKeeping(plan, (over - from) / HOUR, asked)) return null;
  // What an hour is counted under follows from the zone, and a day is no hour.
  const name = JSON.stringify(['census', asked.zone.name, from, time.edges[1], plan.figures, plan.filters]);
  const before = Math.ceil(over / HOUR);
  const siteIds = SiteScope.idsOf(plan.scope);
  const keeping: Keeping<Seen, Seen> = {
    look() {
      const reading = kept.periods.read(siteIds, name, from / HOUR);
      return { reading, known: (reading.kept?.counts?.rows[0] as Known | undefined) ?? { until: from, rows: [] } };
    },
    isUp: ({ known }) => known.until >= over,
    async make(seen, asking) {
      if (seen.known.until >= over) return seen;
      const known = await goneOn(seen.known, plan, time, over, over, asking);
      seen.reading.keep({ before, counts: { rows: [known], size: known.rows.length } });
      return { ...seen, known };
    },
  };
  for (let i = 0; i < TRIES; i += 1) {
    const { reading, known } = await upToDate([siteIds, name, over], keeping, asked);
    if (known.until > over) return null;
    const { rows } = await goneOn(known, plan, time, time.end, over, asked);
    if (reading.isTrue(before)) return rows;
  }
  return null;
}
