import type { LogReport } from '@footfall/contract';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../api/client-context';
import { type UploadOptions, uploadLog } from '../../api/log-import';
import { addReports, NO_LINES } from './log-report';

/** Where an upload of some files is. */
export interface LogUpload {
  readonly phase: 'choosing' | 'sending' | 'done' | 'stopped' | 'failed';
  readonly report: LogReport;
  /** Bytes sent of all files together, and what they are in all. */
  readonly sent: number;
  readonly total: number;
  /** Milliseconds since it began. */
  readonly elapsed: number;
  readonly error: unknown;
}

const START: LogUpload = { phase: 'choosing', report: NO_LINES, sent: 0, total: 0, elapsed: 0, error: undefined };

export interface LogUploadControl {
  readonly upload: LogUpload;
  readonly start: (files: readonly File[], asked: UploadOptions['asked']) => Promise<void>;
  readonly stop: () => void;
  readonly reset: () => void;
}

/** Uploads files one after the other; leaving the screen stops it. */
export function useLogUpload(): LogUploadControl {
  const client = useClient();
  const [upload, setUpload] = useState(START);
  const cancel = useRef<AbortController | null>(null);
  useEffect(() => () => cancel.current?.abort(), []);

  async function start(files: readonly File[], asked: UploadOptions['asked']): Promise<void> {
    const stop = new AbortController();
    cancel.current = stop;
    const began = performance.now();
    const total = files.reduce((sum, file) => sum + file.size, 0);
    let before = NO_LINES;
    let sentBefore = 0;
    setUpload({ ...START, phase: 'sending', total });
    try {
      for (const file of files) {
        const { report } = await uploadLog(client, file, {
          asked, signal: stop.signal,
          onProgress: (state) => setUpload((shown) => ({ ...shown, report: addReports(before, state.report), sent: sentBefore + state.received, elapsed: performance.now() - began })),
        });
        before = addReports(before, report);
        sentBefore += file.size;
      }
      setUpload((shown) => ({ ...shown, phase: 'done', report: before, sent: total, elapsed: performance.now() - began }));
    } catch (error) {
      setUpload((shown) => ({ ...shown, phase: stop.signal.aborted ? 'stopped' : 'failed', error: stop.signal.aborted ? undefined : error }));
    }
  }

  return { upload, start, stop: () => cancel.current?.abort(), reset: () => setUpload(START) };
}
