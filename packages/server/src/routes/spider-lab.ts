import { endpoints } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import type { Spider, Spiders } from '../metadata/spiders.js';
import { type DryRunInput, spiderDryRun } from '../questions/spider-dry-run.js';
import { asking, type QuestionDeps } from './asking.js';

const { spiders: calls } = endpoints;

export interface SpiderLabDeps extends QuestionDeps {
  readonly spiders: Pick<Spiders, 'all' | 'byId'>;
  readonly lab: {
    /** A rule against what is stored. */
    trial(rule: Pick<Spider, 'id' | 'type' | 'name' | 'keywords'>, rules: readonly Spider[]): Pick<DryRunInput, 'id' | 'keywords' | 'taking'>;
  };
}

/** A rule against history: what it would take. */
export function spiderLabRoutes({ spiders, lab, ...questions }: SpiderLabDeps): Pick<HandlersOf<typeof calls>, 'dryRun'> {
  return {
    async dryRun({ id, type, name, keyword: keywords, domain, query_time: range }, context) {
      const asked = asking(questions, domain, context, calls.dryRun.timeout);
      const trial = lab.trial({ id, type, name, keywords }, await spiders.all());
      return spiderDryRun({ ...trial, type, name, range: range ?? null }, asked);
    },
  };
}
