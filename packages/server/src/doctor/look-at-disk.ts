import { statfs } from 'node:fs/promises';
import { failure, type Finding, sizeText, warning, well } from './finding.js';

/** Room on the file system of a folder, as `statfs` tells it. */
export interface Room {
  readonly bytes: number;
  readonly free: number;
  readonly inodes: number;
  readonly freeInodes: number;
}

/** Below it merges of the store begin to fail. */
const FAIL_BYTES = 512e6;
const WARN_BYTES = 4e9;
const WARN_SHARE = 0.05;
/** A part of the store is some ten files. */
const WARN_INODES = 20_000;
const REMEDY = 'Free space on it, or move the data folder to a larger disk. What arrives while it is full is refused and sent again by the trackers.';

export async function roomOf(folder: string): Promise<Room> {
  const { bsize, blocks, bavail, files, ffree } = await statfs(folder);
  return { bytes: blocks * bsize, free: bavail * bsize, inodes: files, freeInodes: ffree };
}

/** Whether the disk has room for what comes. */
export function lookAtRoom({ bytes, free, inodes, freeInodes }: Room): Finding[] {
  const share = bytes === 0 ? 1 : free / bytes;
  const says = `${sizeText(free)} of ${sizeText(bytes)} free`;
  const found = free < FAIL_BYTES ? failure('disk', says, REMEDY) : free < WARN_BYTES || share < WARN_SHARE ? warning('disk', says, REMEDY) : well('disk', says);
  // Some file systems have no limit, and say 0.
  if (inodes === 0 || freeInodes >= WARN_INODES) return [found];
  return [found, warning('disk', `only ${freeInodes.toLocaleString('en')} files can still be made`, 'Remove small files from it, or move the data folder to a file system with more inodes.')];
}
