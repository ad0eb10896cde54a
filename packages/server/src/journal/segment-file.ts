import { close, constants, ftruncate, open, write } from 'node:fs';
import { open as openHandle, rename } from 'node:fs/promises';

/** What `write` answered is on disk. */
export interface SegmentFile {
  /** All of `bytes` at `position`, durable when it resolves. */
  write(bytes: Buffer, position: number): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

/** The operations of the journal's hot path that reach the disk, apart so that tests can make them fail. */
export interface Disk {
  /** A new file; fails when there is one of that name. */
  create(path: string): Promise<SegmentFile>;
  /** The file `spare` under another name, to be written over from its start. */
  reuse(spare: string, path: string): Promise<SegmentFile>;
  /** Makes the names in a folder durable. */
  syncFolder(folder: string): Promise<void>;
}

class NodeSegmentFile implements SegmentFile {
  readonly #fd: number;

  constructor(fd: number) {
    this.#fd = fd;
  }

  write(bytes: Buffer, position: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = (done: number): void => {
        write(this.#fd, bytes, done, bytes.length - done, position + done, (error, written) => {
          if (error !== null) reject(error);
          else if (done + written === bytes.length) resolve();
          else next(done + written);
        });
      };
      next(0);
    });
  }

  truncate(length: number): Promise<void> {
    return new Promise((resolve, reject) => {
      ftruncate(this.#fd, length, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => {
      close(this.#fd, (error) => (error === null || error === undefined ? resolve() : reject(error)));
    });
  }
}

/**
 * The real disk. `O_DSYNC` makes one `pwrite` both the write and the sync, so a commit is one trip to the thread pool
 * instead of two. Where the platform has no such flag (none that Node supports on Linux or macOS lacks it) opening fails
 * rather than answering for what is not durable.
 */
export function nodeDisk(): Disk {
  const opened = (path: string, more: number): Promise<SegmentFile> =>
    new Promise((resolve, reject) => {
      open(path, constants.O_WRONLY | constants.O_DSYNC | more, 0o600, (error, fd) => (error === null ? resolve(new NodeSegmentFile(fd)) : reject(error)));
    });
  return {
    create: (path) => opened(path, constants.O_CREAT | constants.O_EXCL),
    reuse: async (spare, path) => {
      await rename(spare, path);
      return opened(path, 0);
    },
    syncFolder: async (folder) => {
      const handle = await openHandle(folder, 'r');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}
