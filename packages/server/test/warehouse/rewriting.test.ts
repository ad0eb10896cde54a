import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Connection } from '../../src/warehouse/connection.js';
import { rowsRewritten } from '../../src/warehouse/rewriting.js';

/** A store that answers these, one after the other. */
function answering(answers: readonly { readonly open: string; readonly parts: string; readonly failure: string }[]): { connection: Connection; asked: string[] } {
  const asked: string[] = [];
  const ask = (sql: string): Promise<string> => {
    asked.push(sql);
    return Promise.resolve(JSON.stringify({ data: [answers[asked.length - 1]] }));
  };
  return { connection: { asking: () => ({ ask, close: () => undefined }) } as unknown as Connection, asked };
}

it('waits until no rows are left to be written anew, and says what stands in the way', async () => {
  const { connection, asked } = answering([{ open: '2', parts: '7', failure: '' }, { open: '1', parts: '3', failure: 'No space left on device' }, { open: '0', parts: '0', failure: '' }]);
  const lines: unknown[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => lines.push(JSON.parse(line)) });
  await rowsRewritten({ connection, database: 'footfall', topology: { kind: 'cluster', cluster: 'main' }, log }, 0);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toContain("clusterAllReplicas('main', system.mutations)");
  const msg = 'store: rows are written anew in the types of this version; the start waits for it';
  expect(lines).toEqual([{ level: 30, parts: 7, msg }, { level: 40, parts: 3, failure: 'No space left on device', msg }]);
});
