import { describe, expect, it } from 'vitest';
import { previousOfSite } from '../../src/api/live';
import { createTokenStore } from '../../src/api/token-store';

describe('previousOfSite', () => {
  const keep = previousOfSite('a.example');

  it('keeps the old answer of the same site only', () => {
    expect(keep('old', { queryKey: ['home.trend', { domain: 'a.example', query_time: [] }] })).toBe('old');
    expect(keep('old', { queryKey: ['home.trend', { domain: 'b.example' }] })).toBeUndefined();
    expect(keep('old', { queryKey: ['home.visit_total', 'a.example'] })).toBe('old');
    expect(keep('old', undefined)).toBeUndefined();
  });

  it('takes no site as all sites', () => {
    expect(previousOfSite('')('old', { queryKey: ['home.summary', {}] })).toBe('old');
  });
});

describe('createTokenStore', () => {
  it('is for this site and, on https, for https only', () => {
    const jar = { cookie: '' };
    const tokens = createTokenStore(jar, true);
    tokens.write('a.b');
    expect(jar.cookie).toBe('Site-Token=a.b; Path=/; SameSite=Lax; Secure');
    expect(tokens.read()).toBe('a.b');
    tokens.clear();
    expect(jar.cookie).toBe('Site-Token=; Path=/; SameSite=Lax; Max-Age=0; Secure');
    expect(tokens.read()).toBeUndefined();
  });
});
