/** Running one statement on a lent session so that it can be stopped. */
import { EngineError } from '../engine-error.js';
import type { QueryKiller } from '../store/killer.js';
import type { Lease, SessionPool } from '../store/pool.js';
import type { Result, Session } from '../store/session.js';

export interface Work {
  readonly sql: string;
  readonly format: string;
  readonly database: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * Runs `work` and settles only when the engine has: after an abort the statement is killed, and the
 * error of the killed statement (394) is what the caller sees.
 */
export async function execute(killer: QueryKiller, session: Session, work: Work): Promise<Result> {
  if (work.signal.aborted) throw EngineError.of('QUERY_WAS_CANCELLED', 'The client went away before the query started.');
  const marker = killer.mark();
  const running = session.execute(marker + work.sql, work.format, work.database);
  const settled = running.then(
    () => undefined,
    () => undefined,
  );
  const onAbort = (): void => void killer.kill(marker, settled);
  work.signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await running;
  } finally {
    work.signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Lends a session to `use` and takes it back clean. The caller sees the answer or error without waiting
 * for the drain; the next user of the session does.
 */
export async function withSession<S extends Session, T>(pool: SessionPool<S>, signal: AbortSignal, use: (session: S) => Promise<T>): Promise<T> {
  const lease: Lease<S> = await pool.acquire(signal);
  let clean = false;
  try {
    const result = await use(lease.session);
    clean = !signal.aborted;
    return result;
  } finally {
    void lease.release(clean);
  }
}
