import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { END_MARK, numbersOf, open, rememberingLog, row, segmentFiles, SHORT_COLUMNS, temporaryFolder } from './opened.js';
import { blockOf } from './rows-of.js';

/* Each known way in which a segment was found broken, by name. Five rows in five frames, all acknowledged. */
const WARN = 40;
const ERROR = 50;
const ALL = [1, 2, 3, 4, 5];

let folder = '';
let file = '';
/** Where each row's frame ends. */
let ends: number[] = [];

/** Opens the broken folder; answers with the rows that survived, what was logged and what is in quarantine. */
async function reopen(): Promise<{ numbers: number[]; levels: number[]; quarantine: Buffer[] }> {
  const { log, lines } = rememberingLog();
  const journal = await open(folder, { log });
  const numbers = await numbersOf(journal.sealed());
  await journal.close();
  const kept = join(folder, 'quarantine');
  const quarantine = existsSync(kept)
    ? readdirSync(kept)
        .toSorted()
        .map((name) => readFileSync(join(kept, name)))
    : [];
  return { numbers, levels: lines.map((line) => line.level).filter((level) => level >= WARN), quarantine };
}

function change(at: number, bytes: Buffer): void {
  const content = readFileSync(file);
  bytes.copy(content, at);
  writeFileSync(file, content);
}

function flip(at: number): void {
  const content = readFileSync(file);
  content.writeUInt8(content.readUInt8(at) ^ 0x10, at);
  writeFileSync(file, content);
}

beforeEach(async () => {
  folder = temporaryFolder();
  const journal = await open(folder);
  ends = [];
  for (const n of ALL) {
    await journal.append(blockOf([row(n)]));
    file = segmentFiles(folder)[0] ?? '';
    ends.push(statSync(file).size - END_MARK);
  }
  await journal.close();
});

describe('the end of a segment', () => {
  it('nothing broken: every row, nothing reported', async () => {
    expect(await reopen()).toEqual({ numbers: ALL, levels: [], quarantine: [] });
  });

  it('torn header: half a header at the end is cut off and reported', async () => {
    truncateSync(file, (ends[3] ?? 0) + 20);
    expect(await reopen()).toEqual({ numbers: [1, 2, 3, 4], levels: [WARN], quarantine: [] });
    expect(statSync(file).size).toBe(ends[3]);
  });

  it('torn body: a header whose body is not all there is cut off and reported', async () => {
    truncateSync(file, (ends[4] ?? 0) - 3);
    expect(await reopen()).toEqual({ numbers: [1, 2, 3, 4], levels: [WARN], quarantine: [] });
  });

  it('zero-filled tail: blocks reserved and never written are cut off', async () => {
    truncateSync(file, ends[4]);
    appendFileSync(file, Buffer.alloc(4_096));
    expect(await reopen()).toEqual({ numbers: ALL, levels: [WARN], quarantine: [] });
    expect(statSync(file).size).toBe(ends[4]);
  });

  it('zero-filled body: a header on disk, its body still zeros, is cut off', async () => {
    truncateSync(file, ends[4]);
    change((ends[4] ?? 0) - 8, Buffer.alloc(8));
    expect(await reopen()).toEqual({ numbers: [1, 2, 3, 4], levels: [WARN], quarantine: [] });
  });

  it('anything behind the end mark counts for nothing', async () => {
    appendFileSync(file, readFileSync(file).subarray(ends[3], ends[4]));
    expect(await reopen()).toEqual({ numbers: ALL, levels: [], quarantine: [] });
    expect(statSync(file).size).toBe(ends[4]);
  });

  it('no end mark: the last frame holds all the same', async () => {
    truncateSync(file, ends[4]);
    expect(await reopen()).toEqual({ numbers: ALL, levels: [], quarantine: [] });
  });

  it('bit flip in the last frame: it may have been acknowledged, so it is set aside, not cut', async () => {
    const last = readFileSync(file).subarray(ends[3], ends[4]);
    flip((ends[4] ?? 0) - 4);
    const { numbers, levels, quarantine } = await reopen();
    expect({ numbers, levels }).toEqual({ numbers: [1, 2, 3, 4], levels: expect.arrayContaining([ERROR]) as unknown });
    expect(quarantine[0]?.length).toBe(last.length);
  });
});

describe('the middle of a segment', () => {
  it('bit flip in a body: that frame is set aside, the rest is kept', async () => {
    flip((ends[2] ?? 0) - 4);
    const { numbers, levels, quarantine } = await reopen();
    expect(numbers).toEqual([1, 2, 4, 5]);
    expect(levels).toContain(ERROR);
    expect(quarantine).toHaveLength(1);
    expect(quarantine[0]?.length).toBe((ends[2] ?? 0) - (ends[1] ?? 0));
    expect(quarantine[0]?.includes(',3,"')).toBe(true);
  });

  it('bit flip in a header: the next frame is found by its magic', async () => {
    flip((ends[1] ?? 0) + 13);
    const { numbers, quarantine } = await reopen();
    expect(numbers).toEqual([1, 2, 4, 5]);
    expect(quarantine[0]?.length).toBe((ends[2] ?? 0) - (ends[1] ?? 0));
  });

  it('two frames broken: both are set aside as one stretch when they are neighbours', async () => {
    flip((ends[1] ?? 0) + 5);
    flip((ends[2] ?? 0) + 5);
    const { numbers, quarantine } = await reopen();
    expect(numbers).toEqual([1, 2, 5]);
    expect(quarantine).toHaveLength(1);
  });

  it('a block of zeros over frames: what stands after it is kept', async () => {
    change((ends[0] ?? 0) + 10, Buffer.alloc((ends[2] ?? 0) - (ends[0] ?? 0)));
    expect((await reopen()).numbers).toEqual([1, 5]);
  });

  it('a frame of another segment in the middle (a block of an old file) is not taken', async () => {
    const other = temporaryFolder();
    const journal = await open(other);
    await journal.append(blockOf([row(77)]));
    await journal.close();
    const foreign = readFileSync(segmentFiles(other)[0] ?? '');
    const content = readFileSync(file);
    writeFileSync(file, Buffer.concat([content.subarray(0, ends[1]), foreign, content.subarray(ends[1])]));
    const { numbers, levels } = await reopen();
    expect(numbers).toEqual(ALL);
    expect(levels).toContain(ERROR);
  });

  it('damage found again when the segment is read to be flushed leaves the same quarantine', async () => {
    flip((ends[2] ?? 0) - 4);
    const first = await reopen();
    expect(await reopen()).toEqual(first);
  });
});

describe('the start of a segment', () => {
  it('truncated segment header: a file that never got its description is removed', async () => {
    truncateSync(file, 30);
    expect(await reopen()).toEqual({ numbers: [], levels: [WARN], quarantine: [] });
    expect(segmentFiles(folder)).toEqual([]);
  });

  it('empty segment file is removed', async () => {
    truncateSync(file, 0);
    expect(await reopen()).toEqual({ numbers: [], levels: [], quarantine: [] });
    expect(segmentFiles(folder)).toEqual([]);
  });

  it('damaged description: rows written with the columns of this version are still read', async () => {
    flip(50);
    const { numbers, levels } = await reopen();
    expect(numbers).toEqual(ALL);
    expect(levels).toContain(ERROR);
  });

  it('damaged description of another version: its rows are set aside, not read under wrong columns', async () => {
    flip(50);
    const { log, lines } = rememberingLog();
    const journal = await open(folder, { log, columns: { ...SHORT_COLUMNS, visits: ['batch_id', 'n', 'text', 'more'] } });
    expect(journal.sealed()).toEqual([]);
    await journal.close();
    expect(lines.filter((line) => line.level === ERROR)).toHaveLength(6);
    const kept = readdirSync(join(folder, 'quarantine')).map((name) => readFileSync(join(folder, 'quarantine', name)));
    expect(Buffer.concat(kept).includes('"row 5"')).toBe(true);
  });

  it('written by a version with other columns: rows come with the columns they were written with', async () => {
    const journal = await open(folder, { columns: { ...SHORT_COLUMNS, visits: ['batch_id', 'n', 'text', 'more'] } });
    expect(journal.sealed()[0]?.columns.visits).toEqual(['batch_id', 'n', 'text']);
    expect(await numbersOf(journal.sealed())).toEqual(ALL);
    await journal.close();
  });
});

describe('the folder', () => {
  it('leftover temporary files are removed, strange files are left alone', async () => {
    writeFileSync(join(folder, 'state.json.new'), '{"half":');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    expect((await reopen()).numbers).toEqual(ALL);
    expect(existsSync(join(folder, 'state.json.new'))).toBe(false);
    expect(existsSync(join(folder, 'notes.txt'))).toBe(true);
  });
});
