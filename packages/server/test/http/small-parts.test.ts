import { describe, expect, it } from 'vitest';
import type { SignedInUser } from '../../src/http/handler.js';
import { preferredLanguage } from '../../src/http/language.js';
import { localTimeIn } from '../../src/http/local-time.js';
import { resolveScope } from '../../src/http/scope.js';
import { createSiteDirectory } from '../../src/metadata/site-directory.js';
import { NO_RULES } from '../../src/metadata/site-rules.js';
import { DEFAULT_TRACKING } from '../../src/metadata/site-tracking.js';

describe('local time', () => {
  it.each([
    ['Asia/Shanghai', '2025-11-21T16:00:00Z', '2025-11-22 00:00:00'],
    ['UTC', '2025-01-02T03:04:05.999Z', '2025-01-02 03:04:05'],
    ['Asia/Kolkata', '2025-11-21T18:30:00Z', '2025-11-22 00:00:00'],
    ['America/New_York', '2025-11-02T05:30:00Z', '2025-11-02 01:30:00'],
    ['America/New_York', '2025-11-02T06:30:00Z', '2025-11-02 01:30:00'],
    ['Asia/Kathmandu', '2025-06-30T18:15:00Z', '2025-07-01 00:00:00'],
  ])('in %s of %s is %s', (zone, instant, local) => {
    expect(localTimeIn(zone)(Date.parse(instant))).toBe(local);
  });
});

describe('the language', () => {
  it.each([
    [undefined, 'en'], ['', 'en'], ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'], ['fr', 'en'], ['fr,es;q=0.5', 'es'], ['en;q=0.1,JA;q=0.2', 'ja'], ['zh;q=0', 'en'], ['zhx', 'en'], ['*', 'en'], ['zh;q=abc', 'en'], [';;;,,,q=', 'en'],
  ])('of %j is %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});

describe('the scope', () => {
  const granted = (sites: 'all' | number[]): SignedInUser => ({
    id: 1, username: 'u', nickname: 'U', email: '', avatar: '', introduction: '', roles: ['r'],
    grants: { isAdmin: false, routes: [], sites }, preferences: { language: '', theme: '', settings: {} },
  });
  const all = granted('all');
  const stored = [
    { id: 1, name: 'Shop', domain: 'www.shop.example', aliases: ['alias.example'], subdomains: true, isStat: true, timeZone: 'Asia/Kolkata', tracking: DEFAULT_TRACKING, rules: NO_RULES, createdAt: 0 },
    { id: 2, name: 'Blog', domain: 'xn--fsqu00a.example', aliases: [], subdomains: false, isStat: false, timeZone: null, tracking: DEFAULT_TRACKING, rules: NO_RULES, createdAt: 0 },
  ];

  it('of no domain is all sites, in the installation’s zone', async () => {
    const directory = await createSiteDirectory({ all: async () => stored }, 'Europe/Berlin');
    for (const domain of ['', '  ']) {
      const scope = resolveScope(domain, all, directory);
      expect([scope.sites.map((site) => site.id), scope.timeZone]).toEqual([[1, 2], 'Europe/Berlin']);
    }
  });

  it('of a domain or alias is that site, in its own zone', async () => {
    const directory = await createSiteDirectory({ all: async () => stored }, 'Europe/Berlin');
    for (const domain of ['www.shop.example', 'shop.example', 'SHOP.example', ' alias.example ']) {
      const scope = resolveScope(domain, all, directory);
      expect([domain, scope.sites.map((site) => site.id), scope.timeZone]).toEqual([domain, [1], 'Asia/Kolkata']);
    }
    expect(resolveScope('例子.example', all, directory)).toMatchObject({ sites: [{ id: 2 }], timeZone: 'Europe/Berlin' });
  });

  it('of somebody with some sites is those, and of nobody none', async () => {
    const directory = await createSiteDirectory({ all: async () => stored }, 'UTC');
    expect(resolveScope('', granted([2, 7]), directory).sites).toMatchObject([{ id: 2 }]);
    expect(resolveScope('', granted([]), directory).sites).toEqual([]);
    expect(resolveScope('', null, directory).sites).toEqual([]);
    for (const [user, domain] of [[granted([2]), 'shop.example'], [granted([2]), 'alias.example'], [null, 'shop.example']] as const) {
      expect(() => resolveScope(domain, user, directory)).toThrow(expect.objectContaining({ errorName: 'site.unknown', details: {} }));
    }
  });

  it('of anything else is unknown', async () => {
    const directory = await createSiteDirectory({ all: async () => stored }, 'UTC');
    for (const domain of ['x.shop.example', 'nothing.example', '%', "' or 1=1", '__proto__', 'constructor']) {
      expect(() => resolveScope(domain, all, directory)).toThrow(expect.objectContaining({ errorName: 'site.unknown' }));
    }
  });
});
