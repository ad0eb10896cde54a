/** The thread that reads sealed segments for `SegmentReader`: one message in, one out. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Pace } from './pace.js';
import { NativeBlocks, ReadBuffer, type SegmentToRead, writeRowFiles } from './row-files.js';
import type { Answer } from './segment-reader.js';

const pace = new Pace(workerData as SharedArrayBuffer);
const memory = { content: new ReadBuffer(), blocks: new NativeBlocks() };

const GIVES_WAY = 19;

/** Whoever waits for an answer goes before what is safe on disk. Linux takes a thread's number for a process's; elsewhere nothing is done. */
function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), GIVES_WAY);
  } catch {
    // Without it the work is the same, only less polite.
  }
}

function answer(segment: SegmentToRead): Answer {
  try {
    return { files: writeRowFiles(segment, memory, () => pace.step()) };
  } catch (error) {
    return { files: null, error: error instanceof Error ? error.message : String(error) };
  }
}

giveWay();
parentPort?.on('message', ({ id, segment }: { id: number; segment: SegmentToRead }) => {
  parentPort?.postMessage({ id, answer: answer(segment) }, []);
});
