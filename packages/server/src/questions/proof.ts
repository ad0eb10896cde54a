/** How an answer came about, from what was recorded while it was given. */
import { FootfallError, type ProvenPart, type ProvenStatement } from '@footfall/contract';
import { filledIn } from '../warehouse/filled-in.js';
import type { Asked } from './asked.js';
import { isOfAllSites } from './authenticity-sql.js';
import { type CompiledQuery, compileUnion, type Look } from './compile.js';
import { countIn, type Row } from './counts.js';
import type { GroupPlan } from './plan.js';
import { countedOf, countedPlan, partOf, restPlan } from './proven-part.js';
import type { RecordedStatement, Recording } from './recording.js';

export interface ProofOptions {
  /** Whether the asker may see every site. */
  readonly seesAll: boolean;
  /** Whether the SQL screen would take a text. */
  readonly inSql: (sql: string) => Promise<boolean>;
}

/** What is given up when the store can not do it: then it is said that it was not counted again. */
const TOO_MUCH: ReadonlySet<string> = new Set(['store.too_slow', 'store.too_much', 'store.busy', 'store.too_many']);

async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FootfallError && TOO_MUCH.has(error.errorName)) return null;
    throw error;
  }
}

/** Several plans at once, each of which gives one row; a plan that is null gives none. */
async function oneRowEach(plans: readonly (GroupPlan | null)[], asked: Asked): Promise<(Row | undefined)[] | null> {
  const there = plans.filter((plan) => plan !== null);
  if (there.length === 0) return plans.map(() => undefined);
  const answer = await orNull(() => asked.run<Row>(compileUnion(there)));
  if (answer === null) return null;
  return plans.map((plan) => (plan === null ? undefined : answer.rows.find((row) => countIn(row, 'part') === there.indexOf(plan))));
}

const sorted = (texts: readonly string[]): string[] => texts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/** Rows of a union come in any order, and figures as numbers or text. */
const textOf = (rows: readonly Row[]): string => sorted(rows.map((row) => sorted(Object.entries(row).map(([name, value]) => `${name}=${String(value)}`)).join(' '))).join('\n');

/** Whether rows alone give the same as the roll-ups did; null where they were too many to ask. */
async function sameOfRows({ query, answer }: RecordedStatement, asked: Asked): Promise<boolean | null> {
  if (query.unrolled === undefined) return null;
  const { unrolled } = query;
  const counted = await orNull(() => asked.run<Row>(unrolled()));
  return counted === null ? null : textOf(counted.rows) === textOf(answer.rows);
}

/** In a union each row says whose it is. */
const rowsOf = (rows: readonly Row[], at: number): readonly Row[] => rows.filter((row) => row['part'] === undefined || countIn(row, 'part') === at);

async function partsOf(statement: RecordedStatement, asked: Asked): Promise<ProvenPart[]> {
  const looks: readonly Look[] = statement.query.looks ?? [];
  const same = await sameOfRows(statement, asked);
  const [counted, rest] = [await oneRowEach(looks.map(countedPlan), asked), await oneRowEach(looks.map(restPlan), asked)];
  return looks.map((look, i) => {
    const part = partOf(look, rowsOf(statement.answer.rows, i), asked);
    const row = counted?.[i];
    return {
      ...part,
      rolled: part.rolled === null ? null : { ...part.rolled, same, visits: rest === null ? null : countIn(rest[i], 'm_pv') },
      counted: row === undefined ? null : countedOf(part.table, row),
    };
  });
}

/** Addresses that were looked up belong to every site: who sees only some gets their placeholder. */
function textFor({ sql, params }: CompiledQuery, seesAll: boolean): { readonly sql: string; readonly withheld: string[] } {
  const withheld = seesAll ? [] : Object.keys(params).filter(isOfAllSites);
  return { sql: filledIn(sql, params, new Set(withheld)), withheld };
}

async function statementOf(statement: RecordedStatement, asked: Asked, { seesAll, inSql }: ProofOptions): Promise<ProvenStatement> {
  const { query, answer } = statement;
  const { sql, withheld } = textFor(query, seesAll);
  const rows = query.unrolled === undefined ? null : textFor(query.unrolled(), seesAll).sql;
  return {
    sql, sql_rows: rows, withheld,
    in_sql: withheld.length === 0 && (await inSql(rows ?? sql)),
    took: Math.round(answer.statistics.elapsed * 1_000),
    rows_read: seesAll ? answer.statistics.rows_read : null,
    parts: await partsOf(statement, asked),
  };
}

/** The statements of a recording, one after the other: each is counted again. @throws as `asked.run` */
export async function provenStatements(recording: Recording, options: ProofOptions): Promise<ProvenStatement[]> {
  const asked = recording.asked();
  const proven: ProvenStatement[] = [];
  if (asked === null) return proven;
  for (const statement of recording.statements()) proven.push(await statementOf(statement, asked, options));
  return proven;
}
