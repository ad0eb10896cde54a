import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './failure.js';

/** Files under here carry a hash in their name. */
const HASHED = '/assets/';
const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Footfall</title>
<h1>The console is not built</h1>
<p>The server is running and takes visits. To build the console and start both, stop it and run <code>npm start</code>.</p>
</html>
`;

export interface ConsoleFiles {
  /**
   * Answers a navigation to one of the console's own addresses with its page.
   * @returns false when the request is none: the caller answers.
   */
  answerNavigation(request: FastifyRequest, reply: FastifyReply): boolean;
}

/** Serves the built console from a folder; without one, a page that says how to build it. */
export async function registerConsole(app: FastifyInstance, folder: string): Promise<ConsoleFiles> {
  const built = existsSync(join(folder, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      dotfiles: 'ignore',
      cacheControl: false,
      // The build leaves packed files beside the plain ones (scripts/setup/compress.mjs).
      preCompressed: true,
      setHeaders: (response, path) => {
        const hashed = path.replaceAll('\\', '/').includes(HASHED);
        response.setHeader('vary', 'accept-encoding');
        response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  } else {
    app.log.warn({ folder }, 'the console is not built');
  }
  return {
    answerNavigation(request, reply) {
      if (!isNavigation(request)) return false;
      if (built) void reply.code(200).sendFile('index.html');
      else void reply.code(200).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(NOT_BUILT);
      return true;
    },
  };
}

/** Something that a person opens; a missing script or image must stay missing, or an old page breaks strangely. */
function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (pathOf(request.url).startsWith(HASHED)) return false;
  return /text\/html/iu.test(request.headers.accept ?? '');
}
