/**
 * Moves an installation from the embedded stores onto servers, while visits come in: ADR 14.
 *
 * Invariants:
 * - Until `stores.json` is on disk the embedded stores are the installation's, whole, whatever becomes of the copy; from then on the servers are.
 *   There is no instant at which both are, and none at which neither is.
 * - It is written when every partition and every table was found equal while nothing could change: nothing goes from the journal to the store,
 *   nothing changes sessions or moves rows, and both stores refuse changes. They refuse them until they are closed.
 * - What is acknowledged meanwhile lies in the journal, which does not care where the store is.
 * - The embedded stores are not touched; they stay until the operator removes them.
 */
import type { Logger } from 'pino';
import type { Flusher } from '../flush/flusher.js';
import { copyMetadata, CopyDiffers, type CopiedTable } from '../metadata/copy.js';
import type { Metadata } from '../metadata/database.js';
import { createSettings } from '../metadata/settings.js';
import { OperatorError, reasonOf } from '../operator-error.js';
import type { SessionRepair } from '../session-repair/session-repair.js';
import { type Stores, writeStores } from '../stores-file.js';
import type { Warehouse } from '../warehouse/client.js';
import { type CopyProgress, createVisitsCopier, type Equal, type VisitsCopier } from './copy-visits.js';
import { openMetadataTarget, openVisitsTarget, shown, type Target } from './target.js';

/** What is told while it lasts. */
export type MoveProgress = { readonly step: 'copying' | 'comparing' | 'switching' } | ({ readonly step: 'rows' } & CopyProgress);

export interface Moved {
  /** Where all stores are now. */
  readonly stores: Stores;
  /** Compared last, and equal; [] where visits stay. */
  readonly partitions: readonly Equal[];
  /** [] where accounts, sites and settings stay. */
  readonly tables: readonly CopiedTable[];
  /** Milliseconds for which nothing was stored. */
  readonly heldMs: number;
  /** False when all of it was moved there before. */
  readonly changed: boolean;
}

export interface MoveParts {
  readonly config: Stores & { readonly dataFolder: string };
  readonly flusher: Pick<Flusher, 'hold'>;
  readonly metadata: Pick<Metadata, 'db' | 'dialect' | 'freeze'>;
  readonly warehouse: Pick<Warehouse, 'copies' | 'freeze'>;
  readonly sessionRepair: Pick<SessionRepair, 'alone'>;
  readonly log: Logger;
}

export interface MoveOptions {
  readonly progress: (at: MoveProgress) => void;
  /** Ends it before the switch; afterwards it does nothing. */
  readonly signal: AbortSignal;
  readonly now?: () => number;
}

/** Few enough to be copied while nothing is stored. */
const FEW_ROWS = 20_000;
const MOST_ROUNDS = 8;
/** Rounds while nothing changes: one copies the rest, one compares; more are for a copy that came out wrong. */
const LAST_ROUNDS = 4;

const same = (one: readonly string[], other: readonly string[]): boolean => one.join(',') === other.join(',');

/** What of the wish is left to be done. @throws OperatorError where the installation is on other servers already */
function leftOf(wish: Stores, { clickhouseUrls, clickhouseCluster, postgresUrl }: Stores): { visits: boolean; metadata: boolean } {
  const [isOnVisits, isOnMetadata] = [clickhouseUrls.length > 0, postgresUrl !== null];
  const elsewhere = (what: string, url: string): OperatorError => new OperatorError(`${what} are on a server already, ${shown(url)}: "footfall move" moves out of the embedded stores. Copy between servers with their own tools.`);
  if (wish.clickhouseUrls.length > 0 && isOnVisits && (!same(wish.clickhouseUrls, clickhouseUrls) || wish.clickhouseCluster !== clickhouseCluster)) throw elsewhere('the visits', clickhouseUrls[0] ?? '');
  if (wish.postgresUrl !== null && postgresUrl !== null && wish.postgresUrl !== postgresUrl) throw elsewhere('accounts, sites and settings', postgresUrl);
  return { visits: wish.clickhouseUrls.length > 0 && !isOnVisits, metadata: wish.postgresUrl !== null && !isOnMetadata };
}

/** Copies until little is left. What comes in meanwhile is there to be copied the next time. */
async function copyMost(copier: VisitsCopier, { progress }: MoveOptions): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    progress({ step: round === 0 ? 'copying' : 'comparing' });
    const { copied, slices } = await copier.round();
    if (slices === 0 || (round > 0 && copied < FEW_ROWS)) return;
  }
}

/** Copies the rest, while nothing changes. @throws OperatorError when both do not come to be equal */
async function copyRest(copier: VisitsCopier): Promise<void> {
  for (let round = 0; round < LAST_ROUNDS; round += 1) if ((await copier.round()).slices === 0) return;
  throw new OperatorError('the copy of the visits does not come to be what it is made of, so nothing was switched: see that nobody else writes to that server, then run the same command again.');
}

async function copyAccounts(parts: MoveParts, target: Target<Metadata> | undefined, installation: string): Promise<CopiedTable[]> {
  try {
    return target === undefined ? [] : await copyMetadata(parts.metadata.db, target.store.db, installation);
  } catch (error) {
    if (error instanceof CopyDiffers) throw new OperatorError(`the copy of accounts, sites and settings is not what it is made of, so nothing was switched: ${error.message}.`, { cause: error });
    throw error;
  }
}

/** Holds everything off, copies what is left, compares, and switches. Nothing is let go again once it is switched. */
async function switchOver(parts: MoveParts, copier: VisitsCopier | undefined, target: Target<Metadata> | undefined, installation: string, stores: Stores, { signal, now = Date.now }: MoveOptions): Promise<Pick<Moved, 'tables' | 'heldMs'>> {
  const began = performance.now();
  const undo: (() => unknown)[] = [];
  try {
    undo.push(await parts.flusher.hold());
    undo.push(await parts.warehouse.freeze());
    if (parts.metadata.dialect === 'sqlite') undo.push(await parts.metadata.freeze());
    if (copier !== undefined) await copyRest(copier);
    const tables = await copyAccounts(parts, target, installation);
    signal.throwIfAborted();
    await writeStores(parts.config.dataFolder, stores, now());
    return { tables, heldMs: Math.round(performance.now() - began) };
  } catch (error) {
    for (const step of undo.toReversed()) await step();
    throw error;
  }
}

/**
 * Moves visits, or accounts, sites and settings, or both; goes on with what an earlier call left. When it resolves with `changed`, the process has
 * to close its parts and open them on the new stores: nothing can be changed in the old ones.
 * @param wish addresses of what is to be moved: [] and null for what stays
 * @throws OperatorError in words that help; nothing was switched then
 */
export async function moveStores(parts: MoveParts, wish: Stores, options: MoveOptions): Promise<Moved> {
  const { config, log } = parts;
  const { progress, signal, now = Date.now } = options;
  const left = leftOf(wish, config);
  const stores: Stores = {
    ...(left.visits ? { clickhouseUrls: wish.clickhouseUrls, clickhouseCluster: wish.clickhouseCluster } : { clickhouseUrls: config.clickhouseUrls, clickhouseCluster: config.clickhouseCluster }),
    postgresUrl: left.metadata ? wish.postgresUrl : config.postgresUrl,
  };
  if (!left.visits && !left.metadata) return { stores, partitions: [], tables: [], heldMs: 0, changed: false };
  const installation = await createSettings(parts.metadata.db).installationId();
  const opened: Target<unknown>[] = [];
  try {
    const accounts = left.metadata && wish.postgresUrl !== null ? await openMetadataTarget(wish.postgresUrl, installation, log, now) : undefined;
    if (accounts !== undefined) opened.push(accounts);
    const visits = left.visits ? await openVisitsTarget(wish, installation, log, now) : undefined;
    if (visits !== undefined) opened.push(visits);
    const copier = visits === undefined ? undefined : createVisitsCopier({ from: parts.warehouse.copies, to: visits.store.copies, progress: (at) => progress({ step: 'rows', ...at }), signal });
    if (copier !== undefined) await copyMost(copier, options);
    progress({ step: 'switching' });
    const done = await parts.sessionRepair.alone(() => switchOver(parts, copier, accounts, installation, stores, options));
    log.info({ held_ms: done.heldMs }, 'move: everything is on the servers; the embedded stores are used no more');
    return { stores, partitions: copier?.equal() ?? [], ...done, changed: true };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    if (signal.aborted) throw new OperatorError('the move was broken off, and nothing was switched: run the same command again, it goes on where it ended.', { cause: error });
    throw new OperatorError(`the move could not go on, and nothing was switched: ${reasonOf(error)}. Run the same command again: it goes on where it ended.`, { cause: error });
  } finally {
    for (const { close } of opened) await close();
  }
}
