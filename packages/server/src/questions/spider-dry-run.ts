/** What a rule would take of what is stored, before anything is changed. */
import type { DryRun, TakenCounts } from '@footfall/contract';
import { groupBy } from '../group-by.js';
import type { Asked } from './asked.js';
import { compileGroups, compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import { instantsOf, type LocalRange } from './period.js';
import { during, everything, grouped, where, type Filter, type Source } from './plan.js';
import { domainsOf } from './visit-rows.js';

export interface DryRunInput {
  /** 0 for a rule that is not stored yet. */
  readonly id: number;
  readonly type: string;
  readonly name: string;
  /** Small letters. */
  readonly keywords: readonly string[];
  readonly range: LocalRange | null;
  /** The keyword by which the rule takes an agent, null where it does not. */
  readonly taking: (agent: string) => string | null;
}

type From = keyof TakenCounts;

/** Hits with one agent on one site that go from one place. */
interface Take {
  readonly from: From;
  readonly siteId: number;
  readonly agent: string;
  readonly keyword: string;
  readonly num: number;
  readonly lastAt: number;
  readonly spiderId: number;
  readonly type: string;
  readonly name: string;
}

const SAMPLES = 50;
const LOSERS = 50;
const NOTHING: TakenCounts = { people: 0, spiders: 0, unknown: 0, own: 0 };

function fromOf(row: Row, { id, type, name }: DryRunInput): From | null {
  if (countIn(row, 'part') === 0) return 'people';
  const holder = countIn(row, 'k_spider_id');
  if (holder === 0) return 'unknown';
  if (holder !== id || id === 0) return 'spiders';
  // Its own already: only a new name or type would be written on it.
  return row['k_type'] === type && row['k_name'] === name ? null : 'own';
}

function takesOf(rows: readonly Row[], input: DryRunInput): Take[] {
  const known = new Map<string, string | null>();
  return rows.flatMap((row): Take[] => {
    const agent = String(row['k_user_agent']);
    const from = fromOf(row, input);
    if (from === null) return [];
    const keyword = known.has(agent) ? (known.get(agent) ?? null) : input.taking(agent);
    known.set(agent, keyword);
    if (keyword === null) return [];
    const num = countIn(row, 'm_pv') + countIn(row, 'm_hits');
    return [{ from, siteId: countIn(row, 'k_site_id'), agent, keyword, num, lastAt: countIn(row, 'm_last_at'), spiderId: countIn(row, 'k_spider_id'), type: String(row['k_type']), name: String(row['k_name']) }];
  });
}

function sumOf(takes: readonly Take[]): TakenCounts {
  const sum = { ...NOTHING };
  for (const { from, num } of takes) sum[from] += num;
  return sum;
}

function groupedBy(takes: readonly Take[], keyOf: (take: Take) => string | number): Take[][] {
  return [...groupBy(takes, keyOf).values()];
}

const total = (takes: readonly Take[]): number => takes.reduce((sum, { num }) => sum + num, 0);

/** The agents that would be taken, of each place those with most hits, so that people's are never crowded out. */
function samplesOf(takes: readonly Take[], asked: Asked): DryRun['samples'] {
  const agents = groupedBy(takes, ({ from, agent, name }) => JSON.stringify([from, agent, name])).toSorted((a, b) => total(b) - total(a));
  const places = new Map<From, number>();
  const shown = agents.flatMap((group) => {
    const [take] = group;
    if (take === undefined) return [];
    const before = places.get(take.from) ?? 0;
    places.set(take.from, before + 1);
    return before < SAMPLES ? [{ from: take.from, user_agent: take.agent, keyword: take.keyword, num: total(group), name: take.name, last_at: asked.zone.text(Math.max(...group.map(({ lastAt }) => lastAt))) }] : [];
  });
  return shown;
}

function losersOf(takes: readonly Take[]): DryRun['losers'] {
  const groups = groupedBy(takes.filter(({ from }) => from === 'spiders'), ({ spiderId, name }) => `${spiderId}/${name}`);
  const losers = groups.flatMap((group) => (group[0] === undefined ? [] : [{ spider_id: group[0].spiderId, type: group[0].type, name: group[0].name, num: total(group) }]));
  return losers.toSorted((a, b) => b.num - a.num || a.spider_id - b.spider_id).slice(0, LOSERS);
}

const HIT_KEYS = ['site_id', 'user_agent', 'spider_id', 'type', 'name'];

/** Asks what a rule would take on the sites that may be seen. @throws FootfallError `request.invalid`, `store.too_slow` */
export async function spiderDryRun(input: DryRunInput, asked: Asked): Promise<DryRun> {
  const { id, keywords, range } = input;
  const within = (table: 'visits' | 'spider_hits'): Source => (range === null ? everything(asked.scope, table) : during(everything(asked.scope, table), [instantsOf(range, asked.zone)]));
  const mentions: Filter[] = [keywords.length === 0 ? { column: 'user_agent', operator: 'never', value: '' } : { column: 'user_agent', operator: 'mentions', value: keywords }];
  const own: Filter[] = [id === 0 ? { column: 'user_agent', operator: 'never', value: '' } : { column: 'spider_id', value: String(id) }];
  const { rows } = await asked.run<Row>(
    compileUnion([
      grouped(where(within('visits'), mentions), ['pv', 'last_at'], { keys: ['site_id', 'user_agent'] }),
      grouped(where(within('spider_hits'), mentions), ['hits', 'last_at'], { keys: HIT_KEYS }),
      grouped(where(within('spider_hits'), own), ['hits'], { keys: ['user_agent'] }),
      grouped(within('visits'), ['pv']),
      grouped(within('spider_hits'), ['hits']),
    ]),
  );
  const part = (number: number): Row[] => rows.filter((row) => countIn(row, 'part') === number);
  const takes = takesOf([...part(0), ...part(1)], input);
  const domains = domainsOf(asked);
  const people = [...new Set(takes.filter(({ from }) => from === 'people').map(({ agent }) => agent))];
  const sites = groupedBy(takes, ({ siteId }) => siteId).map((group) => ({ domain: domains.get(group[0]?.siteId ?? 0) ?? '', ...sumOf(group) }));
  return {
    total: sumOf(takes),
    visitors: await visitorsOf(where(within('visits'), [{ column: 'user_agent', operator: 'in', value: people }]), people, asked),
    released: part(2).filter((row) => input.taking(String(row['k_user_agent'])) === null).reduce((sum, row) => sum + countIn(row, 'm_hits'), 0),
    pv: countIn(part(3)[0], 'm_pv'),
    hits: countIn(part(4)[0], 'm_hits'),
    sites: sites.toSorted((a, b) => b.people - a.people || b.spiders + b.unknown - a.spiders - a.unknown || (a.domain < b.domain ? -1 : 1)),
    losers: losersOf(takes),
    samples: samplesOf(takes, asked),
    agents: new Set(takes.map(({ agent }) => agent)).size,
    from: range?.[0] ?? null,
    to: range?.[1] ?? null,
    time_zone: asked.zone.name,
  };
}

async function visitorsOf(source: Source, agents: readonly string[], asked: Asked): Promise<number> {
  if (agents.length === 0) return 0;
  const { rows } = await asked.run<Row>(compileGroups(grouped(source, ['uv'])));
  return countIn(rows[0], 'm_uv');
}
