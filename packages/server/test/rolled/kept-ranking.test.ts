/** When a ranking is told from what is kept, and when it had better be asked of the store, where a thread waits that answers nobody else. */
import { describe, expect, it } from 'vitest';
import type { Asked } from '../../src/questions/asked.js';
import { findKept } from '../../src/questions/kept-ranking.js';
import { everything, grouped, type GroupPlan } from '../../src/questions/plan.js';
import { SiteScope } from '../../src/questions/scope.js';
import { RolledHours } from '../../src/warehouse/rolled/rolled-hours.js';
import type { RolledRows } from '../../src/warehouse/rolled/rolled-rows.js';
import { MOST_TEXTS } from '../../src/warehouse/rolled/value-list.js';
import { SITES } from '../questions/fixture.js';
import { askedOf as asking } from './asked-of.js';
import { inOrder, keyOf, recordOf, recordsOf } from './listed.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 20, 12);
const RANGE = { from: NOW - 48 * HOUR, to: NOW - 24 * HOUR };

function plan(column: string, figures: readonly string[], shape: Partial<GroupPlan> = {}): GroupPlan {
  const source = { ...everything(SiteScope.of(SITES.slice(0, 1))), ranges: [RANGE] };
  return grouped(source, figures, { keys: [column], totals: true, order: 'pv', page: { limit: 10, offset: 0 }, ...shape });
}

function askedOf(rows: readonly object[]): Asked {
  const kept = new RolledHours({} as RolledRows, () => NOW);
  return asking({ kept, now: NOW, run: () => Promise.resolve({ rows, statistics: { elapsed: 0, rows_read: 0 } }) });
}

/** As the store tells them: the texts of those that occur most often, where there are very many. */
function pages(count: number) {
  const all = Array.from({ length: count }, (_, i) => ({ value: `/page/${String(i).padStart(6, '0')}`, num: 1 + (i % 7) }));
  const known = count > MOST_TEXTS ? 3 : 1;
  const often = all.filter(({ num }) => num >= known);
  return [{ part: 0, records: inOrder(all.map(({ value, num }) => recordOf(value, num))).toString('base64url'), keys: Buffer.concat(often.map(({ value }) => keyOf(value))).toString('base64url'), texts: often.map(({ value }) => value), known }];
}

describe('a ranking of pages', () => {
  it('is told from what is kept, of many as well, with its totals', async () => {
    const found = await findKept(plan('url', ['pv'], { page: { limit: 2, offset: 1 } }), null, askedOf(pages(25_000)));
    expect(found?.rows).toMatchObject([{ k_url: '/page/000013', m_pv: 7, groups: 25_000 }, { k_url: '/page/000020', m_pv: 7 }]);
    expect(found?.carrier).toMatchObject({ groups: 25_000 });
  });

  it('is asked of the store in an unusual order of very many, on a page far behind, and where there are more than are kept', async () => {
    const byKey = { sort: [{ by: 'url', direction: 'asc' as const }] };
    expect((await findKept(plan('url', ['pv'], byKey), null, askedOf(pages(MOST_TEXTS))))?.rows[0]).toMatchObject({ k_url: '/page/000000' });
    expect(await findKept(plan('url', ['pv'], byKey), null, askedOf(pages(MOST_TEXTS + 1)))).toBeNull();
    expect((await findKept(plan('url', ['pv'], { page: { limit: 10, offset: MOST_TEXTS - 10 } }), null, askedOf(pages(MOST_TEXTS))))?.rows).toHaveLength(10);
    expect(await findKept(plan('url', ['pv'], { page: { limit: 10, offset: 19_991 } }), null, askedOf(pages(MOST_TEXTS)))).toBeNull();
    expect(await findKept(plan('url', ['pv']), null, askedOf([{ part: 0, records: recordsOf(600_001).toString('base64url'), keys: '', texts: [], known: 1 }]))).toBeNull();
  });

  it('is asked of the store where the texts of the page are not all there', async () => {
    // Five in seven occur three times or more.
    const [told, untold] = [Math.floor((12_000 * 5) / 7) - 20, Math.ceil((12_000 * 5) / 7)];
    expect((await findKept(plan('url', ['pv'], { page: { limit: 10, offset: told } }), null, askedOf(pages(12_000))))?.rows).toHaveLength(10);
    expect(await findKept(plan('url', ['pv'], { page: { limit: 10, offset: untold } }), null, askedOf(pages(12_000)))).toBeNull();
  });
});

describe('a ranking of addresses', () => {
  const record = (last: number, num: number, country: string): Buffer => {
    const one = Buffer.from('00000000000000000000ffff0a000000000000000000', 'hex');
    one[15] = last;
    one.writeUInt32LE(num, 16);
    one.write(country, 20, 'latin1');
    return one;
  };
  const rowsOf = (letters: number) => [{ part: 0, records: Buffer.concat([record(1, 4, 'DE'), record(2, 9, '')]).toString('base64url'), letters }];
  const figures = ['pv', 'country_code'];

  it('is told with the country of each', async () => {
    const found = await findKept(plan('ip', figures), null, askedOf(rowsOf(2)));
    expect(found?.rows).toEqual([{ k_ip: '::ffff:10.0.0.2', m_pv: 9, m_country_code: '', total: 13, groups: 2 }, { k_ip: '::ffff:10.0.0.1', m_pv: 4, m_country_code: 'DE', total: 13, groups: 2 }]);
  });

  it('is asked of the store where a country has no room, in another order, without a page, and by page views alone', async () => {
    expect(await findKept(plan('ip', figures), null, askedOf(rowsOf(3)))).toBeNull();
    expect(await findKept(plan('ip', figures, { sort: [{ by: 'ip', direction: 'asc' }] }), null, askedOf(rowsOf(2)))).toBeNull();
    expect(await findKept(plan('ip', figures, { page: null }), null, askedOf(rowsOf(2)))).toBeNull();
    expect(await findKept(plan('ip', ['pv']), null, askedOf(rowsOf(2)))).toBeNull();
  });
});
