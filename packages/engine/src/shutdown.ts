/** Orderly end of the process. */
import type { Server } from 'node:http';
import type { Log } from './log.js';
import { reasonOf } from './log.js';
import type { Engine } from './store/engine.js';

export interface ShutdownOptions {
  readonly server: Server;
  readonly engine: Engine;
  /** Aborting one of these kills its statement. */
  readonly running: ReadonlySet<AbortController>;
  /** Milliseconds for running statements before they are killed. */
  readonly drain: number;
  readonly log: Log;
  /** Ends the process with a status; only while no statement runs. */
  readonly exit: (status: number) => void;
  /** Ends the process whatever runs. */
  readonly giveUp: () => void;
}

/** Milliseconds that killed statements may take to end. */
const PATIENCE = 10_000;

/**
 * @returns a function that stops the process; further calls do nothing. New connections are refused at
 * once, waiting requests answered with error 236, running ones given their time, then killed.
 */
export function createShutdown({ server, engine, running, drain, log, exit, giveUp }: ShutdownOptions): (reason: string) => void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    server.close();
    const kill = setTimeout(() => {
      for (const controller of running) controller.abort();
    }, drain);
    const last = setTimeout(() => {
      log.error('stop_forced', { reason: 'a statement did not end when it was killed' });
      giveUp();
    }, drain + PATIENCE);
    await engine.close();
    clearTimeout(kill);
    clearTimeout(last);
    // The last answers are on their way; nothing native runs any more, so that exiting is safe.
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 500).unref();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      if (!server.listening) setTimeout(resolve, 1000).unref();
    });
    exit(0);
  };
  return (reason) => {
    if (stopping) return;
    stopping = true;
    log.info('stopping', { reason });
    stop().catch((error: unknown) => {
      log.error('stop_failed', { reason: reasonOf(error) });
      giveUp();
    });
  };
}
