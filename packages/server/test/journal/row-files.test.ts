import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NativeBlocks, ReadBuffer, writeRowFiles } from '../../src/journal/row-files.js';
import type { JournalTable } from '../../src/journal/row.js';
import { open, rememberingLog, row, segmentFiles, SHORT_COLUMNS, START, temporaryFolder } from './opened.js';
import { blockOf } from './rows-of.js';

/** Text with whatever might be taken for something else, of many lengths. */
const text = (n: number): string => `${'x'.repeat((n * 37) % 900)} 中文 "quoted" \n 𝔘 ${String(n)}`;
const tableOf = (n: number): JournalTable => (n % 5 === 0 ? 'spider_hits' : n % 7 === 0 ? 'events' : 'visits');

/** A journal with one sealed segment of `count` rows, each `perCommit` of them committed together. */
async function sealed(count: number, perCommit: number): Promise<{ folder: string; journal: Awaited<ReturnType<typeof open>>; segment: ReturnType<Awaited<ReturnType<typeof open>>['sealed']>[number] }> {
  const folder = temporaryFolder();
  // A clock that stands: no segment is sealed for its age.
  const journal = await open(folder, { now: () => START });
  for (let n = 0; n < count; n += perCommit) await journal.append(blockOf(Array.from({ length: Math.min(perCommit, count - n) }, (_, i) => row(n + i, text(n + i), tableOf(n + i)))));
  await journal.seal();
  const [segment] = journal.sealed();
  if (segment === undefined) throw new Error('nothing was sealed');
  return { folder, journal, segment };
}

describe('rows of a segment, in files', () => {
  it.each([
    ['one commit', 500, 500],
    ['more commits than the kernel takes pieces at once', 1_500, 1],
  ])('are byte for byte what its rows are, table by table: %s', async (_, count, perCommit) => {
    const { journal, segment } = await sealed(count, perCommit);
    const files = await segment.rowFiles(temporaryFolder(), {});
    const expected = (table: JournalTable): string =>
      Array.from({ length: count }, (_none, n) => n).filter((n) => tableOf(n) === table).map((n) => `[${String(segment.seq)},${String(n)},${JSON.stringify(text(n))}]\n`).join('');
    expect(files?.map(({ table }) => table)).toEqual(['visits', 'spider_hits', 'events']);
    expect((files ?? []).filter(({ table, path }) => readFileSync(path, 'utf8') !== expected(table))).toEqual([]);
    await journal.close();
  });

  it('of two segments at a time go to files of their own', async () => {
    const { journal, segment } = await sealed(50, 10);
    await journal.append(blockOf([row(1)]));
    await journal.seal();
    const shared = temporaryFolder();
    const [first, again, second] = await Promise.all([segment.rowFiles(shared, {}), segment.rowFiles(shared, {}), journal.sealed()[1]?.rowFiles(shared, {})]);
    expect(new Set([...(first ?? []), ...(again ?? []), ...(second ?? [])].map(({ path }) => path)).size).toBe(7);
    expect(readFileSync(second?.[0]?.path ?? '', 'utf8')).toBe(`[${String(journal.sealed()[1]?.seq)},1,"row 1"]\n`);
    await journal.close();
  });

  it('of a damaged segment are not made: its damage is set aside by who reads it whole', async () => {
    const { folder, journal, segment } = await sealed(60, 20);
    const file = segmentFiles(folder)[0] ?? '';
    const bytes = readFileSync(file);
    bytes[Math.floor(segment.bytes / 2)] = 0;
    writeFileSync(file, bytes);
    const shared = temporaryFolder();
    expect(await segment.rowFiles(shared, {})).toBeNull();
    expect(readdirSync(shared)).toEqual([]);
    await segment.payload();
    expect(readdirSync(join(folder, 'quarantine'))).toHaveLength(1);
    await journal.close();
  });

  it('that can not be written leave nothing behind, and say why in the log', async () => {
    const { lines, log } = rememberingLog();
    const folder = temporaryFolder();
    const journal = await open(folder, { log });
    await journal.append(blockOf([row(1)]));
    await journal.seal();
    const missing = join(temporaryFolder(), 'missing');
    expect(await journal.sealed()[0]?.rowFiles(missing, {})).toBeNull();
    expect(existsSync(missing)).toBe(false);
    expect(lines.filter(({ level }) => level >= 40).map(({ error }) => error)).toEqual([expect.stringContaining('ENOENT')]);
    await journal.close();
  });

  it('take one table back when the next can not be written', async () => {
    const { folder, journal, segment } = await sealed(40, 40);
    const shared = temporaryFolder();
    writeFileSync(join(shared, 'p-events'), 'of somebody else');
    const job = { file: segmentFiles(folder)[0] ?? '', seq: segment.seq, bytes: segment.bytes, columns: SHORT_COLUMNS, types: {}, folder: shared, prefix: 'p' };
    expect(() => writeRowFiles(job, { content: new ReadBuffer(), blocks: new NativeBlocks() }, () => undefined)).toThrow('EEXIST');
    expect(readdirSync(shared)).toEqual(['p-events']);
    expect(readFileSync(join(shared, 'p-events'), 'utf8')).toBe('of somebody else');
    await journal.close();
  });

  it('asked for while the journal closes are answered, with null if need be: nobody waits for a thread that ended', async () => {
    const { journal, segment } = await sealed(5, 5);
    const asked = [1, 2, 3, 4].map(() => segment.rowFiles(temporaryFolder(), {}));
    await journal.close();
    for (const files of await Promise.all(asked)) expect(files === null || files.length > 0).toBe(true);
  });
});
