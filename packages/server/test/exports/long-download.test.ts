/** The largest call of the specification, 9,999,999 rows: written while it is sent, and never more of it held than the reader is behind. */
import { setImmediate as turn } from 'node:timers/promises';
import { endpoints } from '@footfall/contract';
import { expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { reportRoutes } from '../../src/routes/report.js';
import { contextOf, depsOf } from '../questions/ask.js';

const { report } = endpoints;
const NOW = Date.UTC(2026, 10, 2);
/** Source: specification 1, section 9. */
const MOST = 9_999_999;
const AT_ONCE = 5_000;
const URL = 'https://x.example/';

/** A store that has more rows than may be asked for, and knows how many were taken from it. */
function endless(): QuestionStore & { readonly given: () => number; readonly limit: () => number } {
  let given = 0;
  let limit = 0;
  const rows = Array.from({ length: AT_ONCE }, () => [URL]);
  return {
    given: () => given,
    limit: () => limit,
    query: () => Promise.resolve({ rows: [{ total: String(20_000_000) }], statistics: { elapsed: 0 } } as never),
    async *stream(_sql, params) {
      limit = Number(params?.['limit']);
      while (given < limit) {
        const chunk = rows.slice(0, Math.min(AT_ONCE, limit - given));
        given += chunk.length;
        yield { columns: ['r_url'], rows: chunk };
      }
    },
  };
}

const open = async (store: QuestionStore) => reportRoutes(depsOf(store, NOW)).export(report.export.input.parse({ page: 1, page_size: MOST, fields: ['url'] }), contextOf());
const linesIn = (piece: Buffer): number => {
  let lines = 0;
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines += 1;
  return lines;
};

it('is answered to the last row, a few thousand of them held at any time', async () => {
  const store = endless();
  const file = await open(store);
  let read = 0;
  let most = 0;
  for await (const piece of file.body) {
    read += linesIn(piece as Buffer);
    most = Math.max(most, store.given() - read);
  }
  // The heading is a line too.
  expect([read - 1, store.given(), store.limit()]).toEqual([MOST, MOST, MOST]);
  expect(most).toBeLessThan(10 * AT_ONCE);
});

it('waits for a reader who does not read on', async () => {
  const store = endless();
  const file = await open(store);
  const pieces = file.body[Symbol.asyncIterator]();
  const first = linesIn((await pieces.next()).value as Buffer);
  for (let turns = 0; turns < 2_000; turns++) await turn();
  expect(first).toBeGreaterThan(0);
  expect(store.given()).toBeLessThan(10 * AT_ONCE);
  await pieces.return?.();
});
