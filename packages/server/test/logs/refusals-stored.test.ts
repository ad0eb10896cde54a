/** An import that keeps nothing still counts what it turned away, and leaves nothing behind for the next start. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openParts, type Parts } from '../../src/deps.js';
import { createImporter } from '../../src/importer.js';
import { segmentFiles } from '../journal/opened.js';

const folder = mkdtempSync(join(tmpdir(), 'footfall-refusals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LOG = Array.from({ length: 200 }, (_, i) => `192.0.2.1 - - [01/Mar/2026:10:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')} +0000] "GET /${String(i)}${i < 50 ? '.css' : ''} HTTP/1.1" 200 5 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"\n`).join('');

async function withParts<T>(use: (parts: Parts) => Promise<T>): Promise<{ readonly answer: T; readonly said: readonly string[] }> {
  const said: string[] = [];
  const parts = await openParts(readConfig({ FOOTFALL_DATA: folder }), pino({ level: 'warn' }, { write: (line: string) => void said.push(line) }));
  try {
    return { answer: await use(parts), said };
  } finally {
    await parts.close(20_000);
  }
}

const importLog = (parts: Parts) => createImporter(parts).import({ domain: 'shop.example', format: 'combined', sources: [{ name: 'log', chunks: (async function* chunks() {
  yield Buffer.from(LOG);
})() }] });

it('is stored when the command has ended, without a word at the next start', async () => {
  await withParts((parts) => parts.sites.add({ name: 'Shop', domain: 'shop.example', isStat: true, timeZone: null }));
  for (const round of [1, 2, 3]) {
    const { answer, said } = await withParts(importLog);
    expect(answer).toMatchObject(round === 1 ? { visits: 150, refused: { asset: 50 } } : { visits: 0, refused: { asset: 50, duplicate: 150 } });
    expect(said).toEqual([]);
    expect(segmentFiles(join(folder, 'journal'))).toEqual([]);
  }
  const { answer } = await withParts((parts) => parts.warehouse.query<{ outcome: string; reason: string; num: string }>('SELECT outcome, reason, toString(sum(num)) AS num FROM ledger GROUP BY outcome, reason ORDER BY outcome, reason', {}));
  expect(answer.rows).toEqual([
    { outcome: 'received', reason: '', num: '600' },
    { outcome: 'refused', reason: 'asset', num: '150' },
    { outcome: 'refused', reason: 'duplicate', num: '300' },
  ]);
}, 120_000);
