import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { numbersOf, open, rememberingLog, row, rowsOf, temporaryFolder } from './opened.js';
import { versionOneName, versionOneSegment } from './version-one.js';
import { blockOf } from './rows-of.js';

const SEQ = 1_790_000_000_000 * 1_024 + 5;
const COLUMNS = { visits: ['batch_id', 'n', 'text'], spider_hits: ['batch_id', 'n', 'text'], ledger: ['batch_id', 'n', 'text'] };
const segment = versionOneSegment({
  seq: SEQ,
  createdAt: 1_790_000_000_000,
  columns: COLUMNS,
  frames: [{ visits: [`[${SEQ},1,"a"]\n`], spider_hits: [`[${SEQ},2,"b"]\n`] }, { ledger: [`[${SEQ},3,"c"]\n`] }],
});

describe('a segment that version 1 left', () => {
  it('is read whole, and new rows go beside it', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, versionOneName(SEQ)), segment);
    const { log, lines } = rememberingLog();
    const journal = await open(folder, { log });
    expect(await rowsOf(journal.sealed())).toEqual([[SEQ, 1, 'a']]);
    expect(await rowsOf(journal.sealed(), 'spider_hits')).toEqual([[SEQ, 2, 'b']]);
    expect(await rowsOf(journal.sealed(), 'ledger')).toEqual([[SEQ, 3, 'c']]);
    expect(await rowsOf(journal.sealed(), 'events')).toEqual([]);
    expect(journal.sealed()[0]?.columns.visits).toEqual(COLUMNS.visits);
    await journal.append(blockOf([row(4), row(5, 'event', 'events')]));
    await journal.seal();
    expect(await numbersOf(journal.sealed())).toEqual([1, 4]);
    expect(await numbersOf(journal.sealed(), 'events')).toEqual([5]);
    expect(lines.filter(({ msg }) => msg.includes('damage'))).toEqual([]);
    await journal.close();
  });

  it('loses only an unfinished frame at its end', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, versionOneName(SEQ)), segment.subarray(0, segment.length - 5));
    const journal = await open(folder);
    expect(await numbersOf(journal.sealed())).toEqual([1]);
    expect(await numbersOf(journal.sealed(), 'ledger')).toEqual([]);
    await journal.close();
  });
});
