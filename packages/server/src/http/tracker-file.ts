import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Where sites load the tracker from. */
export const TRACKER_PATH = '/t.js';
/** Where the tracker loads the rest of itself from, beside it on disk as well. */
const SECOND_PATH = '/t2.js';
export const TRACKER_PATHS: readonly string[] = [TRACKER_PATH, SECOND_PATH];
/** Seconds a browser keeps them: a new tracker is everywhere an hour after an update. */
const MAX_AGE = 3_600;

/** Serves the built tracker from memory: every page of every site asks for it. `file` is the first of its two files. */
export async function registerTracker(app: FastifyInstance, file: string): Promise<void> {
  await registerScript(app, TRACKER_PATH, file);
  await registerScript(app, SECOND_PATH, join(dirname(file), SECOND_PATH.slice(1)));
}

async function registerScript(app: FastifyInstance, path: string, file: string): Promise<void> {
  const script = await readFile(file).catch((error: unknown) => {
    app.log.warn({ err: error, file }, `the tracker is not built: ${path} answers 404 until it is and the server starts again`);
    return undefined;
  });
  const zipped = script && (await promisify(gzip)(script));
  const etag = script && createHash('sha256').update(script).digest('base64url').slice(0, 22);

  app.get(path, { exposeHeadRoute: true }, async (request, reply) => {
    void reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    if (!script || !zipped || etag === undefined) {
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('The tracker is not built: run npm start.\n');
    }
    const wantsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/iu.test(request.headers['accept-encoding'] ?? '');
    const tag = `"${etag}${wantsGzip ? '-gz' : ''}"`;
    void reply.header('cache-control', `public, max-age=${MAX_AGE}`).header('vary', 'accept-encoding').header('etag', tag);
    const known = (request.headers['if-none-match'] ?? '').split(',');
    if (known.some((held) => held.trim().replace(/^W\//u, '') === tag)) return reply.code(304).send();
    void reply.type('text/javascript; charset=utf-8');
    if (wantsGzip) void reply.header('content-encoding', 'gzip');
    return reply.send(wantsGzip ? zipped : script);
  });
}
