/**
 * A copy of everything as of one instant, taken while visits come in.
 *
 * Invariants:
 * - What was acknowledged before the copy began is in it exactly once: in the store's part, or in a segment of the journal's. While both are
 *   copied nothing goes from the journal to the store.
 * - The metadata is copied before the store, and nothing changes sessions or moves rows in between: what the metadata calls done is done in
 *   the store, and what it does not is done again by whoever opens the copy.
 * - The copy lies in a folder beside the data until somebody takes it away; what a process that was ended left there goes with the next start.
 */
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Flusher } from '../flush/flusher.js';
import type { Journal } from '../journal/journal.js';
import type { Metadata } from '../metadata/database.js';
import { OperatorError } from '../operator-error.js';
import type { SessionRepair } from '../session-repair/session-repair.js';
import type { Warehouse } from '../warehouse/client.js';
import { LAYOUT } from './layout.js';

export interface Snapshot {
  /** The folder that holds it. */
  readonly folder: string;
  /** Milliseconds UTC: all that was acknowledged before is in it. */
  readonly takenAt: number;
  readonly version: string;
  /** Records in it that were not in the store yet. */
  readonly waiting: number;
  /** Milliseconds for which nothing was stored. */
  readonly heldMs: number;
}

export interface Snapshots {
  /** @throws OperatorError when one is being taken already, or the stores are not the embedded ones; StoreUnavailable */
  take(): Promise<Snapshot>;
}

export interface SnapshotParts {
  readonly config: { readonly dataFolder: string; readonly version: string; readonly clickhouseUrls: readonly string[]; readonly postgresUrl: string | null };
  readonly journal: Pick<Journal, 'copyTo'>;
  readonly flusher: Pick<Flusher, 'hold'>;
  readonly metadata: Pick<Metadata, 'copyTo'>;
  readonly warehouse: Pick<Warehouse, 'backUp'>;
  readonly sessionRepair: Pick<SessionRepair, 'alone'>;
  readonly log: Logger;
}

const UNFINISHED = 'unfinished-';

/** Where the engine may write backups. */
export const snapshotFolder = (dataFolder: string): string => join(dataFolder, 'backups');

/** @throws OperatorError where a store is the operator's own server */
export function refuseServers({ clickhouseUrls, postgresUrl }: SnapshotParts['config']): void {
  if (clickhouseUrls.length === 0 && postgresUrl === null) return;
  const own = [...(clickhouseUrls.length > 0 ? ['ClickHouse (BACKUP DATABASE footfall TO ...)'] : []), ...(postgresUrl === null ? [] : ['PostgreSQL (pg_dump)'])];
  throw new OperatorError(`this installation keeps its data in servers of your own: back them up with their tools, ${own.join(' and ')}, then the journal folder.`);
}

/** Takes snapshots of running parts, one at a time. */
export function createSnapshots(parts: SnapshotParts, now: () => number = Date.now): Snapshots {
  const { config, log } = parts;
  const folder = snapshotFolder(config.dataFolder);
  const leftovers = clear(folder);
  leftovers.catch((error: unknown) => log.warn({ err: error }, 'backup: what an earlier one left could not be removed'));
  let taking = false;

  async function copyFolder(name: string, to: string): Promise<void> {
    await cp(join(config.dataFolder, name), join(to, name), { recursive: true }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
  }

  async function copyAll(to: string): Promise<Snapshot> {
    const release = await parts.flusher.hold();
    const began = performance.now();
    try {
      const takenAt = now();
      const { records } = await parts.journal.copyTo(join(to, LAYOUT.journal));
      await parts.metadata.copyTo(join(to, LAYOUT.metadata));
      await parts.warehouse.backUp(join(to, LAYOUT.visits));
      return { folder: to, takenAt, version: config.version, waiting: records, heldMs: Math.round(performance.now() - began) };
    } finally {
      release();
    }
  }

  async function take(): Promise<Snapshot> {
    await leftovers;
    const to = join(folder, `${UNFINISHED}${randomBytes(6).toString('hex')}`);
    await mkdir(to, { recursive: true, mode: 0o700 });
    try {
      const snapshot = await parts.sessionRepair.alone(() => copyAll(to));
      for (const name of [LAYOUT.geo, LAYOUT.follow]) await copyFolder(name, to);
      log.info({ held_ms: snapshot.heldMs, waiting: snapshot.waiting }, 'backup: everything was copied');
      return snapshot;
    } catch (error) {
      await rm(to, { recursive: true, force: true });
      throw error;
    }
  }

  return {
    async take() {
      refuseServers(config);
      if (taking) throw new OperatorError('a backup is being made already: wait until it is done.');
      taking = true;
      try {
        return await take();
      } finally {
        taking = false;
      }
    },
  };
}

async function clear(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o750 });
  for (const name of await readdir(folder)) if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true });
}
