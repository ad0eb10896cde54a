/** Visitors whose devices contradict themselves, or who walk as machines do: never stored, but made of their own visits whenever it is asked. */
import { SUSPICION_SIGNS, type endpoints, type Output, type Parsed, type Suspicion, type SuspicionSign, type SuspiciousVisitor } from '@footfall/contract';
import { groupBy } from '../group-by.js';
import { cutOf, type Asked } from './asked.js';
import { countIn, type Row } from './counts.js';
import { ANY_MASK, bitOf, deviceSigns, signsIn, SURE_MASK, WALK_MASK } from './device-signs.js';
import { keptSuspects, lookedAtAll } from './kept-suspects.js';
import { pageOf, paginationOf } from './paging.js';
import { Parameters } from './parameters.js';
import { allTime, instantsOf, namedRange, type LocalRange } from './period.js';
import { during, everything, grouped, matching, where, type Page, type Source } from './plan.js';
import { runGroups } from './rolled.js';
import { firstSuspects } from './suspect-list.js';
import { compileCrowds, compileDevices, compileFirst, compileMasks, compileSuspects, compileWalks, type SuspicionPlan, type SuspicionRule, type SuspicionSort } from './suspicion-sql.js';
import { visitorWhereabouts, type VisitorInput } from './visitor.js';
import { zonesApartIn } from './zones-apart.js';

type Calls = typeof endpoints.suspicious;
export type SuspicionInput = Omit<Parsed<Calls['list']>, 'page' | 'per_page' | 'domain'>;

/** Rows of each set of signs that one answer has, so that a page of any of them is among them: further back the page is asked for by itself. */
const MOST_TOGETHER = 1_000;
const WEIGHT_OF = new Map(SUSPICION_SIGNS.map(({ code, weight }) => [code, weight]));
/** What `deviceSigns` tells of a sign does not depend on what is asked. */
const DEVICE_SIGNS = deviceSigns([], new Parameters());

export const suspicionRange = (input: { readonly query_time?: LocalRange | undefined }, asked: Asked): LocalRange => input.query_time ?? namedRange('recently', asked.zone, asked.now);

/** The visits that a list is of. @throws FootfallError `request.invalid` */
function sourceOf(input: SuspicionInput, asked: Asked): Source {
  return matching(during(everything(asked.scope), [instantsOf(suspicionRange(input, asked), asked.zone)]), { country_code: input.country_code, device_type: input.device_type });
}

/** With what the visits' zones and countries are judged by: which of those that occur do not go together. */
async function planOf(source: Source, asked: Asked): Promise<SuspicionPlan> {
  const { apart } = await zonesApartIn(source, asked);
  return { source, apart, hidden: asked.crawlers.hidden };
}

/** The signs that a row must have one of. */
function wantedOf({ sign, weight }: Pick<SuspicionInput, 'sign' | 'weight'>): number {
  if (sign !== '') return bitOf(sign);
  return weight === 'sure' ? SURE_MASK : ANY_MASK;
}

type ValueRow = Readonly<Record<string, string | number | readonly string[]>>;

const suspicion = (sign: SuspicionSign, views: number, values: Suspicion['values'], agent: string): Suspicion => ({ sign, weight: WEIGHT_OF.get(sign) ?? 'hint', views, values, user_agent: agent });

/** What a device says against itself. */
function deviceSuspicions(row: ValueRow): Suspicion[] {
  return DEVICE_SIGNS.flatMap(({ code, values }, i) => {
    const views = Number(row[`n_${i}`] ?? 0);
    const told = row[`v_${i}`];
    return views === 0 || !Array.isArray(told) ? [] : [suspicion(code, views, Object.fromEntries(values.map((column, at) => [column, String(told[at])])), String(told.at(-1)))];
  });
}

function walkSuspicions(row: Row): Suspicion[] {
  const values = { pages: countIn(row, 'pages'), intervals: countIn(row, 'intervals'), near: countIn(row, 'near'), median: countIn(row, 'median') };
  return signsIn(countIn(row, 'walk')).map((sign) => suspicion(sign, countIn(row, 'views'), values, String(row['agent'])));
}

function crowdSuspicion(row: Row): Suspicion {
  const text = (column: string): string => String(row[column]);
  return suspicion('many_fingerprints', countIn(row, 'views'), { fingerprints: countIn(row, 'fingerprints'), day: text('day'), browser_name: text('browser_name'), browser_version: text('browser_version'), os_name: text('os_name') }, text('agent'));
}

const byWho = (rows: readonly Row[]): Map<string, Row[]> => groupBy(rows, (row) => String(row['who']));

/** The rows of some visitors and addresses, with what speaks against them. @param suspects kind, who, mask and views */
async function visitorsOf(suspects: readonly Row[], plan: SuspicionPlan, asked: Asked): Promise<SuspiciousVisitor[]> {
  const of = (kind: string, mask = ANY_MASK): string[] => suspects.filter((row) => row['kind'] === kind && (countIn(row, 'mask') & mask) !== 0).map((row) => String(row['who']));
  const [visitors, walkers, addresses] = [of('visitor'), of('visitor', WALK_MASK), of('address')];
  const among = (column: string, value: readonly string[]): SuspicionPlan => ({ ...plan, source: where(plan.source, [{ column, operator: 'in', value }]) });
  const shown = suspects.reduce((mask, row) => mask | countIn(row, 'mask'), 0);
  const nothing = { rows: [] };
  const [devices, walks, places, crowds] = await Promise.all([
    visitors.length === 0 ? nothing : asked.run<ValueRow>(compileDevices(among('visitor', visitors), 'visitor', shown)),
    walkers.length === 0 ? nothing : asked.run<Row>(compileWalks(among('visitor', walkers))),
    addresses.length === 0 ? nothing : asked.run<ValueRow>(compileDevices(among('ip', addresses), 'ip', 0)),
    addresses.length === 0 ? nothing : asked.run<Row>(compileCrowds(among('ip', addresses))),
  ]);
  const facts = { visitor: new Map(devices.rows.map((row) => [String(row['who']), row])), address: new Map(places.rows.map((row) => [String(row['who']), row])) };
  const [walked, crowded] = [byWho(walks.rows), byWho(crowds.rows)];
  return suspects.flatMap((suspect): SuspiciousVisitor[] => {
    const kind = suspect['kind'] === 'address' ? 'address' : 'visitor';
    const id = String(suspect['who']);
    const row = facts[kind].get(id);
    // Erased between the two questions.
    if (row === undefined) return [];
    const fact = (column: string): string => String(row[`f_${column}`] ?? '');
    const [fingerprint, ip] = [fact('fingerprint'), fact('ip') === '::' ? '' : fact('ip')];
    const type = kind === 'address' || fingerprint === '' ? 'ip' : 'fingerprint';
    return [{
      kind, id, type,
      key: type === 'ip' ? (kind === 'address' ? id : ip) : fingerprint,
      signs: kind === 'address' ? (crowded.get(id) ?? []).map(crowdSuspicion) : [...deviceSuspicions(row), ...(walked.get(id) ?? []).flatMap(walkSuspicions)],
      views: countIn(suspect, 'views'),
      pv: Number(row['pv']),
      first_at: asked.zone.text(Number(row['first'])),
      last_at: asked.zone.text(Number(row['last'])),
      ip, country: asked.countryNames(fact('country_code')), country_code: fact('country_code'),
      device_type: fact('device_type'), device_model: fact('device_model'), os_name: fact('os_name'), browser_name: fact('browser_name'), user_agent: fact('user_agent'),
    }];
  });
}

const sortOf = (sort: SuspicionInput['sort']) => Object.entries(sort).flatMap(([by, direction]) => (direction === undefined ? [] : [{ by: by as SuspicionSort, direction }]));

/** How many have which sign, and how many the list has. */
function counted(masks: readonly Row[], wanted: number): { readonly signs: Output<Calls['list']>['signs']; readonly sure: number; readonly any: number; readonly listed: number } {
  const sum = (passes: (row: Row) => boolean): number => masks.filter(passes).reduce((total, row) => total + countIn(row, 'num'), 0);
  const has = (row: Row, mask: number): boolean => (countIn(row, 'mask') & mask) !== 0;
  return {
    signs: SUSPICION_SIGNS.map(({ code, weight }) => ({ sign: code, weight, num: sum((row) => has(row, bitOf(code))) })),
    sure: sum((row) => row['kind'] === 'visitor' && has(row, SURE_MASK)),
    any: sum((row) => row['kind'] === 'visitor'),
    listed: sum((row) => has(row, wanted)),
  };
}

/** What is looked up of a list: a page of those with a sign of `wanted`, and how many have which signs together. */
interface LookedUp {
  readonly plan: SuspicionPlan;
  readonly suspects: readonly Row[];
  readonly masks: readonly Row[];
}

/** From what is kept; null where nothing is. */
async function fromKept(source: Source, wanted: number, rules: readonly SuspicionRule[], page: Page, asked: Asked): Promise<LookedUp | null> {
  const kept = await keptSuspects(source, asked);
  if (kept === null) return null;
  const { first, same } = firstSuspects(kept.list, wanted, rules, page.offset + page.limit);
  return { plan: { source, apart: kept.apart, hidden: asked.crawlers.hidden }, suspects: first.slice(page.offset).map((suspect): Row => ({ ...suspect })), masks: same.map((one): Row => ({ ...one })) };
}

async function lookedUp(source: Source, wanted: number, sort: SuspicionInput['sort'], page: Page, asked: Asked): Promise<LookedUp> {
  const [rules, end] = [sortOf(sort), page.offset + page.limit];
  const kept = end > MOST_TOGETHER ? null : await fromKept(source, wanted, rules, page, asked);
  if (kept !== null) return kept;
  const plan = await planOf(source, asked);
  if (end <= MOST_TOGETHER) {
    const { rows, statistics } = await asked.run<Row>(compileFirst(plan, rules, end));
    lookedAtAll(source, statistics.rows_read, asked);
    const masks = new Map(rows.map((row) => [`${String(row['kind'])} ${String(row['mask'])}`, row]));
    return { plan, suspects: rows.filter((row) => (countIn(row, 'mask') & wanted) !== 0).slice(page.offset, end), masks: [...masks.values()] };
  }
  const [suspects, masks] = await Promise.all([asked.run<Row>(compileSuspects(plan, wanted, rules, page)), asked.run<Row>(compileMasks(plan))]);
  return { plan, suspects: suspects.rows, masks: masks.rows };
}

/** A page of the suspicious visitors and addresses. @throws FootfallError `request.invalid` */
export async function suspiciousList(input: Parsed<Calls['list']>, asked: Asked): Promise<Output<Calls['list']>> {
  const page = pageOf(input);
  const source = sourceOf(input, asked);
  const wanted = wantedOf(input);
  const [{ plan, suspects, masks }, all] = await Promise.all([lookedUp(source, wanted, input.sort, page, asked), runGroups(asked, [grouped(source, ['uv'])])]);
  const { signs, sure, any, listed } = counted(masks, wanted);
  return {
    list: await visitorsOf(suspects, plan, asked),
    signs,
    visitors: { all: countIn(all[0], 'm_uv'), sure, any },
    meta: paginationOf(input, listed),
    cut: cutOf(asked, suspicionRange(input, asked)),
  };
}

/** All of the list, a page of it after another: for a file. */
export async function suspiciousPages(input: SuspicionInput, most: number, piece: number, asked: Asked): Promise<{ readonly total: number; readonly rows: AsyncGenerator<readonly SuspiciousVisitor[]> }> {
  const plan = await planOf(sourceOf(input, asked), asked);
  const wanted = wantedOf(input);
  const page: Page = { limit: most, offset: 0 };
  const { rows } = await asked.run<Row>(compileSuspects(plan, wanted, sortOf(input.sort), page));
  async function* pieces(): AsyncGenerator<readonly SuspiciousVisitor[]> {
    for (let at = 0; at < rows.length; at += piece) yield await visitorsOf(rows.slice(at, at + piece), plan, asked);
  }
  return { total: rows.length, rows: pieces() };
}

/** What is suspicious about one visitor; of an address, about all visitors there. @throws FootfallError `request.invalid` */
export async function suspicionsOf(input: VisitorInput, asked: Asked): Promise<Output<Calls['visitor']>> {
  const plan = await planOf(await visitorWhereabouts(input, asked), asked);
  const [devices, walks, crowds] = await Promise.all([
    asked.run<ValueRow>(compileDevices(plan, 'all')),
    asked.run<Row>(compileWalks(plan)),
    input.type === 'ip' ? asked.run<Row>(compileCrowds(plan)) : { rows: [] },
  ]);
  const [device] = devices.rows;
  const walked = walks.rows.flatMap(walkSuspicions);
  const first = (sign: SuspicionSign): Suspicion[] => walked.filter((one) => one.sign === sign).slice(0, 1);
  return {
    signs: [...(device === undefined ? [] : deviceSuspicions(device)), ...first('regular_walk'), ...first('fast_walk'), ...crowds.rows.map(crowdSuspicion)],
    cut: cutOf(asked, input.query_time ?? allTime(asked.zone, asked.now)),
  };
}
