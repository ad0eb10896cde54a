import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { VISIT_COLUMNS, writeVisit } from '../../src/journal/visit-row.js';
import { NativeBlock } from '../../src/native/block.js';
import { HourSet } from '../../src/warehouse/rolled/hour-set.js';
import { touchedBy, touches, type Touched } from '../../src/warehouse/rolled/touched.js';
import { COLUMN_TYPES } from '../../src/warehouse/tables/types.js';
import { tailOf } from '../journal/rows-of.js';
import { makeFixture } from '../questions/fixture.js';
import { randomFrom } from '../random.js';

const HOUR = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'footfall-touched-'));
const { visits } = makeFixture();
const body = Buffer.from(visits.map((visit) => `[4711,${tailOf(writeVisit, visit)}\n`).join(''));
const expected = new Map<number, Set<number>>();
for (const { site_id: site, created_at: at } of visits) expected.set(site, (expected.get(site) ?? new Set()).add(Math.floor(at / HOUR)));

function listed(touched: Touched): unknown {
  return touched === 'everything' ? touched : [...touched].map(([site, hours]) => [site, hours === 'all' ? hours : [...hours].toSorted((a, b) => a - b)] as const).toSorted(([a], [b]) => a - b);
}
const all = [...expected].map(([site, hours]) => [site, [...hours].toSorted((a, b) => a - b)]).toSorted(([a], [b]) => Number(a) - Number(b));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('hours that a batch touches', () => {
  it('are those of its rows, as text, as text in a file and as a block in a file', async () => {
    expect(listed(await touchedBy({ columns: VISIT_COLUMNS, body }))).toEqual(all);
    const [text, native] = [join(folder, 'text'), join(folder, 'native')];
    writeFileSync(text, body);
    expect(listed(await touchedBy({ columns: VISIT_COLUMNS, body: { path: text, format: 'JSONCompactEachRow' } }))).toEqual(all);
    const block = NativeBlock.of(VISIT_COLUMNS.map((name) => [name, COLUMN_TYPES['visits']?.[name] ?? '']));
    expect(block?.take(body, 0, body.length)).toBe(true);
    writeFileSync(native, Buffer.concat([...(block?.pieces() ?? [])]));
    expect(listed(await touchedBy({ columns: VISIT_COLUMNS, body: { path: native, format: 'Native' } }))).toEqual(all);
  });

  it('are told with the first moment of each site', async () => {
    const touched = await touchedBy({ columns: VISIT_COLUMNS, body });
    const firsts = new Map<number, number>();
    for (const { site_id: site, created_at: at } of visits) firsts.set(site, Math.min(firsts.get(site) ?? at, at));
    expect(touched === 'everything' ? touched : new Map([...touched].map(([site, hours]) => [site, hours === 'all' ? hours : Math.round(hours.first * HOUR)]))).toEqual(firsts);
    expect(new HourSet().first).toBe(Number.POSITIVE_INFINITY);
  });

  it('are all there may be where that can not be told', async () => {
    const columns = ['batch_id', 'id', 'site_id', 'created_at', 'url'];
    const of = (line: string): Promise<Touched> => touchedBy({ columns, body: Buffer.from(line) });
    expect(listed(await of('[1,"2",3,1795000000,"u"]\n'))).toEqual([[3, 'all']]);
    expect(listed(await of('[1,"2",3,"soon","u"]\n'))).toEqual([[3, 'all']]);
    expect(await of('[1,"2","three",1795000000000,"u"]\n')).toBe('everything');
    expect(await of('nonsense\n')).toBe('everything');
    expect(listed(await of('[1,"2",3,1795000000000,"a\\nb,c"]'))).toEqual([[3, [Math.floor(1_795_000_000_000 / HOUR)]]]);
    const damaged = join(folder, 'damaged');
    writeFileSync(damaged, 'no block at all');
    expect(await touchedBy({ columns, body: { path: damaged, format: 'Native' } })).toBe('everything');
    writeFileSync(damaged, '');
    expect(await touchedBy({ columns, body: { path: damaged, format: 'Native' } })).toBe('everything');
  });

  it('are looked up by site', () => {
    const touched: Touched = new Map<number, HourSet | 'all'>([[1, HourSet.of([5, 30])], [2, 'all']]);
    expect([touches(touched, 1, 5), touches(touched, 1, 6), touches(touched, 2, 6), touches(touched, 3, 5), touches('everything', 3, 5)]).toEqual([true, false, true, false, true]);
  });
});

describe('a set of hours', () => {
  it('has what was added and not deleted', () => {
    const set = HourSet.of([0, 23, 24, 31, 496_000]);
    set.delete(24);
    set.delete(25);
    expect([...set].toSorted((a, b) => a - b)).toEqual([0, 23, 31, 496_000]);
    expect([set.has(24), set.has(31), set.isEmpty, new HourSet().isEmpty]).toEqual([false, true, false, true]);
  });

  it('tells the first moment from an instant on, or an earlier one of the same hour', () => {
    const random = randomFrom(17);
    for (let story = 0; story < 300; story += 1) {
      // Of some hours their beginning alone is known.
      const moments = Array.from({ length: 1 + Math.floor(random() * 30) }, () => 480_000 + random() * 60).map((moment) => (random() < 0.2 ? Math.floor(moment) : moment));
      const set = new HourSet();
      for (const moment of moments) set.add(moment);
      expect([...set].toSorted((a, b) => a - b)).toEqual([...new Set(moments.map(Math.floor))].toSorted((a, b) => a - b));
      for (let i = 0; i < 20; i += 1) {
        const from = 479_999 + random() * 62;
        const isUnsure = moments.some((moment) => moment < from && Math.floor(moment) === Math.floor(from));
        expect(set.firstFrom(from)).toBe(isUnsure ? from : Math.min(...moments.filter((moment) => moment >= from)));
      }
    }
  });

  it('has an hour again that was deleted and is added again', () => {
    const set = HourSet.of([7.25, 5.5]);
    set.delete(5);
    expect([set.has(5), set.firstFrom(5.6)]).toEqual([false, 7.25]);
    set.add(5.75);
    expect([set.has(5), set.firstFrom(5.6)]).toEqual([true, 5.75]);
  });
});
