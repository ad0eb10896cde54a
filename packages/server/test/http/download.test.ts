/** A download over a real connection: its headers, its failures, and what happens when its reader goes away. */
import http from 'node:http';
import { Readable } from 'node:stream';
import { defineDownload, FootfallError } from '@footfall/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FileAnswer } from '../../src/file-answer.js';
import type { RequestContext } from '../../src/http/handler.js';
import { createWorld, type World } from './world.js';

const endpoint = defineDownload({ id: 'test.file', path: '/test/file', access: 'signed-in', summary: 'A file.', input: z.object({ how: z.string().default('well') }) });
let world: World;
let port: number;
let token: string;
const seen = { opened: 0, closed: 0, aborted: 0 };

async function* endless(): AsyncGenerator<Buffer> {
  seen.opened += 1;
  try {
    for (;;) yield Buffer.alloc(65_536, 'x');
  } finally {
    seen.closed += 1;
  }
}

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(200_000, 'x');
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error('the store is gone');
}

const BODIES: Readonly<Record<string, () => Readable>> = { well: () => Readable.from([Buffer.from('a,b\r\n')]), endless: () => Readable.from(endless(), { objectMode: false }), broken: () => Readable.from(broken(), { objectMode: false }) };

beforeEach(async () => {
  Object.assign(seen, { opened: 0, closed: 0, aborted: 0 });
  const file = async ({ how }: { how: string }, context: RequestContext): Promise<FileAnswer> => {
    if (how === 'refused') throw new FootfallError('site.unknown');
    context.signal.addEventListener('abort', () => { seen.aborted += 1; });
    return { filename: '网站_1.csv', type: 'text/csv; charset=utf-8', rows: 1, body: (BODIES[how] ?? BODIES['well'] ?? (() => Readable.from([])))() };
  };
  world = await createWorld({ endpoints: { test: { file: endpoint } }, handlers: { test: { file } } });
  token = await world.signIn();
  await new Promise<void>((resolve) => { world.app.server.listen(0, '127.0.0.1', resolve); });
  const address = world.app.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterEach(() => world.close());

function begin(how: string, method = 'GET'): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method, path: method === 'GET' ? `/api/test/file?how=${how}` : '/api/test/file', headers: { authorization: token, 'content-type': 'application/json' } }, resolve);
    request.once('error', reject);
    request.end(method === 'GET' ? undefined : JSON.stringify({ how }));
  });
}

const textOf = async (response: http.IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

describe('a download', () => {
  it.each(['GET', 'POST'])('by %s says what it is called and how many rows will come, and is not kept', async (method) => {
    const response = await begin('well', method);
    expect([response.statusCode, await textOf(response)]).toEqual([200, 'a,b\r\n']);
    expect(response.headers).toMatchObject({ filename: encodeURIComponent('网站_1.csv'), 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('网站_1.csv')}`, 'content-type': 'text/csv; charset=utf-8', 'x-total-rows': '1', 'cache-control': 'no-store' });
  });

  it('that is refused is an envelope like every failure', async () => {
    const response = await begin('refused');
    expect([response.statusCode, JSON.parse(await textOf(response))]).toMatchObject([404, { code: 404, data: { error: 'site.unknown' } }]);
    token = 'nobody';
    expect((await begin('well')).statusCode).toBe(401);
  });

  it('that nobody reads on is given up: its source is closed and the question told', async () => {
    const response = await begin('endless');
    await new Promise((resolve) => { response.once('data', resolve); });
    response.destroy();
    await expect.poll(() => seen).toEqual({ opened: 1, closed: 1, aborted: 1 });
  });

  it('that fails midway breaks off, so that no part passes for the whole', async () => {
    await expect(textOf(await begin('broken'))).rejects.toThrow('aborted');
  });
});
