import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deadLetterFolder } from '../../src/flush/dead-letters.js';
import { type DeadRow, keptLetters } from '../../src/flush/kept-letters.js';
import { temporaryFolder } from '../journal/opened.js';

const letter = (siteId: unknown, createdAt: unknown) => JSON.stringify({ table: 'visits', columns: ['batch_id', 'site_id', 'created_at'], row: JSON.stringify([1, siteId, createdAt]), error: 'no' });
const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('');

describe('rows set aside', () => {
  it('go with their site or their time, from every file; a file without rows goes too', async () => {
    const folder = deadLetterFolder(temporaryFolder());
    mkdirSync(folder);
    writeFileSync(join(folder, '1-visits.jsonl'), text(letter(7, 1_000), letter(8, 1_000), letter(7, 2_000)));
    writeFileSync(join(folder, '2-visits.jsonl'), text(letter(7, 3_000)));
    writeFileSync(join(folder, '3-visits.jsonl'), text(letter(9, 1_000)));
    const asked: (DeadRow | null)[] = [];
    const removed = await keptLetters(folder).remove((row) => {
      asked.push(row);
      return row?.['site_id'] === 7 && row['created_at'] !== 2_000;
    });
    expect(removed).toBe(2);
    expect(asked).toHaveLength(5);
    expect(readFileSync(join(folder, '1-visits.jsonl'), 'utf8')).toBe(text(letter(8, 1_000), letter(7, 2_000)));
    expect([existsSync(join(folder, '2-visits.jsonl')), existsSync(join(folder, '3-visits.jsonl'))]).toEqual([false, true]);
  });

  it('that can not be read come as they stand', async () => {
    const folder = deadLetterFolder(temporaryFolder());
    mkdirSync(folder);
    const odd = ['no JSON', '{"row":"[1]"}', '[]', JSON.stringify({ columns: ['site_id'], row: '[cut' }), JSON.stringify({ columns: ['site_id'], row: '{}' })];
    writeFileSync(join(folder, '1-visits.jsonl'), text(...odd, letter(7, '2026')));
    const asked: string[] = [];
    expect(await keptLetters(folder).remove((row, line) => row !== null || (asked.push(line) > 0 && line === 'no JSON'))).toBe(2);
    expect(asked).toEqual(odd);
    expect(readFileSync(join(folder, '1-visits.jsonl'), 'utf8')).toBe(text(...odd.slice(1)));
  });

  it('go once when two ask at once, and after a removal that failed', async () => {
    const folder = deadLetterFolder(temporaryFolder());
    mkdirSync(folder);
    writeFileSync(join(folder, '1-visits.jsonl'), text(letter(7, 1), letter(8, 1), letter(9, 1)));
    const letters = keptLetters(folder);
    const failing = letters.remove(() => {
      throw new Error('no');
    });
    const removals = [7, 8, 7].map((site) => letters.remove((row) => row?.['site_id'] === site));
    await expect(failing).rejects.toThrow('no');
    expect(await Promise.all(removals)).toEqual([1, 1, 0]);
    expect(readFileSync(join(folder, '1-visits.jsonl'), 'utf8')).toBe(text(letter(9, 1)));
  });

  it('are none where nothing was ever set aside', async () => expect(await keptLetters(deadLetterFolder(temporaryFolder())).remove(() => true)).toBe(0));
});
