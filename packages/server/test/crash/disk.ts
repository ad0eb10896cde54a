import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, closeSync, writeSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from './load.js';

/** Shuts an ext4 down at once, without writing anything of what is only in memory, its own journal included: a power cut. Source: linux/fs/ext4/ext4.h. */
const EXT4_IOC_SHUTDOWN = 0x80_04_58_7d;
const NOLOGFLUSH = 2;
const SHUTDOWN = `open(my $f, '<', $ARGV[0]) or die "$!\\n"; my $flags = pack('L', ${NOLOGFLUSH}); ioctl($f, ${EXT4_IOC_SHUTDOWN}, $flags) or die "$!\\n";`;

const run = (command: string, ...words: string[]): void => void execFileSync(command, words, { stdio: 'pipe' });

/** A file system of its own in a file, mounted: what is on it is as lost or as full as a disk's. */
export class LoopDisk {
  readonly path: string;
  readonly #image: string;
  readonly #folder: string;

  constructor(megabytes: number) {
    this.#folder = mkdtempSync(join(tmpdir(), 'footfall-disk-'));
    this.#image = join(this.#folder, 'image');
    this.path = join(this.#folder, 'mounted');
    mkdirSync(this.path);
    writeFileSync(this.#image, '');
    truncateSync(this.#image, megabytes * 1_048_576);
    run('mkfs.ext4', '-q', '-F', '-m', '0', this.#image);
    this.mount();
  }

  mount(): void {
    run('mount', '-o', 'loop', this.#image, this.path);
  }

  /** Nothing that was not synced is there after the next mount. */
  cutPower(): void {
    run('perl', '-e', SHUTDOWN, this.path);
  }

  /** Whoever used it must have ended; the kernel may need a moment to notice. */
  async unmount(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        run('umount', this.path);
        return;
      } catch (error) {
        if (tries >= 100) throw error;
        await pause(100);
      }
    }
  }

  /** Takes all room there is with one file. */
  fill(): void {
    const file = openSync(join(this.path, 'ballast'), 'a');
    try {
      for (const piece of [1_048_576, 4_096]) fillWith(file, Buffer.alloc(piece));
    } finally {
      closeSync(file);
    }
  }

  /** Gives the room back. */
  empty(): void {
    rmSync(join(this.path, 'ballast'), { force: true });
  }

  async remove(): Promise<void> {
    await this.unmount().catch(() => run('umount', '-l', this.path));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function fillWith(file: number, bytes: Buffer): void {
  try {
    while (writeSync(file, bytes) === bytes.length);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

/** Whether this process may mount file systems: elsewhere the simulated disks of test/journal stand alone. */
export function canMount(): boolean {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-disk-'));
    try {
      const image = join(folder, 'image');
      writeFileSync(image, '');
      truncateSync(image, 16 * 1_048_576);
      mkdirSync(join(folder, 'mounted'));
      run('mkfs.ext4', '-q', '-F', image);
      run('mount', '-o', 'loop', image, join(folder, 'mounted'));
      run('perl', '-e', SHUTDOWN, join(folder, 'mounted'));
      run('umount', join(folder, 'mounted'));
      return true;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    return false;
  }
}
