/** The thread that reads sealed segments for `SegmentReader`: one message in, one out. */
import { parentPort } from 'node:worker_threads';
import { ReadBuffer, type SegmentToRead, writeRowFiles } from './row-files.js';
import type { Answer } from './segment-reader.js';

const memory = new ReadBuffer();

function answer(segment: SegmentToRead): Answer {
  try {
    return { files: writeRowFiles(segment, memory) };
  } catch (error) {
    return { files: null, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', ({ id, segment }: { id: number; segment: SegmentToRead }) => {
  parentPort?.postMessage({ id, answer: answer(segment) }, []);
});
