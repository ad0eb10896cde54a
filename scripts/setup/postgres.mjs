/**
 * A PostgreSQL of the tests' own: on loopback, in a folder of theirs, by Debian's packages where this user may install them.
 * It is started with fsync off: what it keeps goes with the run. Each test has a database of its own, 7 MB of catalogue twice written, which
 * a disk of a small machine does not take as fast as they are made: it stalls, and a connection is not had in time. So it is kept in memory
 * where there is room.
 */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { run } from './run.mjs';

const VERSIONS = '/usr/lib/postgresql';
const PACKAGE = 'postgresql';
/** Debian's package makes it. PostgreSQL refuses to run as root. */
const USER = 'postgres';
const READY_WITHIN = 30_000;
const MEMORY = '/dev/shm';
const FOLDER = 'ff-pg-';
/** Bytes that a run may come to, with its log, and leave as much to whoever else runs. */
const ROOM = 8 * 1024 ** 3;
const exec = promisify(execFile);
const isRoot = process.getuid?.() === 0;

/** Folder of the newest version's programs. */
function programs() {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).filter((version) => existsSync(join(VERSIONS, version, 'bin/postgres'))) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : join(VERSIONS, newest, 'bin');
}

/** @returns {Promise<string | null>} what is missing and what to do, null when PostgreSQL is there */
export async function ensurePostgres() {
  if (programs() !== undefined) return null;
  const advice = `the tests on PostgreSQL need Debian's package ${PACKAGE}: run "apt-get install ${PACKAGE}" as root, then npm test again`;
  if (!isRoot) return advice;
  process.stderr.write(`footfall: installing ${PACKAGE} for the tests of the metadata store\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', PACKAGE], { env, quiet: true });
  return programs() === undefined ? advice : null;
}

/** The words that start a program of PostgreSQL as somebody it runs for; it ends when this process does. */
const asUser = (program, args) => ['setpriv', [...(isRoot ? [`--reuid=${USER}`, `--regid=${USER}`, '--init-groups'] : []), '--pdeathsig', 'INT', '--', program, ...args]];

async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Starts the server of a folder and waits until it answers. @returns the process */
async function startIn(bin, folder, port) {
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off', max_connections: 300, logging_collector: 'off' };
  const child = spawn(...asUser(join(bin, 'postgres'), ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]), { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-4_000)));
  const until = Date.now() + READY_WITHIN;
  for (;;) {
    try {
      await exec(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]);
      return child;
    } catch {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`PostgreSQL did not start:\n${said}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Whether the run that made a folder is gone without having removed it: it was killed, and its server ended with it. The name begins with the run's process. */
function isLeft(name) {
  const [pid] = name.slice(FOLDER.length).split('-', 1);
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Where a server is to keep its data: in memory, where there is room for it beside everything else. */
function parentFolder() {
  try {
    for (const name of readdirSync(MEMORY)) if (name.startsWith(FOLDER) && isLeft(name)) rmSync(join(MEMORY, name), { recursive: true, force: true });
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) >= ROOM ? MEMORY : tmpdir();
  } catch {
    return tmpdir(); // no such folder on this system
  }
}

/**
 * Makes a new PostgreSQL and starts it.
 * @returns where it is, and what stops it (`fast` ends what is under way, `immediate` as a crash does), starts it again on its port, and removes it
 * @throws Error when it is not installed or does not start
 */
export async function startPostgres() {
  const bin = programs();
  if (bin === undefined) throw new Error(`${PACKAGE} is not installed`);
  const home = mkdtempSync(join(parentFolder(), `${FOLDER}${process.pid}-`));
  const folder = join(home, 'data');
  let child;
  const port = await freePort();
  const stop = async (how = 'fast') => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  };
  const start = async () => {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) return;
    child = await startIn(bin, folder, port);
  };
  const remove = async () => {
    await stop('immediate');
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    if (isRoot) {
      const { stdout } = await exec('id', ['-u', USER]);
      chownSync(home, Number(stdout), -1);
    }
    // Byte order and UTF-8, whatever the machine's own locale is: what the tests find does not hang on it.
    await exec(...asUser(join(bin, 'initdb'), ['-D', folder, '-U', 'footfall', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']), { cwd: '/' });
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return { url: `postgres://footfall@127.0.0.1:${port}/postgres`, stop, start, remove };
}

/** Makes a database on a server, empty or a copy of another that nobody is connected to. @returns its address */
export async function createDatabase(serverUrl, template) {
  const url = new URL(serverUrl);
  const name = `footfall_test_${randomBytes(6).toString('hex')}`;
  const like = template === undefined ? '' : ` template "${new URL(template).pathname.slice(1)}"`;
  await exec(join(programs() ?? '', 'psql'), ['-q', '-X', '-v', 'ON_ERROR_STOP=1', '-d', serverUrl, '-c', `create database ${name}${like}`]);
  url.pathname = `/${name}`;
  return url.href;
}

/** The server on which tests run that run on either store: undefined for SQLite. FOOTFALL_TEST_METADATA says which. */
export function chosenPostgres() {
  if (process.env.FOOTFALL_TEST_METADATA !== 'postgres') return undefined;
  const url = process.env.FOOTFALL_TEST_POSTGRES_URL;
  if (!url) throw new Error('FOOTFALL_TEST_METADATA asks for PostgreSQL, and there is none.');
  return url;
}

const databases = new Map();

/** What the installation in a folder is told of its metadata store: nothing for SQLite in that folder, a database of its own on PostgreSQL. */
export async function metadataEnvironment(folder) {
  const server = chosenPostgres();
  if (server === undefined) return {};
  const database = databases.get(folder) ?? createDatabase(server);
  databases.set(folder, database);
  return { FOOTFALL_POSTGRES_URL: await database };
}
