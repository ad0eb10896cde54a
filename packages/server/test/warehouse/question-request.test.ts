import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ClickHouseError } from '@clickhouse/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paramText } from '../../src/warehouse/query-params.js';
import { openAsking, type Asking } from '../../src/warehouse/question-request.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

async function serve(listener: Listener): Promise<{ asking: Asking; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer(listener).on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const asking = openAsking({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, username: 'me', password: 'p:w' }, 'footfall', 4);
  undo.push(() => asking.close(), () => server.closeAllConnections(), () => server.close());
  return { asking, sockets };
}

const never = new AbortController().signal;
const none = new URLSearchParams();

describe('a question over HTTP', () => {
  it('says who asks, what, and with which options', async () => {
    const seen: string[] = [];
    const { asking } = await serve((request, response) => {
      seen.push(request.method ?? '', request.url ?? '', request.headers.authorization ?? '', String(request.headers['x-clickhouse-database']));
      request.on('data', (chunk: Buffer) => seen.push(chunk.toString())).on('end', () => response.end('{"data":[]}'));
    });
    expect(await asking.ask("SELECT 'é'", new URLSearchParams({ param_a: 'x&y' }), never)).toBe('{"data":[]}');
    expect(seen).toEqual(['POST', '/?param_a=x%26y', `Basic ${Buffer.from('me:p:w').toString('base64')}`, 'footfall', "SELECT 'é'"]);
  });

  it('has values that are too long for an address beside it, in a form', async () => {
    const seen: { url: string; form: FormData }[] = [];
    const { asking } = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
        const headers = { 'content-type': String(request.headers['content-type']) };
        const read = async (): Promise<void> => {
          seen.push({ url: request.url ?? '', form: await new Response(Buffer.concat(chunks), { headers }).formData() });
          response.end('{"data":[]}');
        };
        void read();
      });
    });
    const long = `é\\n${'x'.repeat(20_000)}`;
    await asking.ask('SELECT {a:String}', new URLSearchParams({ default_format: 'JSON' }), never, { values: new Map([['param_a', long], ['param_b', "['1','2']"]]) });
    expect(seen.map(({ url, form }) => [url, [...form]])).toEqual([['/?default_format=JSON', [['query', 'SELECT {a:String}'], ['param_a', long], ['param_b', "['1','2']"]]]]);
  });

  it('keeps the code of a refusal', async () => {
    const { asking } = await serve((request, response) => {
      request.resume();
      response.writeHead(500).end('Code: 159. DB::Exception: Timeout exceeded: elapsed 1.1 seconds. (TIMEOUT_EXCEEDED) (version 26.7.1.1)');
    });
    const failure: unknown = await asking.ask('SELECT 1', none, never).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ClickHouseError);
    expect(failure).toMatchObject({ code: '159', type: 'TIMEOUT_EXCEEDED' });
  });

  it('asks nothing again that it has closed itself', async () => {
    let asked = 0;
    const { asking } = await serve((request, response) => {
      asked += 1;
      request.resume();
      if (asked === 1) response.end('answer 1');
    });
    await asking.ask('SELECT 1', none, never);
    const told = asking.ask('SELECT 2', none, never).then(() => 'an answer', ({ message }: Error) => message);
    await vi.waitFor(() => expect(asked).toBe(2));
    asking.close();
    expect(await told).toBe('the idle socket was closed');
    expect(asked).toBe(2);
  });

  it('asks again when the idle socket was closed under it, and only once', async () => {
    let asked = 0;
    const { asking, sockets } = await serve((request, response) => {
      asked += 1;
      request.resume();
      if (asked === 2) request.socket.resetAndDestroy();
      else response.end(`answer ${asked}`);
    });
    expect(await asking.ask('SELECT 1', none, never)).toBe('answer 1');
    expect(await asking.ask('SELECT 2', none, never)).toBe('answer 3');
    expect(sockets.size).toBe(2);
  });

  it('does not ask again when a fresh socket breaks', async () => {
    let asked = 0;
    const { asking } = await serve((request) => {
      asked += 1;
      request.socket.resetAndDestroy();
    });
    await expect(asking.ask('SELECT 1', none, never)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(asked).toBe(1);
  });

  it('fails when the answer breaks off', async () => {
    const { asking } = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-length': '100' }).write('{"data":[', () => response.destroy());
    });
    await expect(asking.ask('SELECT 1', none, never)).rejects.toThrow('aborted');
  });

  it('hangs up when its signal fires', async () => {
    const abort = new AbortController();
    const { asking, sockets } = await serve((request) => {
      request.resume();
      abort.abort();
    });
    await expect(asking.ask('SELECT sleep(3)', none, abort.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await vi.waitFor(() => expect([...sockets].map((socket) => socket.destroyed)).toEqual([true]));
  });
});

describe('paramText', () => {
  it.each([
    ['plain', 'plain'],
    ["it's\t\\ \n\r", String.raw`it\'s\t\\ \n\r`],
    [7, '7'],
    [["a'b", '\\', ''], String.raw`['a\'b','\\','']`],
    [[1, 2], '[1,2]'],
    [[], '[]'],
    [[[1, 2], [], [3]], '[[1,2],[],[3]]'],
    [[["a'b", ''], ['\\']], String.raw`[['a\'b',''],['\\']]`],
  ] as const)('writes %j', (value, text) => {
    expect(paramText(value)).toBe(text);
  });
});
