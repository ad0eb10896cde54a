/** Spider rules that were applied back in time: how far each got, so that a restart goes on where it ended. */
import { FootfallError } from '@footfall/contract';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { MetadataTables, SpiderRunTable } from './schema.js';

const state = z.enum(['staging', 'moving', 'applied', 'undoing', 'undone', 'failed']);
export type RunState = z.infer<typeof state>;

const counts = z.object({ people: z.number(), spiders: z.number(), unknown: z.number(), own: z.number(), events: z.number() });
/** Rows that were moved, by where they came from. */
export type RunCounts = z.infer<typeof counts>;

const ruleShape = z.object({ type: z.string(), name: z.string(), keywords: z.array(z.string()) });

/** Times are milliseconds UTC. */
export interface SpiderRun {
  readonly id: number;
  /** The server that works on it: the name of its journal folder. */
  readonly owner: string;
  readonly spiderId: number;
  /** As the rule was then. */
  readonly rule: z.infer<typeof ruleShape>;
  readonly state: RunState;
  /** What its rows are written down under; '' before there are any. UInt64 as decimal text. */
  readonly stage: string;
  readonly moved: RunCounts;
  readonly problem: string;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly finishedAt: number | null;
  readonly undoneAt: number | null;
  readonly undoneBy: string;
  /** When what is needed to undo it was dropped. */
  readonly forgottenAt: number | null;
}

export type RunChange = Partial<Pick<SpiderRun, 'state' | 'stage' | 'moved' | 'problem' | 'finishedAt' | 'undoneAt' | 'undoneBy' | 'forgottenAt'>>;

export interface SpiderRuns {
  /** The latest first. */
  all(): Promise<SpiderRun[]>;
  byId(id: number): Promise<SpiderRun | undefined>;
  /** @throws FootfallError `spider.busy` while one is under way, on whichever server */
  begin(run: Pick<SpiderRun, 'owner' | 'spiderId' | 'rule' | 'createdBy'>): Promise<SpiderRun>;
  /**
   * Begins to undo the latest run that is applied and not forgotten.
   * @throws FootfallError `spider.busy`, `spider.run_unknown`, `spider.run_fixed`
   */
  beginUndo(id: number, owner: string, by: string): Promise<SpiderRun>;
  change(id: number, change: RunChange): Promise<void>;
}

const UNDER_WAY: ReadonlySet<RunState> = new Set(['staging', 'moving', 'undoing']);
const NOTHING: RunCounts = { people: 0, spiders: 0, unknown: 0, own: 0, events: 0 };

function runOf(row: Selectable<SpiderRunTable>): SpiderRun {
  return {
    id: row.id,
    owner: row.owner,
    spiderId: row.spider_id,
    rule: ruleShape.parse(JSON.parse(row.rule)),
    state: state.parse(row.state),
    stage: row.stage,
    moved: counts.parse(JSON.parse(row.moved)),
    problem: row.problem,
    createdAt: row.created_at,
    createdBy: row.created_by,
    finishedAt: row.finished_at,
    undoneAt: row.undone_at,
    undoneBy: row.undone_by,
    forgottenAt: row.forgotten_at,
  };
}

/** Whether a run can be undone: it is applied, no later one is, and what it changed is still kept. */
export function canUndo(run: SpiderRun, all: readonly SpiderRun[]): boolean {
  return run.state === 'applied' && run.forgottenAt === null && !all.some((other) => other.id > run.id && other.state === 'applied') && !all.some((other) => UNDER_WAY.has(other.state));
}

export function createSpiderRuns(db: Kysely<MetadataTables>, now: () => number): SpiderRuns {
  const all = async (from: Kysely<MetadataTables>): Promise<SpiderRun[]> => (await from.selectFrom('spider_runs').selectAll().orderBy('id', 'desc').execute()).map(runOf);

  async function idle(transaction: Kysely<MetadataTables>): Promise<SpiderRun[]> {
    const runs = await all(transaction);
    if (runs.some((run) => UNDER_WAY.has(run.state))) throw new FootfallError('spider.busy');
    return runs;
  }

  return {
    all: () => all(db),
    async byId(id) {
      const row = await db.selectFrom('spider_runs').selectAll().where('id', '=', id).executeTakeFirst();
      return row && runOf(row);
    },
    begin: ({ owner, spiderId, rule, createdBy }) =>
      db.transaction().execute(async (transaction) => {
        await idle(transaction);
        const row = await transaction
          .insertInto('spider_runs')
          .values({
            owner, spider_id: spiderId, rule: JSON.stringify(rule), state: 'staging', stage: '', moved: JSON.stringify(NOTHING), problem: '', created_at: now(), created_by: createdBy,
            finished_at: null, undone_at: null, undone_by: '', forgotten_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return runOf(row);
      }),
    beginUndo: (id, owner, by) =>
      db.transaction().execute(async (transaction) => {
        const runs = await idle(transaction);
        const run = runs.find((one) => one.id === id);
        if (run === undefined) throw new FootfallError('spider.run_unknown');
        if (!canUndo(run, runs)) throw new FootfallError('spider.run_fixed');
        const row = await transaction.updateTable('spider_runs').set({ state: 'undoing', owner, undone_by: by, problem: '' }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
        return runOf(row);
      }),
    async change(id, { state: to, stage, moved, problem, finishedAt, undoneAt, undoneBy, forgottenAt }) {
      const set = {
        ...(to === undefined ? {} : { state: to }),
        ...(stage === undefined ? {} : { stage }),
        ...(moved === undefined ? {} : { moved: JSON.stringify(moved) }),
        ...(problem === undefined ? {} : { problem }),
        ...(finishedAt === undefined ? {} : { finished_at: finishedAt }),
        ...(undoneAt === undefined ? {} : { undone_at: undoneAt }),
        ...(undoneBy === undefined ? {} : { undone_by: undoneBy }),
        ...(forgottenAt === undefined ? {} : { forgotten_at: forgottenAt }),
      };
      await db.updateTable('spider_runs').set(set).where('id', '=', id).execute();
    },
  };
}
