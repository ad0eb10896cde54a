import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig, readStoreWords } from '../config.js';
import { isServed } from '../control/control-client.js';
import { MOVE_PATH } from '../control/control-server.js';
import { createMover, moveQuery, type MoveWish } from '../control/move-answer.js';
import { controlSocket } from '../control/socket-path.js';
import { runOnServer } from '../control/task-client.js';
import { openParts } from '../deps.js';
import { openLog } from '../log.js';
import { createAudit } from '../metadata/audit.js';
import type { Moved, MoveProgress } from '../move/move.js';
import { shown } from '../move/target.js';
import { OperatorError } from '../operator-error.js';
import { STORES_FILE } from '../stores-file.js';
import { type Command, DONE, UsageError, wordsOf } from './command.js';

const DRAIN = 60_000;
const AGAIN = 'run the same command again, it goes on where it ended, or says that it is done.';

function readWords(args: readonly string[]): MoveWish & { readonly json: boolean } {
  return wordsOf(() => {
    const word = { type: 'string', default: '' } as const;
    const { values } = parseArgs({ args: [...args], options: { to: word, cluster: word, postgres: word, json: { type: 'boolean', default: false } } });
    const [clickhouse, cluster, postgres] = [values.to.trim(), values.cluster.trim(), values.postgres.trim()];
    if (clickhouse === '' && postgres === '') throw new UsageError('say where to, with --to for the visits, --postgres for accounts, sites and settings, or both');
    if (cluster !== '' && clickhouse === '') throw new UsageError('--cluster goes with --to');
    return { clickhouse, cluster, postgres, json: values.json };
  });
}

const SAID: Readonly<Record<Exclude<MoveProgress['step'], 'rows'>, string>> = {
  copying: 'copying, while visits come in',
  comparing: 'comparing, and copying what has changed',
  switching: 'holding everything off, copying the rest, comparing, and switching',
};

/** One line for each step, and one for each partition that grows on a terminal. */
function createTeller(): (at: MoveProgress) => void {
  let last = '';
  return (at) => {
    if (at.step !== 'rows') {
      process.stderr.write(`${last === '' ? '' : '\n'}${SAID[at.step]}\n`);
      last = '';
      return;
    }
    const name = `${at.table} ${at.id}`;
    const isSame = name === last;
    last = name;
    if (process.stderr.isTTY) process.stderr.write(`${isSame ? '\r\u001B[K' : '\n'}  ${name}: ${at.rows.toLocaleString('en')} rows`);
  };
}

/** By the running server when there is one, which goes on with the new stores by itself; else by this process alone. */
async function moved(config: Config, wish: MoveWish): Promise<Moved> {
  const socket = controlSocket(config.dataFolder);
  const progress = createTeller();
  if (await isServed(socket)) return runOnServer<Moved>(socket, `${MOVE_PATH}?${moveQuery(wish).toString()}`, (at) => progress(at as MoveProgress), AGAIN);
  if (!existsSync(join(config.dataFolder, 'journal', 'state.json'))) throw new OperatorError(`there is no data in ${config.dataFolder}: set FOOTFALL_DATA to the folder of the installation.`);
  const parts = await openParts(config, openLog(config.logLevel === 'info' ? 'warn' : config.logLevel));
  let done: Moved | undefined;
  try {
    done = await createMover(parts, createAudit(parts.metadata.db, Date.now)).move(wish, { progress, signal: new AbortController().signal });
    return done;
  } finally {
    await parts.close(done?.changed === true ? 0 : DRAIN);
  }
}

function totals({ partitions }: Moved): Record<string, { rows: number; partitions: number }> {
  const found: Record<string, { rows: number; partitions: number }> = {};
  for (const { table, rows } of partitions) {
    const total = (found[table] ??= { rows: 0, partitions: 0 });
    total.rows += rows;
    total.partitions += 1;
  }
  return found;
}

function textOf(done: Moved, dataFolder: string): string {
  const { clickhouseUrls, clickhouseCluster, postgresUrl } = done.stores;
  const names = [
    ...(clickhouseUrls.length > 0 ? [['FOOTFALL_CLICKHOUSE_URL', clickhouseUrls.map(shown).join(',')]] : []),
    ...(clickhouseCluster === null ? [] : [['FOOTFALL_CLICKHOUSE_CLUSTER', clickhouseCluster]]),
    ...(postgresUrl === null ? [] : [['FOOTFALL_POSTGRES_URL', shown(postgresUrl)]]),
  ].map(([name, value]) => `\n  ${name ?? ''}=${value ?? ''}`);
  const where = `this installation uses, by ${join(dataFolder, STORES_FILE)}, and others of it have to be told:${names.join('')}\n`;
  if (!done.changed) return `it was moved there before\n${where}`;
  const rows = Object.entries(totals(done)).map(([table, total]) => `  ${table.padEnd(18)} ${total.rows.toLocaleString('en').padStart(15)} rows in ${total.partitions} partition${total.partitions === 1 ? '' : 's'}\n`);
  const accounts = done.tables.length === 0 ? '' : `  ${'accounts, settings'.padEnd(18)} ${done.tables.reduce((sum, { rows: num }) => sum + num, 0).toLocaleString('en').padStart(15)} rows in ${done.tables.length} tables\n`;
  const old = [...(done.partitions.length > 0 || clickhouseUrls.length > 0 ? [join(dataFolder, 'visits')] : []), ...(done.tables.length > 0 ? [`${join(dataFolder, 'footfall.db')}*`] : [])];
  return `moved; counts and hashes are equal:\n${rows.join('')}${accounts}nothing was stored for ${(done.heldMs / 1_000).toFixed(1)} s; visits were taken all the while\n${where}what was moved is still there, and used no more. Remove it when you trust the new stores:\n  ${old.join('\n  ')}\n`;
}

/** `footfall move`: from the embedded stores onto servers, while the server runs or not. */
export const move: Command = {
  name: 'move',
  usage: 'move [--to URL[,URL] [--cluster NAME]] [--postgres URL] [--json]',
  summary: 'move visits to ClickHouse, accounts and sites to PostgreSQL, also while the server runs',
  async run(args) {
    const { json, ...wish } = readWords(args);
    readStoreWords(wish);
    const config = readConfig();
    const done = await moved(config, wish);
    const result = { changed: done.changed, held_ms: done.heldMs, partitions: done.partitions, tables: done.tables, totals: totals(done) };
    process.stdout.write(json ? `${JSON.stringify(result)}\n` : textOf(done, config.dataFolder));
    return DONE;
  },
};
