import { afterEach, describe, expect, it, vi } from 'vitest';
import { Pace } from '../../src/journal/pace.js';
import { NativeBlocks, ReadBuffer, writeRowFiles } from '../../src/journal/row-files.js';
import { SegmentReader } from '../../src/journal/segment-reader.js';
import { open, row, segmentFiles, SHORT_COLUMNS, START, temporaryFolder } from './opened.js';
import { blockOf } from './rows-of.js';

afterEach(() => vi.restoreAllMocks());

describe('the pace at which a segment is read', () => {
  it('is slow for one that came of age, fast as soon as another waits behind it, and slow again', async () => {
    const hurry = vi.spyOn(SegmentReader.prototype, 'hurry');
    const journal = await open(temporaryFolder(), { limits: { rows: 2 } });
    await journal.append(blockOf([row(1), row(2)]));
    await vi.waitFor(() => expect(journal.sealed()).toHaveLength(1));
    expect(hurry.mock.lastCall).toEqual([false]);
    await journal.append(blockOf([row(3), row(4)]));
    await vi.waitFor(() => expect(journal.sealed()).toHaveLength(2));
    expect(hurry.mock.lastCall).toEqual([true]);
    const [first] = journal.sealed();
    if (first !== undefined) await journal.remove(first);
    expect(hurry.mock.lastCall).toEqual([false]);
    await journal.close();
  });

  it('is fast while someone waits until all is stored, and slow for what comes after', async () => {
    const hurry = vi.spyOn(SegmentReader.prototype, 'hurry');
    const journal = await open(temporaryFolder(), { now: () => START });
    await journal.append(blockOf([row(1)]));
    await journal.seal();
    expect(hurry.mock.lastCall).toEqual([true]);
    for (const segment of journal.sealed()) await journal.remove(segment);
    expect(hurry.mock.lastCall).toEqual([false]);
    await journal.seal();
    expect(hurry.mock.lastCall).toEqual([false]);
    await journal.close();
  });

  it('is set from another thread: what one says the other sees', () => {
    const wait = vi.spyOn(Atomics, 'wait');
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const shared = Pace.shared();
    const [owner, thread] = [new Pace(shared), new Pace(shared)];
    thread.step();
    now += 1;
    thread.step();
    thread.step();
    owner.hurry(true);
    now += 1;
    thread.step();
    owner.hurry(false);
    now += 1;
    thread.step();
    expect(wait.mock.results.map(({ value }) => value as string)).toEqual(['timed-out', 'not-equal', 'timed-out']);
  });
});

it('a segment is read in steps: while it is checked and while its rows are taken', async () => {
  const folder = temporaryFolder();
  const journal = await open(folder, { now: () => START });
  for (let n = 0; n < 40; n += 1) await journal.append(blockOf([row(n)]));
  await journal.seal();
  const [segment] = journal.sealed();
  const step = vi.fn<() => void>();
  const types = { visits: Object.fromEntries((SHORT_COLUMNS.visits).map((name, i) => [name, i < 2 ? 'UInt64' : 'String'])) };
  const job = { file: segmentFiles(folder)[0] ?? '', seq: segment?.seq ?? 0, bytes: segment?.bytes ?? 0, columns: SHORT_COLUMNS, types, folder: temporaryFolder(), prefix: 'p' };
  const files = writeRowFiles(job, { content: new ReadBuffer(), blocks: new NativeBlocks() }, step);
  expect(files?.map(({ format }) => format)).toEqual(['Native']);
  // One reading, 41 frames with the description, 16 rows and 16 more.
  expect(step.mock.calls.length).toBe(1 + 41 + 2);
  await journal.close();
});
