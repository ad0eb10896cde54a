/** Addresses of the beginning of an hour that is over, from moments that are kept. */
import { describe, expect, it } from 'vitest';
import type { Asked } from '../../src/questions/asked.js';
import type { CompiledQuery } from '../../src/questions/compile.js';
import { addressText, storedAddress } from '../../src/questions/counts.js';
import { addressListing } from '../../src/questions/kept-addresses.js';
import { everything } from '../../src/questions/plan.js';
import { SiteScope } from '../../src/questions/scope.js';
import { AddressList } from '../../src/warehouse/rolled/address-list.js';
import { HourSet } from '../../src/warehouse/rolled/hour-set.js';
import { RolledHours } from '../../src/warehouse/rolled/rolled-hours.js';
import type { RolledRows } from '../../src/warehouse/rolled/rolled-rows.js';
import { SITES } from '../questions/fixture.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 20, 12, 30);
/** The like of the running hour, a day ago. */
const FROM = Math.floor(NOW / HOUR) * HOUR - 24 * HOUR;
const SOURCE = everything(SiteScope.of(SITES.slice(0, 1)));

/** Page views of addresses 10.0.<third>.<fourth>, at a moment of the hour. */
type Seen = readonly [moment: number, address: number, num: number, country: string];
const SEEN: readonly Seen[] = [[0, 1, 2, ''], [60, 1, 3, 'DE'], [60, 2, 1, 'CN'], [359, 2, 4, 'BR'], [359, 3, 1, 'US']];

function recordOf([moment, address, num, country]: Seen, byMoment: boolean): Buffer {
  const record = Buffer.alloc(byMoment ? 26 : 22);
  record.writeUInt16BE(65_535, 10);
  record.writeUInt8(10, 12);
  record.writeUInt16BE(address, 14);
  record.writeUInt32LE(num, 16);
  record.write(country, 20);
  if (byMoment) record.writeUInt32LE(FROM / 10_000 + moment, 22);
  return record;
}

function asking({ seen = SEEN, letters = 2 }: { seen?: readonly Seen[]; letters?: number } = {}) {
  const kept = new RolledHours({ read: () => Promise.resolve(new Map()) } as Partial<RolledRows> as RolledRows, () => NOW);
  const queries: CompiledQuery[] = [];
  const run = (query: CompiledQuery) => {
    queries.push(query);
    const rows = query.sql.split('UNION ALL').map((sql, part) => {
      const byMoment = sql.includes('intDiv');
      return { part, records: Buffer.concat((byMoment ? seen : seen.slice(0, 1)).map((one) => recordOf(one, byMoment)).toSorted((a, b) => a.compare(b))).toString('base64url'), letters };
    });
    return Promise.resolve({ rows, statistics: { elapsed: 0, rows_read: 0 } });
  };
  const asked = { kept, now: NOW, run } as Partial<Asked> as Asked;
  /** What there is of the hour up to a minute, beside the running hour. */
  const until = async (minute: number) => {
    const rest = await addressListing.rest([[SOURCE, { from: FROM, to: FROM + minute * 60_000 }], [SOURCE, { from: FROM + 24 * HOUR, to: NOW }]], asked, true);
    const told = rest.lists.map((list) => list?.firstWith(AddressList.of(Buffer.alloc(0)), 9).map(({ address, num, country }) => [addressText(storedAddress(address)), num, country]) ?? null);
    return { told: told[0], running: told[1], isTrue: rest.isTrue() };
  };
  const change = (hour: number): Promise<void> => kept.change(new Map([[1, HourSet.of([hour])]]), () => Promise.resolve());
  return { until, queries, change };
}

const RUNNING = [['10.0.0.1', 2, '']];

describe('addresses of the beginning of an hour that is over', () => {
  it('are asked for once, by moments, and are those of as many as are past', async () => {
    const { until, queries, change } = asking();
    expect(await until(10)).toEqual({ told: [['10.0.0.1', 2, '']], running: RUNNING, isTrue: true });
    expect(await until(11)).toEqual({ told: [['10.0.0.1', 5, 'DE'], ['10.0.0.2', 1, 'CN']], running: RUNNING, isTrue: true });
    expect((await until(60)).told).toEqual([['10.0.0.1', 5, 'DE'], ['10.0.0.2', 5, 'CN'], ['10.0.0.3', 1, 'US']]);
    expect(queries.map(({ sql }) => sql.split('UNION ALL').map((one) => one.includes('intDiv')))).toEqual([[true, false], [false], [false]]);
    expect(queries[0]?.params).toMatchObject({ p0_to0: expect.stringContaining('13:00:00') as string });
    await change(FROM / HOUR);
    expect((await until(10)).told).toEqual([['10.0.0.1', 2, '']]);
    expect(queries[3]?.sql).toContain('intDiv');
  });

  it('are asked for each time where there are very many, and are not kept at all where a country is longer than a record has room for', async () => {
    const crowd = asking({ seen: Array.from({ length: 20_001 }, (_, i): Seen => [0, i, 1, 'CN']) });
    expect((await crowd.until(10)).told).toBeNull();
    expect((await crowd.until(10)).told).toEqual([['10.0.0.0', 1, 'CN']]);
    const long = asking({ letters: 3 });
    for (let i = 0; i < 2; i += 1) expect(await long.until(10)).toMatchObject({ told: null, running: null });
  });
});
