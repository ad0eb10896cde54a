/** The statements of counted-rest.ts: what there is of times that are not rolled up, and which numbers its visitors and addresses have. */
import { factSql, type ValueKind } from '../warehouse/tables/rolled-values.js';
import type { Member } from '../warehouse/rolled/kept-numbers.js';
import { type CompiledQuery, cutOf } from './compile.js';
import { COHORT_FIGURES, periodOf } from './compile-rolled.js';
import { conditions } from './conditions.js';
import { Parameters, type ParameterValue } from './parameters.js';
import type { CohortPlan, GroupPlan } from './plan.js';

/** Of a group; one with more has one more than so many. */
export const MOST_MEMBERS = 60_000;

/** 64-bit numbers as decimal text. */
export interface RestRow {
  /** Place of the plan. */
  readonly part: string | number;
  readonly cuts: readonly string[];
  readonly pv: string;
  readonly referer_num: string;
  /** Each once. */
  readonly visitors: readonly string[];
  readonly addresses: readonly string[];
}

export interface NumberRow {
  /** Of a visitor 0, of an address 1. */
  readonly part: string | number;
  readonly name: string;
  readonly number: string | number;
}

/** Statements over each its own parameters as one. */
export function united(parts: readonly { readonly sql: string; readonly parameters: Parameters }[]): CompiledQuery {
  const params = Object.assign({}, ...parts.map(({ parameters }) => parameters.values)) as Record<string, ParameterValue>;
  return { sql: parts.map(({ sql }) => sql).join('\nUNION ALL\n'), params };
}

const membersOf = (column: string, isAsked: boolean, type: string): string => (isAsked ? `groupUniqArray(${MOST_MEMBERS + 1})(${column})` : `CAST([], 'Array(${type})')`);

/** Rows are RestRow, none of what there is nothing of. @param plans with a rest */
export function compileRest(plans: readonly (GroupPlan | CohortPlan)[]): CompiledQuery {
  return united(plans.map((plan, part) => {
    const parameters = new Parameters(`p${part}_`);
    const isGroups = 'figures' in plan;
    const cuts = isGroups ? plan.cuts.map((_, i) => cutOf(plan, i, parameters)) : [periodOf(plan, parameters)];
    const figures = isGroups ? plan.figures : COHORT_FIGURES;
    const cutSql = cuts.map((cut) => cut('toUnixTimestamp64Milli(created_at)')).join(', ');
    const columns = [
      `${part} AS part`,
      `${cuts.length === 0 ? 'emptyArrayInt64()' : `[${cutSql}]`} AS cuts`,
      'count() AS pv',
      "countIf(channel = 'search') AS referer_num",
      `${membersOf('visitor', figures.includes('uv'), 'UInt64')} AS visitors`,
      `${membersOf('ip', figures.includes('ip'), 'IPv6')} AS addresses`,
    ];
    return { sql: `SELECT ${columns.join(', ')}\nFROM visits\nWHERE ${conditions({ ...plan, ranges: plan.rolled?.rest ?? [] }, parameters)}\nGROUP BY cuts HAVING pv > 0`, parameters };
  }));
}

/** 64-bit numbers as decimal text. */
export interface ValueRestRow {
  readonly facts: readonly string[];
  readonly pv: string;
  readonly last: string;
  /** The newest visit's id; '0' where it is not asked for. */
  readonly newest: string;
  /** Each once. */
  readonly visitors: readonly string[];
  readonly addresses: readonly string[];
}

/** Rows are ValueRestRow. Facts are grouped by one by one: as a list of texts each visit's would be made. @param plan by value, with a rest */
export function compileValueRest(plan: GroupPlan, kind: ValueKind): CompiledQuery {
  const parameters = new Parameters();
  const { figures } = plan;
  const hasAgent = figures.includes('user_agent');
  const facts = kind.columns.map((column) => factSql(kind, column)).join(', ');
  const shown = [
    `[${facts}] AS facts`,
    'count() AS pv',
    'toUnixTimestamp64Milli(max(created_at)) AS last',
    `${hasAgent ? 'toString(max((created_at, id)).2)' : "'0'"} AS newest`,
    `${membersOf('visitor', figures.includes('uv'), 'UInt64')} AS visitors`,
    `${membersOf('ip', figures.includes('ip'), 'IPv6')} AS addresses`,
  ];
  return { sql: `SELECT ${shown.join(', ')}\nFROM visits\nWHERE ${conditions({ ...plan, ranges: plan.rolled?.rest ?? [] }, parameters)}\nGROUP BY ${facts}`, params: parameters.values };
}

/** Columns id and agent of some visits of a plan's rest. Asked for with the newest visits, the agent of each that is newer than all before it would be held meanwhile. */
export function compileAgents(plan: GroupPlan, ids: readonly string[]): CompiledQuery {
  const parameters = new Parameters();
  const wanted = parameters.add('ids', 'Array(UInt64)', ids);
  return { sql: `SELECT toString(id) AS id, user_agent AS agent FROM visits WHERE ${conditions({ ...plan, ranges: plan.rolled?.rest ?? [] }, parameters)} AND id IN ${wanted}`, params: parameters.values };
}

const TABLES: Readonly<Record<Member, { readonly table: string; readonly type: string }>> = {
  visitor: { table: 'visitor_numbers', type: 'UInt64' },
  ip: { table: 'address_numbers', type: 'IPv6' },
};

/** Rows are NumberRow, one of each member that has a number. */
export function compileNumbers(siteId: number, members: Readonly<Record<Member, readonly string[]>>): CompiledQuery {
  return united(Object.entries(TABLES).map(([member, { table, type }], part) => {
    const parameters = new Parameters(`p${part}_`);
    const names = parameters.add('names', `Array(${type})`, members[member as Member]);
    const sql = `SELECT ${part} AS part, toString(${member}) AS name, max(number) AS number FROM ${table} WHERE site_id = ${parameters.add('site', 'UInt32', siteId)} AND ${member} IN ${names} GROUP BY ${member}`;
    return { sql, parameters };
  }));
}
