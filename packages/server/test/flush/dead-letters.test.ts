import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DeadLetter, deadLetterFolder, removeDeadLetters } from '../../src/flush/dead-letters.js';
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
    const asked: DeadLetter[] = [];
    const removed = await removeDeadLetters(folder, (one) => {
      asked.push(one);
      return one.siteId === 7 && (one.createdAt ?? 0) !== 2_000;
    });
    expect(removed).toBe(2);
    expect(asked).toHaveLength(5);
    expect(readFileSync(join(folder, '1-visits.jsonl'), 'utf8')).toBe(text(letter(8, 1_000), letter(7, 2_000)));
    expect([existsSync(join(folder, '2-visits.jsonl')), existsSync(join(folder, '3-visits.jsonl'))]).toEqual([false, true]);
  });

  it('that tell no site stay; without a time it is null', async () => {
    const folder = deadLetterFolder(temporaryFolder());
    mkdirSync(folder);
    const odd = text('no JSON', '{"row":"[1]"}', '[]', letter('7', 1_000), JSON.stringify({ columns: ['site_id'], row: '[cut' }), JSON.stringify({ columns: ['site_id'], row: '{}' }));
    writeFileSync(join(folder, '1-visits.jsonl'), odd + text(letter(7, '2026')));
    const asked: DeadLetter[] = [];
    expect(await removeDeadLetters(folder, (one) => asked.push(one) > 0)).toBe(1);
    expect(asked).toEqual([{ siteId: 7, createdAt: null }]);
    expect(readFileSync(join(folder, '1-visits.jsonl'), 'utf8')).toBe(odd);
  });

  it('are none where nothing was ever set aside', async () => expect(await removeDeadLetters(deadLetterFolder(temporaryFolder()), () => true)).toBe(0));
});
