import { describe, expect, expectTypeOf, it } from 'vitest';
import { compileCount } from '../../src/questions/compile.js';
import { pageOf, paginationOf } from '../../src/questions/paging.js';
import { during, everything, grouped, listed, matching, type Source } from '../../src/questions/plan.js';
import { SiteScope } from '../../src/questions/scope.js';

const scope = SiteScope.of([{ id: 4 }, { id: 2 }, { id: 4 }]);

describe('SiteScope', () => {
  it('holds each site once, in order', () => {
    expect(SiteScope.idsOf(scope)).toEqual([2, 4]);
    expect(SiteScope.idsOf(SiteScope.of([]))).toEqual([]);
  });

  it('is only ever narrowed, except by what belongs to no site', () => {
    expect(SiteScope.idsOf(scope.within([4, 5]))).toEqual([4]);
    expect(SiteScope.idsOf(scope.within([]))).toEqual([]);
    expect(SiteScope.idsOf(scope.withUnknownSite())).toEqual([0, 2, 4]);
  });

  it('can not be changed by its holder', () => {
    expect(Object.isFrozen(scope)).toBe(true);
    expect(() => (SiteScope.idsOf(scope) as number[]).push(9)).toThrow(TypeError);
    expect(Object.keys(scope)).toEqual([]);
  });

  it('can not be forged: a plan with anything else is not asked', () => {
    expectTypeOf<{ siteIds: number[] }>().not.toExtend<Source['scope']>();
    const source = everything(scope);
    for (const forged of [undefined, null, {}, { siteIds: [1] }, Object.create(SiteScope.prototype) as SiteScope, [1]]) {
      expect(() => compileCount({ ...source, scope: forged as SiteScope })).toThrow(TypeError);
    }
  });
});

describe('a plan', () => {
  const source = everything(scope);

  it('is frozen, with all of its lists', () => {
    const plan = grouped(matching(during(source, [{ from: 1, to: 2 }]), { url: 'x' }), ['pv'], { keys: ['url'], cuts: [[1]] });
    for (const part of [plan, plan.ranges, plan.ranges?.[0], plan.filters, plan.filters[0], plan.keys, plan.cuts, plan.figures]) expect(Object.isFrozen(part)).toBe(true);
    expect(Object.isFrozen(listed(source, ['url'], { limit: 1, offset: 0 }))).toBe(true);
  });

  it('is left as it was by every step, and keeps its scope through all', () => {
    const before = JSON.stringify(source);
    const after = matching(during(source, []), { url: 'x' });
    expect(JSON.stringify(source)).toBe(before);
    expect(after.scope).toBe(scope);
    expect(grouped(after, ['pv']).scope).toBe(scope);
  });
});

describe('during', () => {
  it('replaces the ranges; no range is no time, not all time', () => {
    const source = everything(scope);
    expect(source.ranges).toBeNull();
    expect(during(source, [{ from: 1, to: 2 }]).ranges).toEqual([{ from: 1, to: 2 }]);
    expect(during(during(source, [{ from: 1, to: 2 }]), []).ranges).toEqual([]);
  });
});

describe('matching', () => {
  it('adds what is given, and leaves out what is not', () => {
    const once = matching(everything(scope), { country_code: 'DE', device_type: '', browser_name: undefined });
    expect(once.filters).toEqual([{ column: 'country_code', value: 'DE' }]);
    expect(matching(once, { url: 'x' }).filters).toEqual([{ column: 'country_code', value: 'DE' }, { column: 'url', value: 'x' }]);
  });
});

describe('pageOf', () => {
  it.each([
    [1, 20, { limit: 20, offset: 0 }],
    [3, 10, { limit: 10, offset: 20 }],
    [200, 5_000, { limit: 5_000, offset: 995_000 }],
  ])('page %i of %i', (page, perPage, expected) => {
    expect(pageOf({ page, per_page: perPage })).toEqual(expected);
  });

  it('goes no further than a million rows', () => {
    expect(() => pageOf({ page: 201, per_page: 5_000 })).toThrow(expect.objectContaining({ errorName: 'request.invalid' }) as Error);
  });

  it('is described as the specification does', () => {
    expect(paginationOf({ page: 3, per_page: 10 }, 25)).toEqual({ pagination: { total: 25, current_page: 3, page: 3, per_page: 10 } });
  });
});
