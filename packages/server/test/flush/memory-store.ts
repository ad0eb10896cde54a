import { readFileSync } from 'node:fs';
import type { Batch, Store } from '../../src/flush/store.js';

export class Rejected extends Error {
  override readonly name = 'StoreRejected';
}

/**
 * A store that behaves as the real one was measured to: a batch is taken whole or not at all; the same token again is
 * dropped, silently; deleting rows does not forget tokens; the memory of tokens can be lost apart from the rows.
 */
export class MemoryStore implements Store {
  readonly rows: { table: string; batch: number; text: string }[] = [];
  readonly asked: Batch[] = [];
  readonly deleted: { table: string; ids: readonly number[] }[] = [];
  tokens = new Set<string>();
  /** Rows with this text in them are refused. */
  poison = 'POISON';
  down = false;
  /** Inserts are refused, all else is done. */
  full = false;
  /** The next insert is stored and then answered with a failure. */
  losesAnswer = false;
  /** The next insert is cut off after its token was noted, before its rows are there: what a killed engine may leave. */
  losesRows = false;
  /** Milliseconds an insert takes. */
  delay = 0;
  inFlight = 0;
  mostInFlight = 0;

  /** A folder that it shares with the sender, when it does. */
  shared: string | undefined = undefined;

  readonly types = {};

  rowsFolder(): string | undefined {
    return this.shared;
  }

  async insert(batch: Batch): Promise<void> {
    this.asked.push(batch);
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    this.inFlight -= 1;
    if (this.down) throw new Error('connection refused');
    if (this.full) throw new Error('no space left');
    const lines = (Buffer.isBuffer(batch.body) ? batch.body : readFileSync(batch.body.path)).toString('utf8').split('\n');
    if (lines.pop() !== '') throw new Rejected('half a row');
    if (this.tokens.has(batch.token)) return;
    if (lines.some((line) => line.includes(this.poison))) throw new Rejected('Cannot parse input');
    this.tokens.add(batch.token);
    if (this.losesRows) {
      this.losesRows = false;
      throw new Error('socket hang up');
    }
    for (const text of lines) this.rows.push({ table: batch.table, batch: (JSON.parse(text) as number[])[0] ?? -1, text });
    if (this.losesAnswer) {
      this.losesAnswer = false;
      throw new Error('socket hang up');
    }
  }

  async deleteBatches(table: string, ids: readonly number[]): Promise<void> {
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    if (this.down) throw new Error('connection refused');
    this.deleted.push({ table, ids });
    const kept = this.rows.filter((row) => row.table !== table || !ids.includes(row.batch));
    this.rows.length = 0;
    this.rows.push(...kept);
  }

  /** Second column of each row of a table. */
  numbers(table = 'visits'): number[] {
    return this.rows.filter((row) => row.table === table).map((row) => (JSON.parse(row.text) as number[])[1] ?? -1);
  }
}
