import { describe, expect, it } from 'vitest';
import { MOST_ROWS, visitorOutcome, type VisitorWish } from '../../src/control/visitor-answer.js';
import { OperatorError } from '../../src/operator-error.js';
import type { VisitorRow } from '../../src/warehouse/visitor-rows.js';

const IP = '203.0.113.77';
const wish = (site: string): VisitorWish => ({ verb: 'export', type: 'ip', value: IP, site });

/** Somebody of whom there are so many rows, and what was done for it. */
function partsWith(rows: number): { done: string[]; parts: Parameters<typeof visitorOutcome>[1] } {
  const done: string[] = [];
  async function* all(): AsyncGenerator<VisitorRow> {
    done.push('read');
    yield { table: 'visits' } as unknown as VisitorRow;
  }
  const site = { id: 1 } as ReturnType<Parameters<typeof visitorOutcome>[1]['directory']['all']>[number];
  return {
    done,
    parts: {
      visitorData: { count: () => Promise.resolve(rows), rows: all, erase: () => Promise.resolve({}) },
      directory: { all: () => [site], byDomain: () => site },
      audit: { record: ({ action }) => Promise.resolve(void done.push(action)) },
    },
  };
}

describe('an export by the command line', () => {
  it('is written down and read, up to as many rows as are held at once', async () => {
    const { done, parts } = partsWith(MOST_ROWS);
    expect((await visitorOutcome(wish(''), parts)).rows).toHaveLength(1);
    expect(done).toEqual(['visitor.export', 'read']);
  });

  it('of more rows is refused with what to do, before anything is read or said to be exported', async () => {
    const { done, parts } = partsWith(MOST_ROWS + 1);
    const refused = async (site: string): Promise<unknown> => visitorOutcome(wish(site), parts).catch((error: unknown) => error);
    for (const site of ['', 'one.example']) expect(await refused(site)).toBeInstanceOf(OperatorError);
    expect(String(await refused(''))).toContain('100001 rows of 203.0.113.77');
    expect(String(await refused(''))).toContain('--site');
    expect(String(await refused('one.example'))).not.toContain('--site');
    expect(done).toEqual([]);
  });
});
