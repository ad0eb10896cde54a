import { parseArgs } from 'node:util';
import { giveBackAtRest } from '@footfall/memory';
import type { Logger } from 'pino';
import { type Config, readConfig, type Role } from '../config.js';
import { openParts, type Parts } from '../deps.js';
import type { EarlyStart } from '../early-start.js';
import { type Server, startServer } from '../server.js';
import { openLog } from '../log.js';
import { OperatorError } from '../operator-error.js';
import type { Stores } from '../stores-file.js';
import { type Command, DONE, UsageError, wordsOf } from './command.js';

/** Milliseconds that what waits may take to be stored when the server is told to stop. */
const DRAIN = 3_000;
const CLOSE_GRACE = 3_000;
/**
 * Milliseconds after which nothing in the store is waited for any more: what hangs there is cut off, and what it was to store is safe in
 * the journal. Service managers kill after 10 s by default (docker stop).
 */
const CUT_AFTER = 8_000;

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Milliseconds in which another signal is the same one come by another way: Ctrl-C reaches npm as well, which hands it on. */
const SAME_SIGNAL = 1_000;

/** Resolves with the name of the signal that ends the process. One that comes later ends it at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      resolve(signal);
      setTimeout(() => {
        for (const name of STOP_SIGNALS) process.off(name, stop);
      }, SAME_SIGNAL).unref();
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
  });
}

/** The address that an operator can open: a wildcard is reached through localhost. */
export function addressOf(config: Config, server: Server): string {
  if (config.publicUrl !== '') return config.publicUrl;
  const { port } = server.address;
  const host = ['0.0.0.0', '::', ''].includes(config.host) ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

type Ready = (parts: Parts, stopped: Promise<unknown>) => void;

/** Serves until a signal comes, or the stores were moved: resolves with where they are then. */
async function serveOnce(config: Config, log: Logger, stopped: Promise<NodeJS.Signals>, ready: Ready, early: EarlyStart | null = null): Promise<Stores | null> {
  const parts = await openParts(config, log, Date.now, early);
  let moved: Stores | null = null;
  try {
    const server = await startServer(parts);
    process.stdout.write(`Footfall ${config.version} is ready${config.role === 'all' ? '' : ` (${config.role})`}: ${addressOf(config, server)}\n`);
    if (server.firstStart.created) {
      const { username, generatedPassword } = server.firstStart;
      process.stdout.write(`\n  Sign in as   ${username}\n  Password     ${generatedPassword ?? '(the one in FOOTFALL_ADMIN_PASSWORD)'}\n${generatedPassword === undefined ? '' : '\n  This password is shown once. "footfall user password" gives a new one.\n'}`);
    }
    ready(parts, stopped);
    const reason = await Promise.race([stopped, server.moved]);
    if (typeof reason === 'string') {
      log.info({ signal: reason }, 'stopping');
      setTimeout(() => parts.cutStore(), CUT_AFTER).unref();
    } else {
      log.info('the stores were moved; going on with those on the servers');
      moved = reason;
    }
    await server.close(CLOSE_GRACE);
  } finally {
    await parts.close(moved === null ? DRAIN : 0);
  }
  return moved;
}

/**
 * Serves until a signal comes, then stops in good order; goes on with other stores when they were moved. `ready` is called once visits are
 * taken, and not again.
 */
export async function serveUntilStopped(config: Config, ready: Ready = () => undefined, early: EarlyStart | null = null): Promise<void> {
  const log = openLog(config.logLevel);
  const stopped = stopSignal();
  giveBackAtRest((reason) => log.warn({ err: reason }, 'this system does not take memory back from a process that waits: Footfall holds some 300 MB more than it has to, and works as ever'));
  let moved = await serveOnce(config, log, stopped, ready, early);
  while (moved !== null) moved = await serveOnce({ ...config, ...moved }, log, stopped, () => undefined);
}

const ROLES: readonly Role[] = ['all', 'collect', 'console'];

function readRole(args: readonly string[]): Role {
  return wordsOf(() => {
    const { values } = parseArgs({ args: [...args], options: { role: { type: 'string', default: 'all' } } });
    const role = ROLES.find((known) => known === values.role);
    if (role === undefined) throw new UsageError(`there is no role "${values.role}": ${ROLES.join(', ')}`);
    return role;
  });
}

/** Processes with one role each are one installation only where they share both stores. @throws OperatorError */
function withRole(config: Config, role: Role): Config {
  const missing = [...(config.postgresUrl === null ? ['FOOTFALL_POSTGRES_URL'] : []), ...(config.clickhouseUrls.length === 0 ? ['FOOTFALL_CLICKHOUSE_URL'] : [])];
  if (role !== 'all' && missing.length > 0) throw new OperatorError(`a process with the role ${role} shares its stores with others: set ${missing.join(' and ')}, or serve without --role.`);
  return { ...config, role };
}

/** `footfall serve`: the console, the API and the ways in, in one process, or those of one role. */
export const serve: Command = {
  name: 'serve',
  usage: 'serve [--role=all|collect|console]',
  summary: 'serve the console and take visits (the default)',
  async run(args, early) {
    const role = readRole(args);
    await serveUntilStopped(withRole(readConfig(), role), undefined, early);
    return DONE;
  },
};
