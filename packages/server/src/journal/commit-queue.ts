import { FootfallError } from '@footfall/contract';
import type { Logger } from 'pino';
import { isOutOfSpace } from './file-errors.js';
import { Gathering } from './gathering.js';
import { Group } from './group.js';
import type { Beside, JournalLimits } from './options.js';
import { type RowBlock, RowBlocks } from './row-block.js';
import type { SegmentWriter } from './writer.js';

/*
 * Invariants:
 * - the writer is used in #run only, one step after the other, so nothing here needs a lock;
 * - rows taken from `beforeCommit` are on disk, or given back; they are taken when nothing more is added to their group, so that what
 *   counts the rows of a later group is in that one's frame;
 * - after a failed write appends are refused until the next tick, so that a full disk is not hammered.
 */

const NOTHING_BESIDE: Beside = { rows: [], giveBack: () => undefined };

/** A group to commit, or what to call once everything before it is sealed. */
type Work = Group | (() => void);

export interface CommitQueueParts {
  readonly writer: SegmentWriter;
  readonly limits: JournalLimits;
  readonly log: Logger;
  readonly beforeCommit: (() => Beside) | undefined;
}

/** Gathers appends into groups and has them written, one after the other; seals in between. */
export class CommitQueue {
  readonly #parts: CommitQueueParts;
  readonly #queue: Work[] = [];
  readonly #blocks = new RowBlocks();
  readonly #gathering = new Gathering();
  #pendingSize = 0;
  #upcoming: number;
  #running = false;
  #failing = false;
  #blocked = false;

  /** @param upcoming the number of the first batch that will be written, or a lower one */
  constructor(parts: CommitQueueParts, upcoming: number) {
    this.#parts = parts;
    this.#upcoming = upcoming;
  }

  /** Bytes that were appended and wait for their commit. */
  get pendingSize(): number {
    return this.#pendingSize;
  }

  /** Batches that are neither stored nor listed as sealed have this number or a higher one. */
  get upcoming(): number {
    return this.#upcoming;
  }

  /** True while the disk takes nothing. */
  get isFailing(): boolean {
    return this.#failing;
  }

  /** Whether nothing is to be appended until the next tick. */
  get isBlocked(): boolean {
    return this.#blocked;
  }

  /** The block is the caller's again at once, and empty. @throws FootfallError 'journal.full' when it could not be written */
  append(block: RowBlock): Promise<void> {
    this.#pendingSize += block.bytes;
    const group = this.#groupFor(block);
    group.add(block);
    this.#gathering.grown(group.rows);
    return group.promise;
  }

  /** Seals what was appended so far, and calls then. */
  seal(then: () => void): void {
    this.#enqueue(then);
  }

  /** Commits what `beforeCommit` has, which is given back when it fails; nobody waits for that. */
  commitBeside(): void {
    const group = new Group(this.#blocks.take());
    group.promise.catch((error: unknown) => this.#parts.log.debug({ err: error }, 'journal: the ledger waits for the next commit'));
    this.#enqueue(group);
  }

  /** Called at even times. */
  tick(): void {
    this.#blocked = false;
    if (!this.#running) this.commitBeside();
  }

  #groupFor({ rows, bytes }: RowBlock): Group {
    const { limits } = this.#parts;
    const last = this.#queue.at(-1);
    if (last instanceof Group && last.rows + rows <= limits.rows && last.size + bytes <= limits.bytes) return last;
    const group = new Group(this.#blocks.take());
    this.#enqueue(group);
    return group;
  }

  #enqueue(work: Work): void {
    const last = this.#queue.at(-1);
    if (last instanceof Group) this.#complete(last);
    this.#queue.push(work);
    // Nothing is added any more to what stands before it.
    if (last !== undefined) this.#gathering.end();
    if (this.#running) return;
    this.#running = true;
    setImmediate(() => void this.#run());
  }

  /** Nothing is added to the group any more. */
  #complete(group: Group): void {
    if (group.beside !== undefined) return;
    group.beside = this.#parts.beforeCommit?.() ?? NOTHING_BESIDE;
    group.addBeside(group.beside.rows);
  }

  /** Never rejects: each step answers for its own failure. */
  async #run(): Promise<void> {
    const { writer } = this.#parts;
    while (this.#queue.length > 0) {
      const early = this.#early();
      if (early > 0) await this.#gathering.wait(early);
      const work = this.#queue.shift();
      if (work === undefined) break;
      if (work instanceof Group) {
        await this.#commit(work);
      } else {
        await writer.seal();
        work();
      }
      // Here no write is under way, so what is not listed is the active segment, or comes later.
      this.#upcoming = writer.upcoming;
    }
    this.#running = false;
  }

  /** How long the first in the queue is to gather. */
  #early(): number {
    const [first, second] = this.#queue;
    return first instanceof Group && second === undefined ? this.#gathering.waitFor(first.rows) : 0;
  }

  async #commit(group: Group): Promise<void> {
    const { writer, log } = this.#parts;
    this.#pendingSize -= group.size;
    this.#complete(group);
    try {
      if (group.isEmpty) return group.resolve();
      this.#gathering.begin();
      await writer.write(group);
    } catch (error) {
      group.beside?.giveBack();
      this.#onFailure(error, group);
      return;
    } finally {
      this.#blocks.give(group.block);
    }
    group.resolve();
    if (this.#failing) log.info('journal: writing again');
    this.#failing = false;
    await writer.sealIfFull();
  }

  #onFailure(error: unknown, group: Group): void {
    const level = isOutOfSpace(error) ? 'warn' : 'error';
    this.#parts.log[this.#failing ? 'debug' : level]({ err: error, rows: group.rows }, 'journal: could not write; senders are told to retry');
    this.#failing = true;
    this.#blocked = true;
    group.reject(new FootfallError('journal.full', {}, { cause: error }));
  }
}
