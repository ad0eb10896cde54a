import { endpoints, type SpiderRun as RunAnswer } from '@footfall/contract';
import { type HandlersOf, userOf } from '../http/handler.js';
import { localTimeIn } from '../http/local-time.js';
import type { Audit } from '../metadata/audit.js';
import { canUndo, type SpiderRun, type SpiderRuns } from '../metadata/spider-runs.js';
import type { Spider, Spiders } from '../metadata/spiders.js';
import { type DryRunInput, spiderDryRun } from '../questions/spider-dry-run.js';
import { asking, type QuestionDeps } from './asking.js';
import { writeDownIn } from './audited.js';

const { spiders: calls } = endpoints;

export interface SpiderLabDeps extends QuestionDeps {
  readonly spiders: Pick<Spiders, 'all' | 'byId'>;
  readonly runs: Pick<SpiderRuns, 'all'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly lab: {
    /** A rule against what is stored. */
    trial(rule: Pick<Spider, 'id' | 'type' | 'name' | 'keywords'>, rules: readonly Spider[]): Pick<DryRunInput, 'id' | 'keywords' | 'taking'>;
  };
  /** Applies rules back in time. */
  readonly history: {
    apply(spiderId: number, by: string): Promise<SpiderRun>;
    undo(id: number, by: string): Promise<SpiderRun>;
  };
}

function runAnswer(run: SpiderRun, all: readonly SpiderRun[], localTime: (at: number) => string): RunAnswer {
  const { events, ...moved } = run.moved;
  return {
    id: run.id, spider_id: run.spiderId, type: run.rule.type, name: run.rule.name, keyword: run.rule.keywords, state: run.state, moved, events,
    created_at: localTime(run.createdAt), created_by: run.createdBy,
    finished_at: run.finishedAt === null ? null : localTime(run.finishedAt),
    undone_at: run.undoneAt === null ? null : localTime(run.undoneAt),
    undone_by: run.undoneBy, problem: run.problem, can_undo: canUndo(run, all),
  };
}

/** A rule against history: what it would take, taking it, and giving it back. */
export function spiderLabRoutes({ spiders, runs, audit, lab, history, ...questions }: SpiderLabDeps): Pick<HandlersOf<typeof calls>, 'dryRun' | 'apply' | 'undo' | 'runs'> {
  const localTime = localTimeIn(questions.directory.timeZone);
  const writeDown = writeDownIn(audit);
  const answer = async (run: SpiderRun): Promise<RunAnswer> => runAnswer(run, await runs.all(), localTime);
  return {
    async dryRun({ id, type, name, keyword: keywords, domain, query_time: range }, context) {
      const asked = asking(questions, domain, context, calls.dryRun.timeout);
      const trial = lab.trial({ id, type, name, keywords }, await spiders.all());
      return spiderDryRun({ ...trial, type, name, range: range ?? null }, asked);
    },

    async apply({ id }, context) {
      const run = await history.apply(id, userOf(context).username);
      await writeDown(context, 'spider.apply', run.rule.name, { run: run.id, id: run.spiderId, type: run.rule.type, keywords: run.rule.keywords });
      return answer(run);
    },

    async undo({ id }, context) {
      const run = await history.undo(id, userOf(context).username);
      await writeDown(context, 'spider.undo', run.rule.name, { run: run.id, id: run.spiderId, ...run.moved });
      return answer(run);
    },

    async runs() {
      const all = await runs.all();
      return all.map((run) => runAnswer(run, all, localTime));
    },
  };
}
