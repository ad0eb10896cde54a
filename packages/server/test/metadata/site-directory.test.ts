import { describe, expect, it } from 'vitest';
import { createSiteDirectory } from '../../src/metadata/site-directory.js';
import type { StoredSite } from '../../src/metadata/sites.js';
import { NO_RULES } from '../../src/metadata/site-rules.js';
import { DEFAULT_TRACKING } from '../../src/metadata/site-tracking.js';

function site(over: Partial<StoredSite>): StoredSite {
  return { id: 1, name: 'Shop', domain: 'shop.example', aliases: [], subdomains: false, isStat: true, timeZone: null, tracking: DEFAULT_TRACKING, rules: NO_RULES, createdAt: 0, ...over };
}

describe('the site directory', () => {
  it('finds a site by its domain with and without www., whatever the case and port', async () => {
    const directory = await createSiteDirectory({ all: async () => [site({})] }, 'UTC');
    for (const host of ['shop.example', 'www.shop.example', 'SHOP.Example', 'shop.example:8080', 'shop.example.']) expect([host, directory.byHost(host)?.id]).toEqual([host, 1]);
    for (const host of ['', 'example', 'blog.shop.example', 'notshop.example', 'shop.example.evil', 'shop', '.shop.example', 'www.www.shop.example']) {
      expect([host, directory.byHost(host)]).toEqual([host, undefined]);
    }
  });

  it('registered with www., answers without it too', async () => {
    const directory = await createSiteDirectory({ all: async () => [site({ domain: 'www.shop.example' })] }, 'UTC');
    expect(directory.byHost('shop.example')?.domain).toBe('www.shop.example');
  });

  it('finds sub-domains of domain and aliases only when the site says so; a site of its own goes first', async () => {
    const directory = await createSiteDirectory(
      { all: async () => [site({ subdomains: true, aliases: ['old.example'] }), site({ id: 2, domain: 'blog.shop.example' }), site({ id: 3, domain: 'b.example', aliases: ['c.example'] })] },
      'UTC',
    );
    const id = (host: string) => directory.byHost(host)?.id;
    expect(id('a.b.shop.example')).toBe(1);
    expect(id('x.old.example')).toBe(1);
    expect(id('blog.shop.example')).toBe(2);
    expect(id('www.blog.shop.example')).toBe(2);
    // The blog takes no sub-domains; its parent does.
    expect(id('x.blog.shop.example')).toBe(1);
    expect(id('c.example')).toBe(3);
    expect(id('x.c.example')).toBeUndefined();
    expect(directory.byId(1)?.hosts('x.shop.example')).toBe(true);
    expect(directory.byId(1)?.hosts('blog.shop.example')).toBe(false);
    expect(directory.byId(2)?.hosts('blog.shop.example')).toBe(true);
    expect(directory.byDomain('old.example')?.id).toBe(1);
    expect(directory.byDomain('x.shop.example')).toBeUndefined();
    expect(directory.byId(9)).toBeUndefined();
  });

  it('takes Unicode and punycode', async () => {
    const directory = await createSiteDirectory({ all: async () => [site({ domain: 'xn--fsqu00a.xn--fiqs8s' })] }, 'UTC');
    expect(directory.byHost('例子.中国')?.id).toBe(1);
    expect(directory.byDomain('xn--fsqu00a.xn--fiqs8s')?.id).toBe(1);
  });

  it('resolves the zone: the site’s own, else the installation’s', async () => {
    const directory = await createSiteDirectory({ all: async () => [site({}), site({ id: 2, domain: 'b.example', timeZone: 'Asia/Kolkata' })] }, 'Asia/Shanghai');
    expect(directory.all().map((found) => found.timeZone)).toEqual(['Asia/Shanghai', 'Asia/Kolkata']);
  });

  it('shows a change after a reload, and an old read that ends late does not undo it', async () => {
    let stored = [site({})];
    const gates: (() => void)[] = [];
    let gated = false;
    const directory = await createSiteDirectory(
      {
        all: async () => {
          const seen = stored;
          if (gated) await new Promise<void>((resolve) => gates.push(resolve));
          return seen;
        },
      },
      'UTC',
    );
    gated = true;
    const slow = directory.reload();
    stored = [site({ domain: 'new.example' })];
    const fast = directory.reload();
    gates[1]?.();
    await fast;
    gates[0]?.();
    await slow;
    expect(directory.byHost('new.example')?.id).toBe(1);
    expect(directory.byHost('shop.example')).toBeUndefined();
  });
});
