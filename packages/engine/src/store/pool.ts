/**
 * A fixed number of sessions behind a bounded first-in first-out queue. With one session it is the writer:
 * statements run in the order in which they arrived.
 *
 * Invariant: a session is handed out only when it is clean. After a failure it is drained first; if even
 * that fails it is closed and replaced.
 */
import { EngineError } from '../engine-error.js';
import type { Session } from './session.js';

/** A session lent to one request. Exactly one of the two calls must be made, once. */
export interface Lease<S extends Session> {
  readonly session: S;
  /** Gives the session back. `clean` is false after any error or cancellation. */
  release(clean: boolean): Promise<void>;
}

interface Waiter<S extends Session> {
  grant(session: S): void;
  refuse(error: EngineError): void;
}

export interface PoolOptions<S extends Session> {
  readonly name: string;
  readonly size: number;
  /** How many requests may wait; one more is refused with error 202. */
  readonly queueLimit: number;
  /** Opens the session for slot `slot` (0 to size - 1). */
  readonly open: (slot: number) => S;
  /** Told when a session could not be drained and was replaced. */
  readonly onReplaced: (error: EngineError) => void;
}

export class SessionPool<S extends Session> {
  private readonly idle: S[] = [];
  private readonly slots = new Map<S, number>();
  private readonly waiting: Waiter<S>[] = [];
  private lent = 0;
  private closing: (() => void) | undefined;

  constructor(private readonly options: PoolOptions<S>) {
    for (let slot = 0; slot < options.size; slot += 1) this.add(slot);
  }

  /**
   * Waits for a free session.
   * @param signal aborting it removes a waiting request from the queue
   * @throws EngineError 202 when the queue is full, 394 when aborted while waiting, 236 when closing
   */
  async acquire(signal: AbortSignal): Promise<Lease<S>> {
    if (signal.aborted) throw EngineError.of('QUERY_WAS_CANCELLED', 'The client went away before the query started.');
    if (this.closing !== undefined) throw EngineError.of('ABORTED', 'The engine is shutting down.');
    const free = this.idle.pop();
    if (free !== undefined) return this.lend(free);
    if (this.waiting.length >= this.options.queueLimit) {
      throw EngineError.of(
        'TOO_MANY_SIMULTANEOUS_QUERIES',
        `Too many simultaneous queries: ${this.options.queueLimit} are waiting for a ${this.options.name} already.`,
      );
    }
    return this.leaseOf(await this.waitForTurn(signal));
  }

  /** Requests which hold or wait for a session. */
  get busy(): number {
    return this.lent + this.waiting.length;
  }

  /** Refuses waiting and new requests, waits until every lent session is back, closes all. */
  async close(): Promise<void> {
    for (const waiter of this.waiting.splice(0)) waiter.refuse(EngineError.of('ABORTED', 'The engine is shutting down.'));
    await new Promise<void>((resolve) => {
      this.closing = resolve;
      if (this.lent === 0) resolve();
    });
    for (const session of this.slots.keys()) session.close();
    this.slots.clear();
  }

  private add(slot: number): S {
    const session = this.options.open(slot);
    this.slots.set(session, slot);
    this.idle.push(session);
    return session;
  }

  private waitForTurn(signal: AbortSignal): Promise<S> {
    return new Promise<S>((resolve, reject) => {
      const onAbort = (): void => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        reject(EngineError.of('QUERY_WAS_CANCELLED', 'The client went away before the query started.'));
      };
      const waiter: Waiter<S> = {
        grant: (session) => {
          signal.removeEventListener('abort', onAbort);
          resolve(session);
        },
        refuse: (error) => {
          signal.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      this.waiting.push(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  private lend(session: S): Lease<S> {
    this.lent += 1;
    return this.leaseOf(session);
  }

  private leaseOf(session: S): Lease<S> {
    return { session, release: (clean) => this.takeBack(session, clean) };
  }

  private async takeBack(session: S, clean: boolean): Promise<void> {
    const usable = clean ? session : await this.cleaned(session);
    const next = this.waiting.shift();
    if (next !== undefined) {
      // The session goes from hand to hand: it stays counted as lent.
      next.grant(usable);
      return;
    }
    this.lent -= 1;
    this.idle.push(usable);
    if (this.lent === 0) this.closing?.();
  }

  private async cleaned(session: S): Promise<S> {
    try {
      await session.drain();
      return session;
    } catch (error) {
      this.options.onReplaced(EngineError.from(error));
      const slot = this.slots.get(session) ?? 0;
      this.slots.delete(session);
      session.close();
      const replacement = this.options.open(slot);
      this.slots.set(replacement, slot);
      return replacement;
    }
  }
}
