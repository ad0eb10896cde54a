import { describe, expect, it } from 'vitest';
import { auditFacts } from '../../src/lib/audit-details';

describe('what an entry of the audit log tells', () => {
  it('are its changes, each field before and after, and then its facts', () => {
    expect(auditFacts({ id: 7, before: { name: 'Old', roles: ['a'] }, after: { name: 'New', roles: ['a', 'b'] } })).toEqual([
      { field: 'name', before: 'Old', after: 'New' },
      { field: 'roles', before: 'a', after: 'a, b' },
      { field: 'id', before: undefined, after: '7' },
    ]);
  });

  it('includes fields that came or went', () => {
    expect(auditFacts({ before: { a: null, b: false }, after: { b: true, c: { d: 1 } } })).toEqual([
      { field: 'a', before: '', after: '' },
      { field: 'b', before: 'false', after: 'true' },
      { field: 'c', before: '', after: '{"d":1}' },
    ]);
  });

  it('can be nothing, and is never taken apart where it is not a change', () => {
    expect(auditFacts({})).toEqual([]);
    expect(auditFacts({ before: 'yesterday' })).toEqual([{ field: 'before', before: undefined, after: 'yesterday' }]);
  });
});
