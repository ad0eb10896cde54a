/**
 * ClickHouse's HTTP interface over an embedded chDB, as a process of its own.
 *
 * What holds throughout:
 * - The application talks to this process as to any ClickHouse server, so that a crash of the engine
 *   never takes the application down, and moving to a real server changes a URL.
 * - It never outlives its parent: when standard input closes, it stops as on SIGTERM. Signals of a terminal it leaves to the parent.
 * - It never exits while a statement runs, because the engine's threads would fault or hold the exit up for
 *   ever: it drains, then kills, then drains. Where that is not possible it ends as by SIGKILL, after which the
 *   store is as whole as after an orderly end.
 * - Standard output carries exactly one JSON line, either `listening` or `fatal`; the log is on standard error.
 */
import './signals.js';
import { giveBackAtRest } from '@footfall/memory';
import { processEnvironment, readConfig } from './config.js';
import { FatalError } from './fatal.js';
import { createAuthenticator } from './http/auth.js';
import { Spool } from './http/body.js';
import { createHandler } from './http/handler.js';
import { listen } from './http/server.js';
import { createLog, reasonOf } from './log.js';
import { createShutdown } from './shutdown.js';
import { openEngine } from './store/engine.js';
import { letMergesGiveWay } from './store/merges.js';

async function main(): Promise<void> {
  // The other ends belong to the parent; when it was killed nobody reads, and stopping in order matters more than saying so.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => (output.destroyed ? undefined : output.destroy()));
  const log = createLog((line) => process.stderr.write(line));
  process.once('uncaughtException', (error) => {
    log.error('uncaught', { reason: reasonOf(error) });
    process.kill(process.pid, 'SIGKILL');
  });
  const config = readConfig(processEnvironment());
  const engine = await openEngine(config, log);
  letMergesGiveWay();
  const running = new Set<AbortController>();
  const handler = createHandler({ engine, spool: new Spool(engine.spool), authenticate: createAuthenticator(config.secret), log, running });
  const { server, url } = await listen(config.port, handler);
  const stop = createShutdown({ server, engine, running, drain: config.drain, log, exit: (status) => process.exit(status), giveUp: () => process.kill(process.pid, 'SIGKILL') });
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.stdin.once('end', () => stop('stdin closed'));
  process.stdin.once('error', () => stop('stdin closed'));
  process.stdin.resume();
  giveBackAtRest((reason) => log.error('memory', { reason: reasonOf(reason) }), () => engine.letGo());
  process.stdout.write(`${JSON.stringify({ listening: url, pid: process.pid, version: engine.version })}\n`);
}

main().catch((error: unknown) => {
  const fatal = error instanceof FatalError ? error : new FatalError('engine_failed', `The engine did not start. (${reasonOf(error)})`);
  process.stdout.write(`${JSON.stringify({ fatal: fatal.code, message: fatal.message })}\n`, () => process.exit(1));
});
