import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { isMissing } from './file-errors.js';
import type { Disk } from './segment-file.js';

/** Numbers of different folders are apart by their lane; see DESIGN.md, "Numbers". */
export const LANES = 1_024;
/** Numbers promised to disk at once. */
const STEP = 1_000;

const shape = z.object({
  version: z.literal(1),
  installation: z.string().regex(/^[0-9a-f]{16}$/u),
  lane: z.number().int().min(0).max(LANES - 1),
  epoch: z.number().int().min(1),
  boot: z.string().nullable(),
  highWater: z.number().int().min(0),
});
type Persisted = z.infer<typeof shape>;

export interface StateOptions {
  readonly file: string;
  readonly disk: Disk;
  /** Identity of the running kernel, null when it can not be told. */
  readonly boot: string | null;
  /** Milliseconds UTC. */
  readonly now: number;
  /** What the segments on disk use already; 0 for none. */
  readonly largestSeq: number;
  readonly largestEpoch: number;
}

/** Who this folder is to the store, and the next batch number. */
export interface State {
  readonly installation: string;
  /** Part of every token; higher than any that a batch on its way was sent under. */
  readonly epoch: number;
  /** Whether `state.json` was there and readable. */
  readonly known: boolean;
  /** No number given out from now on is below it. */
  readonly upcoming: number;
  nextSeq(): Promise<number>;
  /** Begins another epoch; on disk when it resolves. */
  raiseEpoch(): Promise<void>;
}

/** The state as it is on disk; null when there is none that can be read. */
export async function readState(file: string): Promise<Persisted | null> {
  try {
    const parsed = shape.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function writeState(file: string, state: Persisted, disk: Disk): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(state));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  await disk.syncFolder(dirname(file));
}

/**
 * Reads `state.json`, or makes one; raises the epoch when another kernel (or an unknown one) wrote it, or when batches
 * are left that may have been on their way, and has it on disk before it answers. An unreadable state counts as lost: a new installation name, and a higher epoch than any
 * segment has, so that nothing found is taken for surely unsent.
 */
export async function openState(options: StateOptions): Promise<State> {
  const { file, disk, boot, now, largestSeq, largestEpoch } = options;
  const found = await readState(file);
  const sameBoot = found !== null && boot !== null && found.boot === boot;
  const epoch = Math.max(found?.epoch ?? 0, largestEpoch) + (sameBoot && largestSeq === 0 ? 0 : 1);
  let tick = Math.max(now, found?.highWater ?? 0, Math.floor(largestSeq / LANES) + 1);
  let persisted: Persisted = {
    version: 1,
    installation: found?.installation ?? randomBytes(8).toString('hex'),
    lane: found?.lane ?? randomBytes(2).readUInt16LE() % LANES,
    epoch,
    boot,
    highWater: tick + STEP,
  };
  await writeState(file, persisted, disk);
  // One change after the other: a batch may be renewed while the next segment gets its number.
  let changes: Promise<void> = Promise.resolve();
  const write = async (make: () => Persisted): Promise<void> => {
    const next = make();
    await writeState(file, next, disk);
    persisted = next;
  };
  const change = (make: () => Persisted): Promise<void> => {
    const changed = changes.then(() => write(make));
    changes = changed.catch(() => undefined);
    return changed;
  };
  return {
    installation: persisted.installation,
    get epoch() {
      return persisted.epoch;
    },
    known: found !== null,
    get upcoming() {
      return tick * LANES + persisted.lane;
    },
    nextSeq: async () => {
      if (tick >= persisted.highWater) {
        await change(() => ({ ...persisted, highWater: tick + STEP }));
      }
      const seq = tick * LANES + persisted.lane;
      tick += 1;
      return seq;
    },
    raiseEpoch: () => change(() => ({ ...persisted, epoch: persisted.epoch + 1 })),
  };
}

/** Linux names each start of the kernel; elsewhere null, which counts as another start every time. */
export async function readBootId(): Promise<string | null> {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
