/** Looks at an installation from outside: beside its running server, which is asked, or with its folder taken for the time of the look. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { askServer } from '../control/ask.js';
import { isServed } from '../control/control-client.js';
import { STATE_PATH } from '../control/control-server.js';
import { controlSocket } from '../control/socket-path.js';
import { foldersIn } from '../data-folder.js';
import { geoFiles } from '../enrich/geo-age.js';
import { FolderInUse, lockFolder } from '../folder-lock.js';
import { checkJournal } from '../journal/check.js';
import { checkMetadata } from '../metadata/check.js';
import { createWarehouse, type Warehouse } from '../warehouse/client.js';
import { fixedAddress } from '../warehouse/connection.js';
import type { StoreState } from '../warehouse/state.js';
import { createSupervisor } from '../warehouse/supervisor.js';
import { failure, type Finding, well } from './finding.js';
import { lookAtClock } from './look-at-clock.js';
import { lookAtRoom, roomOf } from './look-at-disk.js';
import { lookAtPlaces } from './look-at-places.js';
import { lookAtJournal, lookAtMetadata, lookAtVisits, type ServerState } from './look-at-stores.js';
import { lookAtZones } from './look-at-zones.js';

/** What the running server answers to a doctor. */
export interface ServerAnswer {
  readonly server: ServerState;
  /** Text: why it does not answer. */
  readonly store: StoreState | string;
}

/** The state of the store, or why there is none; never throws. */
export async function stateOf(warehouse: Pick<Warehouse, 'state'>, zones: readonly string[]): Promise<StoreState | string> {
  try {
    return await warehouse.state(zones);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error ? cause.message : error instanceof Error ? error.message : String(error);
  }
}

/** Asks the store without a server: an engine is started on the folder for it. */
async function storeAlone(config: Config, zones: readonly string[], log: Logger): Promise<StoreState | string> {
  const [url] = config.clickhouseUrls;
  const supervisor = url === undefined ? createSupervisor({ main: config.files.engine, dataFolder: foldersIn(config).visits, memory: config.memory, log }) : null;
  try {
    await supervisor?.start();
    const warehouse = createWarehouse({ source: supervisor ?? fixedAddress(url ?? ''), log, now: Date.now });
    const state = await stateOf(warehouse, zones);
    await warehouse.close();
    return state;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await supervisor?.stop();
  }
}

/** Takes the folder so that no server starts meanwhile; null when it is held by something that does not answer. */
function take(folder: string): { release(): void } | null {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error;
  }
}

const HELD = failure('server', 'the folder is in use, but no server answers in it', 'It may be starting or stopping: try again in a minute. If it stays so, end the process whose number is in the file owner of the journal.');

/** Everything that was found. Reads only, but for the engine's own files when it is started. */
export async function examine(config: Config, log: Logger, now: () => number = Date.now): Promise<Finding[]> {
  const folders = foldersIn(config);
  const metadata = await checkMetadata(folders.metadata);
  const zones = [...new Set([config.timeZone, ...metadata.zones])];
  const socket = controlSocket(config.dataFolder);
  const served = await isServed(socket);
  const there = (await checkJournal(folders.journal, false)).there;
  const lock = served || !there ? null : take(folders.journal);
  const held = !served && there && lock === null;
  try {
    const answer = served ? await askServer<ServerAnswer>(socket, `${STATE_PATH}?${new URLSearchParams(zones.map((zone): [string, string] => ['zone', zone])).toString()}`) : null;
    const journal = await checkJournal(folders.journal, lock !== null);
    const store = answer?.store ?? (lock === null ? null : await storeAlone(config, zones, log));
    const state = store === null || typeof store === 'string' ? null : store;
    const built = await stat(config.files.engine).then(({ mtimeMs }) => mtimeMs, () => null);
    return [
      held ? HELD : well('server', served ? 'runs' : 'does not run'),
      ...lookAtJournal(journal, answer?.server ?? null, now()),
      ...(store === null ? [] : lookAtVisits(store)),
      ...lookAtMetadata(metadata),
      ...lookAtRoom(await roomOf(config.dataFolder)),
      ...lookAtClock({ now: now(), highWater: journal.highWater, newest: state?.newest ?? null, built }),
      ...lookAtZones({ now: now(), runtime: process.versions['tz'] ?? '', store: state?.zoneData ?? '', unknown: state?.unknownZones ?? [] }),
      ...lookAtPlaces(await geoFiles(join(config.dataFolder, 'geo')), now()),
    ];
  } finally {
    lock?.release();
  }
}
