import { type Input, LOG_PART_BYTES, logImport, type LogUploadState } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import { base64Of } from '../lib/base64';
import { ApiError } from './api-error';
import type { Client } from './client';

/** The layouts that can be imported; they change with the server only. */
export function logFormatsQuery(client: Client) {
  return queryOptions({
    queryKey: [logImport.formats.id],
    queryFn: ({ signal }) => client.call(logImport.formats, {}, { signal }),
    staleTime: Infinity,
  });
}

export interface UploadOptions {
  readonly asked: Omit<Input<typeof logImport.start>, 'name'>;
  /** Told after each part. */
  readonly onProgress: (state: LogUploadState) => void;
  readonly signal: AbortSignal;
}

/** A call that brought no answer is made again so often: parts count where they begin, so nothing counts twice. */
const ATTEMPTS = 4;
const PAUSE_MS = 700;

/** Sends a file in parts, as fast as the server takes them; answers with what became of its lines. Fails as calls do; cancelled, it gives the upload up. */
export async function uploadLog(client: Client, file: File, { asked, onProgress, signal }: UploadOptions): Promise<LogUploadState> {
  const { id } = await client.call(logImport.start, { ...asked, name: file.name }, { signal });
  try {
    let state: LogUploadState | undefined;
    let received = 0;
    while (received < file.size) {
      const data = await base64Of(file.slice(received, received + LOG_PART_BYTES));
      const at = received;
      state = await again(() => client.call(logImport.part, { id, at, data }, { signal }), signal);
      received = state.received;
      onProgress(state);
    }
    do {
      state = await again(() => client.call(logImport.finish, { id }, { signal }), signal);
      onProgress(state);
    } while (!state.done);
    return state;
  } catch (error) {
    // The server gives it up by itself after a while; this only saves others the wait.
    if (signal.aborted) await client.call(logImport.cancel, { id }).catch(() => undefined);
    throw error;
  }
}

async function again<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'refused' || attempt === ATTEMPTS || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }
}
