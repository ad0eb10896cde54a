import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnknownLogFormat } from '../../src/logs/detect.js';
import type { ImportOptions, ImportProgress } from '../../src/logs/import.js';
import { createLineIds } from '../../src/logs/line-id.js';
import { fileSource, streamSource } from '../../src/logs/source.js';
import { StoredHours } from '../../src/logs/stored-hours.js';
import { accounted, createStore, logOf, shop } from './importing.js';

const clock = (second: number) => `[17/May/2015:10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')} +0000]`;
const AT = Date.UTC(2015, 4, 17, 10);
const UA = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
const view = (second: number, path = `/${second}`, agent = UA, ip = '81.2.69.143') => `${ip} - - ${clock(second)} "GET ${path} HTTP/1.1" 200 12 "-" "${agent}"`;
const views = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => view(from + at));

describe('an import', () => {
  it('accounts for every line', async () => {
    const { report, visits, hits } = await createStore().import([
      logOf(
        [
          view(0),
          view(1, '/logo.png'),
          view(2, '/x', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
          view(3).replace('"GET', '"POST'),
          view(4).replace(' 200 ', ' 404 '),
          'rubbish',
          '',
          '1.2.3.4 - - [17/May/2015:10:00:05 +0000] "\\x16\\x03\\x01" 400 0 "-" "-"',
          `1.2.3.4 - - ${clock(6)} "GET / HTTP/1.1" 200 0 "-" "-"`,
          view(7, `/${'x'.repeat(70_000)}`),
        ].join('\n'),
      ),
    ]);
    expect(report).toEqual({
      lines: 10,
      visits: 1,
      spider_hits: 2,
      refused: { asset: 1, method: 1, status: 1, not_a_log_line: 2, heading: 1, too_large: 1 },
      first_at: AT,
      last_at: AT + 6_000,
    });
    expect(visits).toMatchObject([{ site_id: 3, created_at: AT, received_at: 1_700_000_000_000, source: 'log', url: 'https://shop.example/0', browser_name: 'Chrome', is_bot: 0 }]);
    expect(hits).toMatchObject([
      { name: 'Googlebot', type: 'search_engine', url: 'https://shop.example/x', status: 200, bytes: 12, method: 'GET' },
      { name: 'Empty agent', type: 'other', spider_id: 0 },
    ]);
  });

  it('of crawlers alone leaves people out, who come with another import of the same log', async () => {
    const store = createStore();
    const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    const log = [...views(0, 30), view(30, '/x', crawler), view(31, '/x.png'), view(31, '/y', crawler), view(32), view(32)].join('\n');
    const some = await store.import([logOf(log)], { crawlersOnly: true });
    expect(some.report).toMatchObject({ lines: 35, visits: 0, spider_hits: 2, refused: { people: 32, asset: 1 } });
    expect([some.visits.length, some.hits.length, accounted(some.report)]).toEqual([0, 2, 35]);
    expect((await store.import([logOf(log)])).report).toMatchObject({ visits: 32, spider_hits: 0, refused: { duplicate: 2, asset: 1 } });
    expect((await store.import([logOf(log)], { crawlersOnly: true })).report).toMatchObject({ visits: 0, spider_hits: 0, refused: { duplicate: 2, people: 32, asset: 1 } });
  });

  it('adds nothing when the same log comes again', async () => {
    const store = createStore();
    const log = [...views(0, 50), ...views(40, 60), view(59), view(59)].join('\n');
    const first = await store.import([logOf(log)]);
    expect(first.report).toMatchObject({ lines: 72, visits: 72 });
    expect(store.ids.size).toBe(72);
    const again = await store.import([logOf(log)]);
    expect(again.report).toMatchObject({ lines: 72, visits: 0, refused: { duplicate: 72 }, first_at: null, last_at: null });
    expect(again.arrivals).toEqual([]);
  });

  it('adds what is new of overlapping halves, in either order', async () => {
    const halves = [views(0, 300), views(200, 500)];
    for (const order of [halves, halves.toReversed()]) {
      const store = createStore();
      const reports = [];
      for (const half of order) reports.push((await store.import([logOf(half.join('\n'))])).report);
      expect(reports).toMatchObject([
        { lines: 300, visits: 300, refused: {} },
        { lines: 300, visits: 200, refused: { duplicate: 100 } },
      ]);
    }
  });

  it('waits for the store between files, so the same file twice in one run counts once', async () => {
    const store = createStore();
    const log = views(0, 100).join('\n');
    const asked: string[] = [];
    const { report } = await store.import([logOf(log), logOf(log)], { settled: async () => void asked.push('settled') });
    expect(report).toMatchObject({ lines: 200, visits: 100, refused: { duplicate: 100 } });
    expect(asked).toEqual(['settled']);
  });

  it('knows a log glued to itself when it goes back in time', async () => {
    const hour = views(0, 3_600);
    const seen = new Set<string>();
    let settled = new Set<string>();
    const { report } = await createStore().import([logOf([...hour, ...hour].join('\n'))], {
      // A store that shows what it took only when asked to settle.
      known: async (ids) => new Set(ids.filter((id) => settled.has(id))),
      settled: async () => void (settled = new Set(seen)),
      intake: { take: async (arrivals) => arrivals.forEach(({ id }) => seen.add(id)) },
    });
    expect(report).toMatchObject({ lines: 7_200, visits: 3_600, refused: { duplicate: 3_600 } });
  });

  it('counts two visitors whose lines are equal to the last letter', async () => {
    const { report, arrivals } = await createStore().import([logOf([view(1), view(1), view(1), view(2)].join('\n'))]);
    expect(report.visits).toBe(4);
    expect(new Set(arrivals.map(({ id }) => id)).size).toBe(4);
  });

  it.each([1, 2, 3, 7, 64, 1_000, 65_536])('reads the same in pieces of %i bytes, with CR LF and without a last line end', async (size) => {
    const lines = [view(0, '/café', 'Mozilla/5.0 Ünïcode 足迹 Firefox'), ...views(1, 20), 'rubbish', view(21)];
    const whole = await createStore().import([logOf(lines.join('\n'))]);
    expect(whole.report).toMatchObject({ lines: 22 });
    expect(whole.visits[0]).toMatchObject({ url: 'https://shop.example/café', user_agent: 'Mozilla/5.0 Ünïcode 足迹 Firefox' });
    for (const text of [lines.join('\n'), lines.join('\r\n'), `${lines.join('\n')}\n`, `${lines.join('\r\n')}\r\n`]) {
      const pieces = await createStore().import([logOf(text, size)]);
      expect(pieces.report).toEqual(whole.report);
      expect(pieces.arrivals.map(({ id }) => id)).toEqual(whole.arrivals.map(({ id }) => id));
    }
  });

  it('refuses a line of any length in constant memory, and goes on after it', async () => {
    const endless = Buffer.alloc(9_000_000, 'a');
    const { report } = await createStore().import([logOf(Buffer.concat([Buffer.from(`${view(0)}\n`), endless, Buffer.from(`\n${view(1)}\n`), endless]), 65_536)]);
    expect(report).toMatchObject({ lines: 4, visits: 2, refused: { too_large: 2 } });
  });

  it('takes a line of exactly 64 KiB and refuses one byte more', async () => {
    const fill = (bytes: number) => view(0, `/${'x'.repeat(bytes - view(0, '/').length)}`);
    expect(fill(65_536)).toHaveLength(65_536);
    for (const end of ['\n', '\r\n', '']) {
      for (const size of [1_000, 65_536, 200_000]) {
        const { report } = await createStore().import([logOf(`${view(1)}\n${fill(65_536)}\n${fill(65_537)}${end}`, size)]);
        expect(report).toMatchObject({ lines: 3, visits: 2, refused: { too_large: 1 } });
      }
    }
  });

  it('reads bytes that are not UTF-8 as Latin-1', async () => {
    const { visits } = await createStore().import([logOf(Buffer.from(view(0, '/x', 'Mozilla/5.0 Windows \u00e4\u00df'), 'latin1'))]);
    expect(visits).toMatchObject([{ user_agent: 'Mozilla/5.0 Windows äß' }]);
  });

  it('keeps records in batches, in order, few of them at once', async () => {
    let open = 0;
    const sizes: number[] = [];
    let last = 0;
    await createStore().import([logOf(Array.from({ length: 30_000 }, (_, at) => view(at % 3_600).replace('May/2015:10', `May/2015:${10 + Math.floor(at / 3_600)}`)).join('\n'))], {
      intake: {
        async take(arrivals) {
          open += 1;
          expect(open).toBeLessThan(12);
          expect(arrivals[0]?.at).toBeGreaterThanOrEqual(last);
          last = arrivals.at(-1)?.at ?? 0;
          sizes.push(arrivals.length);
          await new Promise((resolve) => setTimeout(resolve, 2));
          open -= 1;
        },
      },
    });
    expect(sizes.reduce((sum, size) => sum + size)).toBe(30_000);
    expect(sizes.length).toBeGreaterThan(10);
    expect(Math.max(...sizes)).toBeLessThan(3_000);
  });

  it('gives visits of one second, and what stands a little late, the entry page that holds in the end', async () => {
    const address = (visitor: number) => `10.0.0.${String(visitor)}`;
    // Three pages at once by each visitor, and one that began before and whose answer took longer.
    const lines = Array.from({ length: 200 }, (_, i) => i).flatMap((i) => [...['a', 'b', 'c'].map((name) => view(i + 3, `/${name}/${String(i)}`, UA, address(i))), view(i, `/late/${String(i)}`, UA, address(i))]);
    const { visits } = await createStore().import([logOf(lines.join('\n'))]);
    expect(visits).toHaveLength(800);
    for (const theirs of Array.from({ length: 200 }, (_, i) => visits.filter(({ ip }) => ip === address(i)))) {
      expect(theirs).toHaveLength(4);
      const [first] = theirs.toSorted((a, b) => a.created_at - b.created_at || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
      expect(new Set(theirs.map(({ entry_url: url }) => url))).toEqual(new Set([first?.url]));
    }
    // The same without a late one, so that only ids tell which was first.
    const pages = Array.from({ length: 200 }, (_, i) => ['a', 'b', 'c'].map((name) => view(i, `/${name}/${String(i)}`, UA, address(i)))).flat();
    const together = await createStore().import([logOf(pages.join('\n'))]);
    const entries = pages.slice(0, 200).map((_, i) => {
      const theirs = together.visits.filter(({ ip }) => ip === address(i));
      const [first] = theirs.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
      return theirs.every(({ entry_url: url }) => url === first?.url);
    });
    expect(entries).toEqual(entries.map(() => true));
  });

  it('waits for room before it takes more', async () => {
    const order: string[] = [];
    await createStore().import([logOf(views(0, 3_600).join('\n'))], { room: async () => void order.push('room'), intake: { take: async () => void order.push('take') } });
    expect(order[0]).toBe('room');
    expect(order.filter((step) => step === 'room')).toHaveLength(order.filter((step) => step === 'take').length);
  });

  it('asks the store about hours that it has records of, and about no others', async () => {
    const spans: [number, number, number][] = [];
    const hour = Math.floor(AT / 3_600_000);
    const later = (line: string) => line.replace('2015:10', '2015:11');
    const log = [view(30), view(10), view(20), later(view(5)), later(view(6))].join('\n');
    const known: ImportOptions['known'] = async (ids, _, from, to) => {
      spans.push([ids.length, from, to]);
      return new Set();
    };
    await createStore().import([logOf(log)], { known, stored: new StoredHours([hour]) });
    expect(spans).toEqual([[3, AT + 10_000, AT + 30_000]]);
    await createStore().import([logOf(log)], { known });
    expect(spans).toHaveLength(1);
  });

  it("refuses lines of other hosts, and takes the line's host and scheme for the url", async () => {
    const lines = ['www.shop.example:80', 'other.example:443', 'shop.example'].map((host, at) => `${host} ${view(at)}`);
    const { report, visits } = await createStore().import([logOf(lines.join('\n'))], { site: shop });
    expect(report).toMatchObject({ lines: 3, visits: 2, refused: { unknown_site: 1 } });
    expect(visits.map(({ url }) => url)).toEqual(['http://www.shop.example/0', 'https://shop.example/2']);
  });

  it('takes people and crawlers alike for people where the log holds no agents', async () => {
    const { report } = await createStore().import([logOf(`1.2.3.4 - - ${clock(1)} "GET / HTTP/1.0" 200 12`)], { format: { format: 'common' } });
    expect(report).toMatchObject({ visits: 1, spider_hits: 0 });
  });

  it('names the layouts there are when none fits; an empty log has none to fit', async () => {
    await expect(createStore().import([logOf('{"a":1}\nrubbish\n')])).rejects.toThrow(UnknownLogFormat);
    await expect(createStore().import([logOf('{"a":1}\n')])).rejects.toThrow(/combined, common, vhost, w3c/u);
    for (const empty of ['', '\n', '\r\n\r\n']) {
      expect(accounted((await createStore().import([logOf(empty)])).report)).toBe(empty === '' ? 0 : empty.split('\n').length - 1);
    }
  });

  it('tells how far it is', async () => {
    const heard: ImportProgress[] = [];
    let time = 0;
    const { report } = await createStore().import([logOf(views(0, 3_000).join('\n'), 10_000)], { now: () => (time += 1), progress: (progress) => heard.push(progress) });
    expect(heard.length).toBeGreaterThan(3);
    expect(heard.at(-1)).toMatchObject({ ...report, source: 'memory', bytes: Buffer.byteLength(views(0, 3_000).join('\n')) });
    for (const progress of heard) expect(accounted(progress)).toBe(progress.lines);
  });

  it('stops when told to, after what is under way', async () => {
    const stop = new AbortController();
    let taken = 0;
    let under = 0;
    const importing = createStore().import([logOf(Array.from({ length: 20 }, () => views(0, 3_600).join('\n')).join('\n'))], {
      signal: stop.signal,
      intake: {
        async take() {
          under += 1;
          await new Promise((resolve) => setTimeout(resolve, 10));
          taken += 1;
          under -= 1;
          stop.abort(new Error('enough'));
        },
      },
    });
    await expect(importing).rejects.toThrow('enough');
    expect(under).toBe(0);
    expect(taken).toBeLessThan(12);
  });

  it.each(['known', 'intake'] as const)('fails with what %s fails with', async (part) => {
    const broken = async () => {
      throw new Error('no room');
    };
    const changes = part === 'known' ? { known: broken } : { intake: { take: broken } };
    await expect(createStore().import([logOf(views(0, 3_600).join('\n'))], { ...changes, stored: new StoredHours([Math.floor(AT / 3_600_000)]) })).rejects.toThrow('no room');
  });
});

describe('where a log comes from', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-logs-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const text = `${views(0, 2_000).join('\n')}\n`;
  const file = async (name: string, content: string | Uint8Array) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };

  it('unpacks by content, not by name, also when packed in pieces', async () => {
    const plain = await file('plain.log.gz', text);
    const packed = await file('packed.log', gzipSync(text));
    const pieces = await file('pieces', Buffer.concat([gzipSync(text.slice(0, 5_000)), gzipSync(text.slice(5_000))]));
    for (const path of [plain, packed, pieces]) {
      expect((await createStore().import([fileSource(path)])).report).toMatchObject({ lines: 2_000, visits: 2_000 });
    }
  });

  it('reads a stream, packed or not, however it is cut', async () => {
    for (const bytes of [Buffer.from(text), gzipSync(text)]) {
      for (const size of [1, 100, 1_000_000]) {
        if (size === 1 && bytes.length > 100_000) continue;
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
        expect((await createStore().import([streamSource('-', Readable.from(pieces))])).report.lines).toBe(2_000);
      }
    }
  });

  it('reads empty and tiny files', async () => {
    expect((await createStore().import([fileSource(await file('empty', ''))])).report.lines).toBe(0);
    expect((await createStore().import([fileSource(await file('line', '\n'))])).report.lines).toBe(1);
    await expect(createStore().import([fileSource(await file('letter', 'x'))])).rejects.toThrow(UnknownLogFormat);
  });

  it('fails for a missing file and for a damaged packed one', async () => {
    await expect(createStore().import([fileSource(join(folder, 'missing'))])).rejects.toThrow(/ENOENT/u);
    const damaged = gzipSync(text);
    damaged.fill(0, 50, 200);
    await expect(createStore().import([fileSource(await file('damaged', damaged))])).rejects.toThrow(/incorrect|invalid/u);
    await expect(createStore().import([fileSource(await file('cut', gzipSync(text).subarray(0, 300)))])).rejects.toThrow('unexpected end of file');
  });
});

describe('a log that holds a piece twice', () => {
  const day = (lines: readonly string[], hours: readonly number[]) => hours.flatMap((hour) => lines.map((line) => line.replace('2015:10', `2015:${hour}`)));

  it.each([
    ['an hour, twice', [...views(0, 3_600), ...views(0, 3_600)], 3_600],
    ['an hour, three times', [...views(0, 3_600), ...views(0, 3_600), ...views(0, 3_600)], 3_600],
    ['two minutes, twice', [...views(0, 120), ...views(0, 120)], 120],
    ['ten seconds, twice: the first line comes again', [...views(0, 10), ...views(0, 10)], 10],
    ['an hour with its last ten minutes again', [...views(0, 3_600), ...views(3_000, 3_600)], 3_600],
    ['the beginning, then the whole', [...views(0, 90), ...views(0, 300)], 300],
    ['several hours, the middle one again', [...day(views(0, 60), [10, 11, 12, 13]), ...day(views(0, 60), [11])], 240],
    ['equal lines in each copy', [view(1), view(1), ...views(2, 90), view(1), view(1), ...views(2, 90)], 90],
    // Nothing tells a copy from as many visits more.
    ['a single second, twice', [view(1), view(1), view(1), view(1)], 4],
    // Late lines, as a server writes them when an answer ends, are not a copy.
    ['lines late by up to half an hour', views(0, 3_000).map((line, at) => (at % 10 === 0 ? view(Math.max(0, at - 1_800), `/late-${at}`) : line)), 3_000],
  ])('%s', async (_, lines, count) => {
    const store = createStore();
    const { report } = await store.import([logOf(lines.join('\n'))]);
    expect(store.ids.size).toBe(count);
    expect(report).toMatchObject({ lines: lines.length, visits: count });
    expect(report.refused.duplicate ?? 0).toBe(lines.length - count);
    const again = await store.import([logOf(lines.join('\n'))]);
    expect(again.report).toMatchObject({ visits: 0, refused: { duplicate: lines.length } });
  });

  it('is recognised across files: the rotated piece, then the whole', async () => {
    const store = createStore();
    const { report } = await store.import([logOf(views(0, 30).join('\n')), logOf(views(0, 60).join('\n')), logOf(views(20, 70).join('\n'))]);
    expect(report).toMatchObject({ lines: 140, visits: 70, refused: { duplicate: 70 } });
  });
});

describe('ids of lines', () => {
  it('depend on site, line and how often it stood before, and on nothing else', () => {
    const one = createLineIds('a.example');
    const other = createLineIds('a.example');
    const first = one.next('line', AT);
    expect(first).toMatch(/^[1-9]\d{15,19}$/u);
    expect(BigInt(first) < 2n ** 64n).toBe(true);
    const second = one.next('line', AT);
    expect(second).not.toBe(first);
    one.next('between', AT);
    expect([other.next('line', AT), other.next('line', AT)]).toEqual([first, second]);
    expect(createLineIds('b.example').next('line', AT)).not.toBe(first);
    expect(createLineIds('a.example').next('lines', AT)).not.toBe(first);
  });

  it('are the beginning of SHA-1', () => {
    // printf 'a.example\nline' | sha1sum | cut -c1-16, in decimal.
    expect(createLineIds('a.example').next('line', AT)).toBe(BigInt('0x299ae3f1f9331782').toString());
  });

  it('remember no more than two windows of lines', () => {
    const ids = createLineIds('a.example');
    const first = ids.next('line', AT);
    expect(ids.next('line', AT + 5 * 60_000)).not.toBe(first);
    for (let minutes = 10; minutes < 40; minutes += 5) ids.next('other', AT + minutes * 60_000);
    expect(ids.next('line', AT + 40 * 60_000)).toBe(first);
  });

  it('tell when a line belongs to a time whose counts are forgotten, here because the log went back and forth', () => {
    const ids = createLineIds('a.example');
    const behind = [0, 60, 30, 3_600, 3_500, 7_200, 0, 10, 7_100].map((second, at) => {
      ids.next(`line ${at}`, AT + second * 1_000);
      return ids.isBehind();
    });
    expect(behind).toEqual([false, false, false, false, false, false, true, true, true]);
  });
});
