import type { IncomingMessage } from 'node:http';

/** What became of a request's body. */
export type Body = { readonly kind: 'whole'; readonly bytes: Buffer } | { readonly kind: 'too_large' } | { readonly kind: 'aborted' };

/**
 * Reads a body of at most `limit` bytes and calls back exactly once. Past the limit it calls back at once and what still
 * comes is left unread. How long a sender may take is the server's `requestTimeout`, which ends in 'aborted'.
 */
export function readBody(request: IncomingMessage, limit: number, done: (body: Body) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  let open = true;
  const finish = (body: Body): void => {
    if (!open) return;
    open = false;
    chunks = [];
    done(body);
  };
  if (Number(request.headers['content-length'] ?? 0) > limit) return finish({ kind: 'too_large' });
  request.on('data', (chunk: Buffer) => {
    if (!open) return;
    size += chunk.length;
    if (size > limit) finish({ kind: 'too_large' });
    else chunks.push(chunk);
  });
  request.on('end', () => finish({ kind: 'whole', bytes: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks) }));
  request.on('close', () => finish({ kind: 'aborted' }));
}

/** A sender of too much is read on for this many bytes, so that it sees the answer instead of a reset connection. */
const DRAINED = 1024 * 1024;

/** Lets go of a request whose body is not wanted: reads a bounded rest, then hangs up. */
export function drain(request: IncomingMessage): void {
  let rest = DRAINED;
  request.on('data', (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) request.destroy();
  });
  request.resume();
}
