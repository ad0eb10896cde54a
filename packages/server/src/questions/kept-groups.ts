/**
 * Page views by value of a column, of which those of hours that are over are counted once and kept for as long as nothing changes them: who asks again
 * has the hours since counted, and is told what counting all of them would tell.
 */
import type { Counts } from '../warehouse/rolled/kept-counts.js';
import type { Asked } from './asked.js';
import { compileGroups } from './compile.js';
import { countIn, type Row } from './counts.js';
import { during, grouped, type Source } from './plan.js';
import { SiteScope } from './scope.js';

const HOUR = 3_600_000;
/** After the end of an hour: what comes later of it has what is kept counted anew. */
const OVER_MS = 5 * 60_000;
/** Times that visits may come in late while they are counted, before all are counted at once. */
const TRIES = 3;
/** Values of one list that are kept; of a list with more every asking counts. */
const MOST_VALUES = 20_000;

function summed(a: Counts, b: Counts): Counts {
  if (a.size === 0) return b;
  const sum = new Map(a);
  for (const [value, num] of b) sum.set(value, (sum.get(value) ?? 0) + num);
  return sum;
}

/** @returns null where there are more values than are kept */
async function counted(source: Source, from: number, to: number, column: string, asked: Asked): Promise<Counts | null> {
  if (from >= to) return new Map();
  const plan = grouped(during(source, [{ from, to }]), ['pv'], { keys: [column], page: { limit: MOST_VALUES + 1, offset: 0 } });
  const { rows } = await asked.run<Row>(compileGroups(plan));
  return rows.length > MOST_VALUES ? null : new Map(rows.map((row) => [String(row[`k_${column}`]), countIn(row, 'm_pv')]));
}

/**
 * @param source of one stretch of time
 * @returns null where nothing can be kept, or had better not be: then all of it is to be asked for at once
 */
export async function keptGroups(source: Source, column: string, asked: Asked): Promise<Counts | null> {
  const { kept } = asked;
  const [range, ...others] = source.ranges ?? [];
  if (kept === null || range === undefined || others.length > 0 || source.table !== 'visits' || source.time !== 'created_at' || source.crawlers !== null) return null;
  const over = Math.min(Math.floor((asked.now - OVER_MS) / HOUR), Math.floor(range.to / HOUR));
  if (over * HOUR <= range.from) return null;
  // A range that is over is kept apart from one that begins when it does and goes on. One that ends as far back as it is now in the day ends later each time.
  const name = JSON.stringify([column, range.from, over * HOUR === range.to ? range.to : null, source.filters]);
  for (let i = 0; i < TRIES; i += 1) {
    const reading = kept.read(SiteScope.idsOf(source.scope), name);
    let { before, counts } = reading.kept ?? { before: Math.floor(range.from / HOUR), counts: new Map<string, number>() };
    if (counts === null || before > over) return null;
    if (before < over) {
      const since = await counted(source, Math.max(range.from, before * HOUR), over * HOUR, column, asked);
      counts = since === null ? null : summed(counts, since);
      before = over;
      reading.keep({ before, counts: counts === null || counts.size > MOST_VALUES ? null : counts });
    }
    const rest = counts === null ? null : await counted(source, before * HOUR, range.to, column, asked);
    if (counts === null || rest === null) return null;
    if (reading.isTrue(before)) return summed(counts, rest);
  }
  return null;
}
