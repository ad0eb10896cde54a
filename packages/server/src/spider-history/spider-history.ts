/**
 * Applies spider rules back in time, and undoes that: what the rule takes goes from people, and from other spiders, to the rule's.
 *
 * A run is a plan in the metadata store, and each of its states says what is left to do:
 *   staging   what the rule takes is being written down; nothing has changed yet. Done again from the beginning, under another name.
 *   moving    it is written down, and being moved. Done again as a whole, which is the same as once (warehouse/moves.ts).
 *   applied   done.
 *   undoing   it is being put back. Done again as a whole.
 *   undone, failed   done; nothing differs from before, and what was written down is dropped.
 *
 * Invariants:
 * - One run at a time, over all servers. A run belongs to the server that began it, which goes on with it after a restart.
 * - What is taken was received before the run began, with rules that did not have this one: everything that waited in the journal
 *   is stored first. What comes in later is decided at the way in.
 * - While rows move, nothing else changes sessions; those of visitors who had other visits are made right before the run is done.
 */
import { FootfallError } from '@footfall/contract';
import type { Logger } from 'pino';
import type { SpiderRule } from '../enrich/spider-rules.js';
import { searchedFor, takingOf } from '../enrich/taking.js';
import type { RunChange, SpiderRun, SpiderRuns } from '../metadata/spider-runs.js';
import { pause } from '../session-repair/pause.js';
import type { SessionRepair } from '../session-repair/session-repair.js';
import type { MoveLabel, Moves } from '../warehouse/moves.js';

export interface SpiderHistoryOptions {
  readonly runs: SpiderRuns;
  readonly rules: { all(): Promise<SpiderRule[]>; byId(id: number): Promise<SpiderRule | undefined> };
  readonly moves: Moves;
  readonly sessionRepair: Pick<SessionRepair, 'alone'>;
  /** Resolves when all that was received so far is stored. */
  readonly stored: () => Promise<void>;
  /** The name of this server's journal folder. */
  readonly owner: string;
  readonly log: Logger;
  readonly now: () => number;
  /** Milliseconds between a try that failed and the next. */
  readonly retryMs?: number;
}

export interface SpiderHistory {
  /** Goes on with what an earlier process left, in the background, and drops what is too old to be undone. */
  start(): void;
  /** Ends after the step under way. */
  stop(): Promise<void>;
  /** Begins to apply a stored rule; resolves before it is done. @throws FootfallError `spider.unknown`, `spider.disabled`, `spider.busy` */
  apply(spiderId: number, by: string): Promise<SpiderRun>;
  /** Begins to undo a run. @throws FootfallError `spider.busy`, `spider.run_unknown`, `spider.run_fixed` */
  undo(id: number, by: string): Promise<SpiderRun>;
  /** Resolves when nothing is under way here. */
  settled(): Promise<void>;
}

/** How long a run can be undone. */
export const KEPT_MS = 30 * 86_400_000;
const RETRY_MS = 2_000;
/** Tries to write down what a rule takes; nothing has changed when they are used up. */
const STAGE_TRIES = 5;

const labelOf = ({ spiderId, rule }: SpiderRun): MoveLabel => ({ spiderId, type: rule.type, name: rule.name });

class BackgroundHistory implements SpiderHistory {
  readonly #options: SpiderHistoryOptions;
  readonly #stopping = new AbortController();
  #work: Promise<void> = Promise.resolve();
  #stage = 0n;

  constructor(options: SpiderHistoryOptions) {
    this.#options = options;
  }

  start(): void {
    this.#next(async () => {
      const own = (await this.#options.runs.all()).filter(({ owner }) => owner === this.#options.owner);
      for (const run of own.toReversed()) await this.#finish(run);
      await this.#dropOld();
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new FootfallError('server.stopping'));
    await this.#work;
  }

  async apply(spiderId: number, by: string): Promise<SpiderRun> {
    const rule = await this.#options.rules.byId(spiderId);
    if (rule === undefined) throw new FootfallError('spider.unknown');
    if (!rule.enabled || searchedFor(rule).length === 0) throw new FootfallError('spider.disabled');
    const { type, name, keywords } = rule;
    const run = await this.#options.runs.begin({ owner: this.#options.owner, spiderId, rule: { type, name, keywords: [...keywords] }, createdBy: by });
    this.#next(() => this.#finish(run));
    return run;
  }

  async undo(id: number, by: string): Promise<SpiderRun> {
    const run = await this.#options.runs.beginUndo(id, this.#options.owner, by);
    this.#next(() => this.#finish(run));
    return run;
  }

  settled(): Promise<void> {
    return this.#work;
  }

  #next(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) this.#options.log.error({ err: error }, 'spider rules: a rule could not be applied back in time; it goes on after the next start');
    });
  }

  /** Does what the state of a run leaves to be done; tries again for as long as it takes, but for what has changed nothing yet. */
  async #finish(begun: SpiderRun): Promise<void> {
    const { runs, log, retryMs = RETRY_MS } = this.#options;
    const { signal } = this.#stopping;
    for (let tries = 1; ; tries += 1) {
      const run = (await runs.byId(begun.id)) ?? begun;
      if (signal.aborted) return;
      try {
        if (run.state === 'staging') await this.#stageOf(run);
        else if (run.state === 'moving') await this.#moveOf(run);
        else if (run.state === 'undoing') await this.#undoOf(run);
        else return;
        tries = 0;
      } catch (error) {
        if (signal.aborted) return;
        const problem = error instanceof Error ? error.message : String(error);
        log.warn({ err: error, run: run.id, state: run.state }, 'spider rules: a step back in time failed; it is tried again');
        const isOver = run.state === 'staging' && tries >= STAGE_TRIES;
        await this.#change(run, isOver ? { state: 'failed', problem, finishedAt: this.#options.now() } : { problem });
        if (!isOver) await pause(retryMs, signal);
      }
    }
  }

  #change(run: SpiderRun, change: RunChange): Promise<void> {
    return this.#options.runs.change(run.id, change);
  }

  /** A name never used before: what is left of another try is not taken for this one's. */
  #nextStage(): string {
    const at = BigInt(this.#options.now()) * 1_000n + BigInt(Math.floor(Math.random() * 1_000));
    this.#stage = at > this.#stage ? at : this.#stage + 1n;
    return this.#stage.toString();
  }

  async #stageOf(run: SpiderRun): Promise<void> {
    const { moves, rules, stored, now } = this.#options;
    const until = now();
    await stored();
    await moves.idle();
    if (run.stage !== '') await moves.forget(run.stage);
    const stage = this.#nextStage();
    await this.#change(run, { stage, problem: '' });
    const rule: SpiderRule = { id: run.spiderId, ...run.rule, enabled: true };
    const taking = takingOf(rule, await rules.all());
    const agents = new Map<string, string>();
    for (const agent of await moves.agentsMentioning(searchedFor(rule))) {
      const keyword = taking(agent);
      if (keyword !== null) agents.set(agent, keyword);
    }
    const moved = await moves.stage(stage, labelOf(run), agents, until);
    await this.#change(run, { state: 'moving', moved });
  }

  async #moveOf(run: SpiderRun): Promise<void> {
    const { moves, sessionRepair, now, log } = this.#options;
    await sessionRepair.alone(async (repair) => {
      await moves.idle();
      await moves.move(run.stage, labelOf(run));
      await repair(await moves.affected(run.stage));
    });
    await this.#change(run, { state: 'applied', finishedAt: now(), problem: '' });
    log.info({ run: run.id, spider: run.rule.name, ...run.moved }, 'spider rules: a rule was applied back in time');
  }

  async #undoOf(run: SpiderRun): Promise<void> {
    const { moves, sessionRepair, now, log } = this.#options;
    await sessionRepair.alone(async (repair) => {
      await moves.idle();
      await moves.restore(run.stage);
      await repair(await moves.affected(run.stage));
    });
    await this.#change(run, { state: 'undone', undoneAt: now(), problem: '' });
    log.info({ run: run.id, spider: run.rule.name }, 'spider rules: a rule applied back in time was undone');
    await this.#dropOld();
  }

  /** Drops what was written down for runs that are over, or too old to be undone. */
  async #dropOld(): Promise<void> {
    const { runs, moves, now, owner } = this.#options;
    for (const run of await runs.all()) {
      const isOver = run.state === 'undone' || run.state === 'failed' || (run.state === 'applied' && (run.finishedAt ?? 0) < now() - KEPT_MS);
      if (run.owner !== owner || run.stage === '' || run.forgottenAt !== null || !isOver || this.#stopping.signal.aborted) continue;
      await this.#change(run, { forgottenAt: now() });
      await moves.forget(run.stage);
    }
  }
}

/** The history of rules over a store. Nothing happens before `start`, `apply` or `undo`. */
export function createSpiderHistory(options: SpiderHistoryOptions): SpiderHistory {
  return new BackgroundHistory(options);
}
