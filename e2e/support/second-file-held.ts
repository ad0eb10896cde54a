import { createServer, request as send } from 'node:http';

export interface Held {
  /** Of the server, for the line that counts. */
  readonly address: string;
  /** Resolves when the second file is asked for. */
  readonly wanted: Promise<void>;
  close(): Promise<void>;
}

/**
 * The server under another address, at which the tracker's second file never comes. Held back in the browser, by whoever drives it, views would go
 * through the driver's hands as well, and be lost with a page that is closed.
 */
export async function holdSecondFile(url: string): Promise<Held> {
  let want: () => void = () => undefined;
  const wanted = new Promise<void>((resolve) => {
    want = resolve;
  });
  const held = createServer((incoming, answer) => {
    if (incoming.url?.startsWith('/t2.js') === true) {
      want();
      return;
    }
    const onward = send(new URL(incoming.url ?? '/', url), { method: incoming.method ?? 'GET', headers: incoming.headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => held.listen(0, '127.0.0.1', resolve));
  const address = held.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${address.port}`,
    wanted,
    async close() {
      held.closeAllConnections();
      await new Promise((resolve) => held.close(resolve));
    },
  };
}
