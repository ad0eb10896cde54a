/** The HTTP server: loopback only, keep-alive. */
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { FatalError } from '../fatal.js';

/** Longer than the idle time after which @clickhouse/client drops a socket (2.5 s), so that it never meets a closed one. */
const KEEP_ALIVE_MS = 30_000;
/** Parameters travel in the URL. */
const MAX_HEADER_BYTES = 4 * 1024 * 1024;

/** @returns the server and its base URL. @throws FatalError when the port is taken */
export async function listen(port: number, listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0, noDelay: true }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new FatalError('port_taken', `Port ${port} on 127.0.0.1 cannot be used; choose another ENGINE_PORT or 0. (${error.message})`, { cause: error }));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return { server, url: `http://127.0.0.1:${actual}` };
}
