import { expect, it } from 'vitest';
import { parseQuery } from '../../src/http/query.js';

it.each<[string, Record<string, string | string[]>]>([
  ['', {}],
  ['a=1&b=', { a: '1', b: '' }],
  ['a=1&a=2', { a: ['1', '2'] }],
  ['a[]=1', { a: ['1'] }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a%5B%5D=1&a%5B%5D=2', { a: ['1', '2'] }],
  ['query_time[1]=b&query_time[0]=a', { query_time: ['a', 'b'] }],
  ['a[10]=late&a[2]=early', { a: ['early', 'late'] }],
  ['a[x]=1', { 'a[x]': '1' }],
  ['[]=1', { '[]': '1' }],
  ['a=%E4%BE%8B+x', { a: '例 x' }],
  ['a=%zz', { a: '%zz' }],
])('%j', (text, query) => {
  expect({ ...parseQuery(text) }).toEqual(query);
});

it('knows no special key', () => {
  const query = parseQuery('__proto__=1&constructor=2&__proto__[]=3&toString=4');
  expect(Object.getPrototypeOf(query)).toBeNull();
  expect(Object.keys(query).toSorted()).toEqual(['__proto__', 'constructor', 'toString']);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
