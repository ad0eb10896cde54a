import { gzipSync } from 'node:zlib';
import { FootfallError } from '@footfall/contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { Importer, ImportJob } from '../../src/importer.js';
import { createUploads, type Uploads } from '../../src/uploads.js';
import { createStore } from './importing.js';

const UA = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const LINES = Array.from({ length: 5_000 }, (_, at) => `1.2.3.4 - - [17/May/2015:1${Math.floor(at / 3_600)}:${String(Math.floor((at % 3_600) / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')} +0000] "GET /${at} HTTP/1.1" 200 12 "-" "${UA}"\n`).join('');
const ASKED = { userId: 1, domain: 'shop.example', name: 'access.log', format: 'auto', dryRun: false };

let uploads: Uploads;
afterEach(() => uploads.close());

/** The import itself, over a store in memory. */
function over(store: ReturnType<typeof createStore>): Importer {
  return {
    import: async ({ sources, signal, format, dateFormat, timeFormat, ...job }: ImportJob) => (await store.import(sources as Iterable<never>, { signal, format: { format, dateFormat, timeFormat }, ...(job.progress === undefined ? {} : { progress: job.progress }) })).report,
    follow: () => Promise.reject(new Error('not part of this test')),
  };
}

async function send(bytes: Buffer, size: number, asked = ASKED) {
  const id = uploads.start(asked);
  for (let received = 0; received < bytes.length; ) ({ received } = await uploads.part(asked.userId, id, received, bytes.subarray(received, received + size)));
  for (;;) {
    const state = await uploads.finish(asked.userId, id);
    if (state.done) return { id, ...state };
  }
}

describe('an upload', () => {
  it.each([[LINES, 50_000], [LINES, 524_288], [gzipSync(LINES), 3_000]])('brings a log in, in parts', async (log, size) => {
    const store = createStore();
    uploads = createUploads(over(store));
    const bytes = Buffer.from(log);
    expect(await send(bytes, size)).toMatchObject({ received: bytes.length, report: { lines: 5_000, visits: 5_000, refused: {} } });
    expect(store.ids.size).toBe(5_000);
  });

  it('takes a part that is sent again once, and one that begins elsewhere not at all', async () => {
    const store = createStore();
    uploads = createUploads(over(store));
    const bytes = Buffer.from(LINES);
    const id = uploads.start(ASKED);
    const first = bytes.subarray(0, 100_000);
    expect(await uploads.part(1, id, 0, first)).toMatchObject({ received: 100_000 });
    expect(await uploads.part(1, id, 0, first)).toMatchObject({ received: 100_000 });
    expect(await uploads.part(1, id, 150_000, first)).toMatchObject({ received: 100_000 });
    await uploads.part(1, id, 100_000, bytes.subarray(100_000));
    expect(await uploads.finish(1, id)).toMatchObject({ done: true, report: { lines: 5_000, visits: 5_000 } });
    await expect(uploads.finish(1, id)).rejects.toMatchObject({ errorName: 'log.upload_unknown' });
  });

  it('holds a bounded part of what is not imported yet', async () => {
    uploads = createUploads({ import: () => new Promise(() => undefined), follow: () => Promise.reject(new Error('no')) }, 20);
    const id = uploads.start(ASKED);
    const part = Buffer.alloc(524_288, 'x');
    let received = 0;
    for (let round = 0; round < 6; round += 1) ({ received } = await uploads.part(1, id, received, part));
    expect(received).toBeLessThanOrEqual(5 * 524_288);
    // Nobody reads it, so it never ends: it is left to the process.
    uploads = createUploads(over(createStore()));
  });

  it("is its user's alone", async () => {
    uploads = createUploads(over(createStore()));
    const id = uploads.start(ASKED);
    await expect(uploads.part(2, id, 0, Buffer.from('x'))).rejects.toMatchObject({ errorName: 'log.upload_unknown' });
    await expect(uploads.part(1, 'other', 0, Buffer.from('x'))).rejects.toThrow(FootfallError);
  });

  it('says what does not fit', async () => {
    uploads = createUploads(over(createStore()));
    const rubbish = uploads.start(ASKED);
    await uploads.part(1, rubbish, 0, Buffer.from('rubbish\n'));
    await expect(uploads.finish(1, rubbish)).rejects.toMatchObject({ errorName: 'log.format', details: { reason: expect.stringContaining('access.log: none of the known log layouts fits') as string } });
    const damaged = uploads.start(ASKED);
    await uploads.part(1, damaged, 0, gzipSync(LINES).subarray(0, 2_000));
    await expect(uploads.finish(1, damaged)).rejects.toMatchObject({ errorName: 'log.damaged' });
  });

  it('can be given up, and leaves room for others', async () => {
    uploads = createUploads(over(createStore()));
    const ids = Array.from({ length: 4 }, () => uploads.start(ASKED));
    expect(() => uploads.start(ASKED)).toThrow(expect.objectContaining({ errorName: 'log.upload_busy' }));
    await uploads.cancel(1, ids[0] ?? '');
    expect(uploads.start(ASKED)).not.toBe('');
  });
});
