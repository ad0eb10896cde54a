import type { VisitRecord } from '@footfall/contract';
import { VISIT_COLUMNS, writeVisit } from '../../src/journal/visit-row.js';
import type { QuestionDeps } from '../../src/routes/asking.js';
import { tailOf } from '../journal/rows-of.js';
import { depsOf, directoryOf } from '../questions/ask.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { NOW, SITES } from './records.js';

/** An engine that holds the records, in batches as they came. */
export async function storeOf(records: readonly VisitRecord[]): Promise<TestEngine> {
  const engine = await startEngine();
  const tails = records.toSorted((a, b) => a.received_at - b.received_at).map((visit) => tailOf(writeVisit, visit));
  for (let at = 0, batch = 1; at < tails.length; at += 500, batch += 1) {
    await engine.warehouse.insert({ table: 'visits', columns: VISIT_COLUMNS, body: Buffer.from(tails.slice(at, at + 500).map((tail) => `[${batch},${tail}\n`).join('')), token: `visits-${batch}` });
  }
  return engine;
}

export const truthDeps = (engine: TestEngine): QuestionDeps => depsOf(engine.warehouse, NOW, { directory: directoryOf(SITES) });
