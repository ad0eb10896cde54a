import { readFileSync, truncateSync } from 'node:fs';
import { expect, it } from 'vitest';
import { schemaNumber } from '../../src/journal/frame.js';
import { scanSegment } from '../../src/journal/scan.js';
import { END_MARK, numbersOf, open, row, segmentFiles, SHORT_COLUMNS, temporaryFolder } from './opened.js';
import { blockOf } from './rows-of.js';

/** A small segment of frames with one to three rows, and where each frame ended when it was acknowledged. */
async function smallSegment(): Promise<{ bytes: Buffer; seq: number; acknowledged: { end: number; numbers: number[] }[] }> {
  const folder = temporaryFolder();
  const journal = await open(folder);
  const acknowledged: { end: number; numbers: number[] }[] = [];
  let n = 0;
  for (let frame = 0; frame < 8; frame += 1) {
    const rows = Array.from({ length: 1 + (frame % 3) }, () => row((n += 1), `页 ${'x'.repeat(n)}`));
    await journal.append(blockOf(rows));
    const [file = ''] = segmentFiles(folder);
    acknowledged.push({ end: readFileSync(file).length - END_MARK, numbers: rows.map((one) => Number.parseInt(one.tail, 10)) });
  }
  await journal.close();
  const [file = ''] = segmentFiles(folder);
  return { bytes: readFileSync(file), seq: journal.sealed()[0]?.seq ?? 0, acknowledged };
}

function scanned(bytes: Buffer, seq: number): number[] {
  return scanSegment(bytes, seq, SHORT_COLUMNS).ranges.visits.flatMap(({ start, end }) =>
    bytes
      .subarray(start, end)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as number[])[1] ?? -1),
  );
}

it('cut at every byte: each frame that was whole before the cut survives, and no more', async () => {
  const { bytes, seq, acknowledged } = await smallSegment();
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const expected = acknowledged.filter(({ end }) => end <= cut).flatMap(({ numbers }) => numbers);
    expect({ cut, numbers: scanned(bytes.subarray(0, cut), seq) }).toEqual({ cut, numbers: expected });
  }
});

it('cut at every byte with the rest of the block zero: the same', async () => {
  const { bytes, seq, acknowledged } = await smallSegment();
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const broken = Buffer.concat([bytes.subarray(0, cut), Buffer.alloc(bytes.length - cut + 512)]);
    const expected = acknowledged.filter(({ end }) => end <= cut).flatMap(({ numbers }) => numbers);
    expect({ cut, numbers: scanned(broken, seq) }).toEqual({ cut, numbers: expected });
  }
});

it('one bit flipped at every byte: only the frame that holds it is set aside', async () => {
  const { bytes, seq, acknowledged } = await smallSegment();
  const starts = [0, ...acknowledged.map(({ end }) => end)];
  const descriptionEnd = bytes.indexOf(Buffer.from([0xff, 0x46, 0x46, 0x4a]), 1);
  for (let at = 0; at < bytes.length; at += 1) {
    const broken = Buffer.from(bytes);
    broken.writeUInt8(broken.readUInt8(at) ^ (1 << (at % 8)), at);
    const expected = acknowledged.filter(({ end }, i) => at < descriptionEnd || at >= end || at < (starts[i] ?? 0)).flatMap(({ numbers }) => numbers);
    const { damage, torn } = scanSegment(broken, seq, SHORT_COLUMNS);
    expect({ at, numbers: scanned(broken, seq), reported: damage.length + Number(torn !== null) }).toEqual({ at, numbers: expected, reported: 1 });
  }
});

it('cut on disk: reopening keeps what was whole and goes on in a new segment', async () => {
  for (const keep of [0, 1, 2, 3]) {
    const folder = temporaryFolder();
    const journal = await open(folder);
    const ends: number[] = [];
    for (const n of [1, 2, 3, 4]) {
      await journal.append(blockOf([row(n)]));
      ends.push(readFileSync(segmentFiles(folder)[0] ?? '').length - END_MARK);
    }
    await journal.close();
    truncateSync(segmentFiles(folder)[0] ?? '', (ends[keep] ?? 0) - 1);
    const reopened = await open(folder);
    await reopened.append(blockOf([row(900)]));
    await reopened.seal();
    expect(await numbersOf(reopened.sealed())).toEqual([...[1, 2, 3, 4].slice(0, keep), 900]);
    await reopened.close();
    const third = await open(folder);
    expect(await numbersOf(third.sealed())).toEqual([...[1, 2, 3, 4].slice(0, keep), 900]);
    await third.close();
  }
});

it('tells column lists apart', () => {
  expect(schemaNumber(SHORT_COLUMNS)).not.toBe(schemaNumber({ ...SHORT_COLUMNS, ledger: ['batch_id', 'text', 'n'] }));
});
