import { createServer, type Server } from 'node:http';

export interface PageServer {
  /** host:port */
  readonly address: string;
  close(): Promise<void>;
}

/** Serves the given pages (path -> HTML) as an operator's own website would. */
export async function servePages(pages: Readonly<Record<string, string>>): Promise<PageServer> {
  const server: Server = createServer((request, response) => {
    const page = pages[new URL(request.url ?? '/', 'http://localhost').pathname];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ?? 'not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    address: `127.0.0.1:${address.port}`,
    close: () => new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve()))),
  };
}
