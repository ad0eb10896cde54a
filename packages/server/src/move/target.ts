/** The servers that an installation is moved onto: opened, and found fit to be filled. */
import { FootfallError } from '@footfall/contract';
import type { Logger } from 'pino';
import { copyIn } from '../metadata/copy.js';
import { type Metadata, openMetadata } from '../metadata/database.js';
import { OperatorError, reasonOf, unreachable } from '../operator-error.js';
import type { Stores } from '../stores-file.js';
import { createWarehouse, type Warehouse } from '../warehouse/client.js';
import { COPIED_TABLES } from '../warehouse/copies.js';
import { createFailover } from '../warehouse/failover.js';

/** The oldest server that can change rows in place as corrections of sessions do (ADR 7). */
const OLDEST: readonly [number, number] = [25, 8];

export interface Target<T> {
  readonly store: T;
  readonly close: () => Promise<void>;
}

/** The address without the password. */
export function shown(url: string): string {
  const parsed = new URL(url);
  if (parsed.password !== '') parsed.password = '***';
  return parsed.href.replace(/\/$/u, '');
}

async function refuseOld(warehouse: Warehouse, name: string): Promise<void> {
  const version = await warehouse.version();
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) throw new OperatorError(`${name} is ClickHouse ${version}: Footfall needs ${OLDEST.join('.')} or later. Update it, then run the same command again.`);
}

/** Takes an empty store for this installation, or goes on with one that it has taken. @throws OperatorError */
async function claim(warehouse: Warehouse, name: string, installation: string): Promise<void> {
  const mark = await warehouse.moveMark();
  if (mark !== null && mark.installation !== installation) throw new OperatorError(`${name} holds visits that another installation is moved onto, or was: name an empty server.`);
  if (mark?.finished === true) throw new OperatorError(`${name} was moved onto before, and may hold newer visits since: name an empty server, or drop its database footfall first.`);
  if (mark !== null) return;
  for (const table of COPIED_TABLES) {
    const { rows } = await warehouse.query(`SELECT 1 FROM ${table} LIMIT 1`, {});
    if (rows.length > 0) throw new OperatorError(`${name} is not empty: its table ${table} holds rows that are not of this move, and nothing was changed. Name an empty server, or drop its database footfall first.`);
  }
  await warehouse.markMove({ installation, finished: false });
}

/**
 * Opens the servers that visits are to be moved to, brings their schema up to this version, and takes them for this installation.
 * @throws OperatorError when they do not answer, are too old or too new, or hold something else
 */
export async function openVisitsTarget({ clickhouseUrls, clickhouseCluster }: Stores, installation: string, log: Logger, now: () => number): Promise<Target<Warehouse>> {
  const source = createFailover(clickhouseUrls, log);
  const topology = clickhouseCluster === null ? ({ kind: 'single' } as const) : ({ kind: 'cluster', cluster: clickhouseCluster } as const);
  const warehouse = createWarehouse({ source, log, now, topology });
  const name = clickhouseUrls.map(shown).join(', ');
  const close = async (): Promise<void> => {
    source.stop();
    await warehouse.close();
  };
  try {
    await refuseOld(warehouse, name);
    await warehouse.migrate();
    await claim(warehouse, name, installation);
    return { store: warehouse, close };
  } catch (error) {
    await close();
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${name} can not take the visits: ${reasonOf(error)}. Nothing was moved. See that it runs and that address, user, password${clickhouseCluster === null ? '' : ' and the name of the cluster'} are right, then run the same command again.`, { cause: error });
  }
}

/**
 * Opens the database that accounts, sites and settings are to be moved to.
 * @throws OperatorError when it does not answer, or holds something else
 */
export async function openMetadataTarget(postgresUrl: string, installation: string, log: Logger, now: () => number): Promise<Target<Metadata>> {
  const name = shown(postgresUrl);
  let metadata: Metadata;
  try {
    metadata = await openMetadata({ postgresUrl }, { now, onLost: (error) => log.warn({ err: error }, 'move: lost a connection') });
  } catch (error) {
    if (error instanceof FootfallError && error.errorName === 'metadata.unavailable') throw new OperatorError(unreachable(error).message.replace('correct FOOTFALL_POSTGRES_URL', 'correct the address after --postgres'), { cause: error });
    throw new OperatorError(`${name} can not take the accounts, sites and settings: ${reasonOf(error)}.`, { cause: error });
  }
  const found = await copyIn(metadata.db);
  if (found !== '' && found !== installation) {
    await metadata.close();
    throw new OperatorError(`${name} is not empty: it holds accounts, sites or settings of ${found === null ? 'an installation that is in use' : 'another installation'}, and nothing was changed. Name an empty database (createdb).`);
  }
  return { store: metadata, close: () => metadata.close() };
}
