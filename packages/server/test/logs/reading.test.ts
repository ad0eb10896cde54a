import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SPIDER_RULES } from '../../src/enrich/data/default-spider-rules.js';
import { createSpiderClassifier } from '../../src/enrich/spider-classifier.js';
import { AUTO, NoSuchFormat } from '../../src/logs/choose-format.js';
import { UnknownLogFormat } from '../../src/logs/detect.js';
import type { Known } from '../../src/logs/reading/known-texts.js';
import { createLogReader } from '../../src/logs/reading/log-reader.js';
import { createPacker, createUnpacker } from '../../src/logs/reading/packed-lines.js';
import { readHere } from '../../src/logs/reading/read-here.js';
import { readInThread } from '../../src/logs/reading/read-in-thread.js';
import type { FoundLine, LinesRead, Reading, ReadingSetup, Verdicts } from '../../src/logs/reading/reading.js';
import { LAYOUTS, logLine } from '../fuzz/lines.js';
import { type Random, seeded } from '../fuzz/random.js';
import { accounted, createStore, everySite, logOf } from './importing.js';

const SETUP: ReadingSetup = { name: 'a log', domain: 'fuzz.example', format: { format: AUTO }, crawlersOnly: false };
const LINES = 1_500;
const shared = new URL('../../../../../shared/data/', import.meta.url);

function verdicts(): Verdicts {
  const spiders = createSpiderClassifier(DEFAULT_SPIDER_RULES);
  return { isCrawler: (agent) => spiders.classify(agent) !== null, isOwnHost: (host) => !host.endsWith('.org') };
}

/** A log in pieces of any size, some of them followed by a pause (null). */
function cut(random: Random, log: Buffer): (Buffer | null)[] {
  const pieces: (Buffer | null)[] = [];
  const largest = random.pick([100, 3_000, 70_000, 300_000]);
  for (let at = 0; at < log.length; ) {
    const size = 1 + random.below(largest);
    pieces.push(log.subarray(at, at + size));
    at += size;
    if (random.chance(0.1)) pieces.push(null);
  }
  return pieces;
}

/** All answers, or what the reading failed with; up to `reading.ahead` are waited for at once. */
async function answers(reading: Reading, pieces: readonly (Buffer | null)[]): Promise<LinesRead[] | string> {
  const asked: Promise<LinesRead>[] = [];
  try {
    for (const piece of pieces) {
      const answer = piece === null ? reading.settle() : reading.read(piece);
      answer.catch(() => undefined);
      asked.push(answer);
      await asked[asked.length - 1 - reading.ahead];
    }
    asked.push(reading.end());
    return await Promise.all(asked);
  } catch (error) {
    if (error instanceof UnknownLogFormat) return error.message;
    throw error;
  } finally {
    await reading.close();
  }
}

/** What reading without a thread gives, and with one. */
async function both(pieces: readonly (Buffer | null)[], setup: ReadingSetup = SETUP) {
  return { here: await answers(readHere(setup, verdicts()), pieces), threaded: await answers(readInThread(setup, verdicts()), pieces) };
}

/** A log of a layout as it may come: with what strangers send, equal lines, and times that go back. */
function fuzzedLog(random: Random, { head, lines }: (typeof LAYOUTS)[number]): Buffer {
  const made: Buffer[] = [];
  for (let count = 0; count < LINES; count += 1) {
    const line = random.chance(0.2) ? made.at(-1 - random.below(300)) : undefined;
    made.push(line ?? logLine(random, lines));
  }
  const ends = random.pick(['\n', '\r\n']);
  return Buffer.concat([...head.map((line) => Buffer.from(line + ends)), ...made.flatMap((line) => [line, Buffer.from(ends)])]);
}

describe('a log read in a thread of its own gives what it gives without', () => {
  it.each(LAYOUTS)('made up in the layout $format', async (layout) => {
    const random = seeded(41 + LAYOUTS.indexOf(layout));
    for (const crawlersOnly of [false, true]) {
      const { here, threaded } = await both(cut(random, fuzzedLog(random, layout)), { ...SETUP, format: { format: random.pick([AUTO, layout.format]) }, crawlersOnly });
      expect(threaded).toEqual(here);
      expect(here).toBeInstanceOf(Array);
    }
  });

  it('by a format string', async () => {
    const random = seeded(71);
    const layout = { format: '', head: [], lines: ['81.2.69.143 [01/Mar/2026:10:05:03] "GET /a HTTP/1.1" 200 "Mozilla/5.0 Firefox/140.0"'] };
    const { here, threaded } = await both(cut(random, fuzzedLog(random, layout)), { ...SETUP, format: { format: '%h [%d:%t] "%r" %s "%u"', timeFormat: '%T' } });
    expect(threaded).toEqual(here);
  });

  it.skipIf(!existsSync(shared)).each(existsSync(shared) ? ['logs', 'formats'].flatMap((folder) => readdirSync(new URL(folder, shared)).map((name) => `${folder}/${name}`)) : [])('%s', async (name) => {
    const log = readFileSync(new URL(name, shared));
    const random = seeded(log.length);
    for (const pieces of [cut(random, log), [...cut(random, log), ...cut(random, log.subarray(log.length >> 1))]]) {
      const { here, threaded } = await both(pieces);
      expect(threaded).toEqual(here);
    }
  });

  it('in small pieces and large ones alike', async () => {
    const random = seeded(73);
    const layout = random.pick(LAYOUTS);
    const log = fuzzedLog(random, layout);
    const { here: whole } = await both([log], { ...SETUP, format: { format: layout.format } });
    const { threaded: pieces } = await both(cut(random, log), { ...SETUP, format: { format: layout.format } });
    const linesOf = (read: LinesRead[] | string): readonly FoundLine[] => (typeof read === 'string' ? [] : read.flatMap(({ found }) => found));
    expect(linesOf(pieces)).toEqual(linesOf(whole));
    expect(linesOf(whole).length).toBeGreaterThan(LINES / 5);
  });

  it.each(['', '\n', 'rubbish', 'rubbish\n', '{"a":1}\n'.repeat(300)])('nothing, or no log: %j', async (text) => {
    const { here, threaded } = await both(text === '' ? [] : [Buffer.from(text)]);
    expect(threaded).toEqual(here);
    expect(typeof here).toBe(text.trim() === '' ? 'object' : 'string');
  });
});

describe('what has to be asked', () => {
  it('may be answered at any time, and changes nothing but when', () => {
    const random = seeded(79);
    const { isCrawler, isOwnHost } = verdicts();
    for (const layout of LAYOUTS) {
      const pieces = cut(random, fuzzedLog(random, layout));
      const read = (isLate: boolean): LinesRead[] => {
        const all: LinesRead[] = [];
        const open: (() => void)[] = [];
        const later = (answer: () => void): void => (isLate && random.chance(0.5) ? void open.push(answer) : answer());
        const questions = {
          isCrawler: (agent: Known) => later(() => (agent.is = isCrawler(agent.text))),
          isOwnHost: (host: Known) => later(() => (host.is = isOwnHost(host.text))),
        };
        const reader = createLogReader({ ...SETUP, format: { format: layout.format } }, questions, (lines) => all.push(lines));
        for (const piece of pieces) {
          if (piece === null) reader.settle();
          else reader.read(piece);
          for (const answer of open.splice(0, random.below(open.length + 1))) answer();
          reader.resume();
        }
        reader.end();
        for (const answer of open.splice(0)) answer();
        reader.resume();
        return all;
      };
      expect(read(true)).toEqual(read(false));
    }
  });

  it('is asked of the thread that imports, once for each agent and host, before a line counts', async () => {
    const asked: string[] = [];
    const lines = ['a', 'b', 'a', 'crawler', 'a', 'crawler'].map((agent, second) => `shop.example 1.2.3.4 - - [01/Mar/2026:10:05:0${second} +0000] "GET / HTTP/1.1" 200 1 "-" "${agent}"\n`);
    const read = await answers(
      readInThread(SETUP, {
        isCrawler: (agent) => (asked.push(agent), agent === 'crawler'),
        isOwnHost: (host) => (asked.push(host), true),
      }),
      lines.map((line) => Buffer.from(line)),
    );
    expect(asked).toEqual(['a', 'b', 'crawler', 'shop.example']);
    expect(typeof read === 'string' ? [] : read.flatMap(({ found }) => found.map(({ isSpider }) => isSpider))).toEqual([false, false, false, true, false, true]);
  });
});

describe('lines on their way between threads', () => {
  const line = (agent: string | null, changes: Partial<FoundLine> = {}): FoundLine => ({
    id: '12345678901234567890', at: 1_772_359_503_250, ip: '1.2.3.4', forwarded: '', method: 'GET', status: 200, bytes: 0, url: 'https://a.example/', referrer: '', agent, isSpider: false, isBehind: false, characters: 99, ...changes,
  });
  const read = (found: readonly FoundLine[]): LinesRead => ({ found, refused: { asset: 3 }, pending: 7, latest: Number.NEGATIVE_INFINITY, isUndecided: false });

  it('are the same afterwards', () => {
    const [pack, unpack] = [createPacker(), createUnpacker()];
    const batches = [
      [],
      [line('a'), line('', { status: null, bytes: null }), line(null, { isSpider: true }), line('a', { isBehind: true, url: '', ip: '' })],
      [line('足迹', { url: 'https://a.example/\ud800', referrer: '\udc00x', forwarded: '1.1.1.1, 2.2.2.2' }), line('a')],
      Array.from({ length: 20_001 }, (_, at) => line(`agent ${at}`, { method: `M${at % 3}`, bytes: at * 1e9 })),
      [line('a'), line('agent 20000')],
      [line('a')],
    ];
    for (const batch of batches) expect(unpack(structuredClone(pack(read(batch))))).toEqual(read(batch));
  });

  it('bring an agent once', () => {
    const pack = createPacker();
    expect(pack(read([line('a'), line('b'), line('a')])).words).toEqual(['a', 'GET', 'b']);
    expect(pack(read([line('b'), line('c')])).words).toEqual(['c']);
    expect(pack(read([line('a')]))).toMatchObject({ words: [], isFirst: false });
  });
});

describe('a thread that reads', () => {
  const piece = Buffer.from('1.2.3.4 - - [01/Mar/2026:10:05:03 +0000] "GET / HTTP/1.1" 200 1 "-" "-"\n');

  it('is refused what has no layout before it starts', () => {
    expect(() => readInThread({ ...SETUP, format: { format: 'none' } }, verdicts())).toThrow(NoSuchFormat);
    expect(() => readHere({ ...SETUP, format: { format: 'none' } }, verdicts())).toThrow(NoSuchFormat);
  });

  it('fails what waits for it, and what comes after, when it ends', async () => {
    const reading = readInThread(SETUP, verdicts());
    const [one, other] = [reading.read(piece), reading.end()];
    const failed = Promise.allSettled([one, other]);
    await reading.close();
    for (const outcome of await failed) expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'a log: the thread that reads it ended.' } });
    await expect(reading.read(piece)).rejects.toThrow('the thread that reads it ended');
    await reading.close();
  });

  it('fails with what an answer to it fails with', async () => {
    const isCrawler = (): boolean => {
      throw new Error('no verdict');
    };
    const reading = readInThread({ ...SETUP, format: { format: 'combined' } }, { ...verdicts(), isCrawler });
    for (const outcome of await Promise.allSettled([reading.read(piece), reading.end()])) expect(outcome).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('no verdict') as string } });
    await reading.close();
  });

  it('does not mind what is written over a piece after it was given', async () => {
    const reading = readInThread(SETUP, verdicts());
    const bytes = Buffer.from(piece);
    const asked = [reading.read(bytes)];
    bytes.fill(0);
    asked.push(reading.end());
    expect((await Promise.all(asked)).flatMap(({ found }) => found)).toHaveLength(1);
    await reading.close();
  });
});

describe('an import of a large log', () => {
  const lineAt = (second: number): string => `81.2.69.143 - - [17/May/2015:${String(10 + Math.floor(second / 3_600))}:${String(Math.floor((second % 3_600) / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')} +0000] "GET /${second} HTTP/1.1" 200 12 "-" "Mozilla/5.0 Firefox/140.0"\n`;
  const log = Array.from({ length: 20_000 }, (_, second) => lineAt(second)).join('');
  const large = (size: number) => ({ ...logOf(log, size), isLarge: true });

  it('stores the same, in the same order, and nothing the second time', async () => {
    const [small, store] = [createStore(), createStore()];
    const expected = await small.import([logOf(log)]);
    const imported = await store.import([large(100_000)]);
    expect(imported.report).toEqual(expected.report);
    expect(imported.arrivals.map(({ id, at, url }) => ({ id, at, url }))).toEqual(expected.arrivals.map(({ id, at, url }) => ({ id, at, url })));
    const again = await store.import([large(1_000_000), logOf(log)]);
    expect(again.report).toMatchObject({ visits: 0, refused: { duplicate: 40_000 } });
    expect(accounted(again.report)).toBe(40_000);
  });

  it('stops when told to, and when keeping fails', async () => {
    const stop = new AbortController();
    await expect(createStore().import([large(50_000)], { signal: stop.signal, intake: { take: async () => stop.abort(new Error('enough')) } })).rejects.toThrow('enough');
    await expect(createStore().import([large(50_000)], { intake: { take: () => Promise.reject(new Error('no room')) } })).rejects.toThrow('no room');
  });

  it('leaves out what the site leaves out, by the client that proxies tell of', async () => {
    const lines = ['1.1.1.1', '2.2.2.2'].map((ip) => `${ip}, 10.0.0.1 - - [17/May/2015:10:00:00 +0000] "GET /a HTTP/1.1" 200 12 "-" "Mozilla/5.0 Firefox/140.0"\n`).join('');
    for (const isLarge of [false, true]) {
      const { report, arrivals } = await createStore().import([{ ...logOf(lines), isLarge }], {
        client: (address, forwarded) => (address === '10.0.0.1' ? forwarded : address),
        site: { ...everySite, refuses: (ip) => (ip === '1.1.1.1' ? 'excluded_address' : undefined) },
      });
      expect(report).toMatchObject({ lines: 2, visits: 1, refused: { excluded_address: 1 } });
      expect(arrivals.map(({ ip }) => ip)).toEqual(['2.2.2.2']);
    }
  });
});
