import { GRANTABLE_ROUTES } from '@footfall/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureAdministrator } from '../../src/metadata/administrator.js';
import { createAudit } from '../../src/metadata/audit.js';
import type { Metadata } from '../../src/metadata/database.js';
import { migrate } from '../../src/metadata/migrate.js';
import { createPasswords } from '../../src/metadata/passwords.js';
import { createSessionStore, type SessionRow } from '../../src/metadata/sessions.js';
import { createSettings } from '../../src/metadata/settings.js';
import { createSites } from '../../src/metadata/sites.js';
import { createSpiders } from '../../src/metadata/spiders.js';
import { createUsers } from '../../src/metadata/users.js';
import { sizes } from './sizes.js';
import { NO_RULES } from '../../src/metadata/site-rules.js';
import { DEFAULT_TRACKING } from '../../src/metadata/site-tracking.js';

/** Later than 32 bits of milliseconds can hold, with odd milliseconds. */
const AT = 1_763_712_000_123;

const row = (over: Partial<SessionRow>): SessionRow => ({
  viewing: null,
  tokenHash: 'a', family: 'f', userId: 1, createdAt: AT, lastSeenAt: AT, expiresAt: AT + 100, address: '::1', agent: 'x', replacedBy: null, ...over,
});

const rules = (version: 1 | 2) => [
  { key: 'googlebot', type: 'search_engine', name: 'Googlebot', keywords: version === 1 ? ['googlebot'] : ['googlebot', 'google-inspectiontool'] },
  { key: 'gptbot', type: 'ai_training', name: version === 1 ? 'GPTBot' : 'OpenAI GPTBot', keywords: ['gptbot'] },
  ...(version === 1 ? [] : [{ key: 'new', type: 'other', name: 'New', keywords: ['newbot'] }]),
];

describe.each(sizes())('metadata on $name', (size) => {
  let metadata: Metadata;
  let clock = AT;
  const now = (): number => clock;
  beforeEach(async () => {
    clock = AT;
    metadata = await size.open(now);
    await metadata.db.insertInto('roles').values({ key: 'viewer', name: 'Viewer', description: '', routes: '["reportDevice"]', all_sites: 0 }).execute();
  });
  afterEach(() => metadata.close());

  describe('migrations', () => {
    it('find nothing to do the second time', async () => {
      expect(await migrate(metadata.db, metadata.dialect, now)).toEqual([]);
    });

    it('bring a site of an older store to the settings that it always had', async () => {
      await createSites(metadata.db, now).add({ name: 'Old', domain: 'old.example', isStat: true, timeZone: null });
      for (const column of ['respect_dnt', 'canvas_fingerprint', 'visitor_id', 'strip_campaign']) await metadata.db.schema.alterTable('sites').dropColumn(column).execute();
      await sql`delete from migrations where name = '0004_tracking'`.execute(metadata.db);
      expect(await migrate(metadata.db, metadata.dialect, now)).toEqual(['0004_tracking']);
      expect(await createSites(metadata.db, now).byId(1)).toMatchObject({
        domain: 'old.example', tracking: { respectDnt: false, canvasFingerprint: false, visitorId: false, stripCampaign: false },
      });
    });

    it('refuse a store that a newer release made', async () => {
      await sql`insert into migrations (name, applied_at) values ('9999_from_the_future', 1)`.execute(metadata.db);
      await expect(migrate(metadata.db, metadata.dialect, now)).rejects.toThrow('9999_from_the_future');
    });

    it('answer a ping', async () => {
      await expect(metadata.ping()).resolves.toBeUndefined();
    });
  });

  describe('users', () => {
    it('are found by id and exact name, with times and flags as they went in', async () => {
      const users = createUsers(metadata.db, now);
      const created = await users.create({ username: 'Ann', passwordHash: 'h1', nickname: '安', roles: ['admin', 'viewer'] });
      expect(created).toEqual({
        id: 1, username: 'Ann', nickname: '安', email: '', avatar: '', introduction: '', roles: ['admin', 'viewer'],
        grants: { isAdmin: true, routes: [...GRANTABLE_ROUTES], sites: 'all' },
        preferences: { language: '', theme: '', settings: {} }, disabled: false, hasPassword: true, createdAt: AT, lastSignInAt: null,
      });
      expect(await users.byId(1)).toEqual(created);
      expect(await users.byUsername('Ann')).toEqual({ ...created, passwordHash: 'h1' });
      expect(await users.byUsername('ann')).toBeUndefined();
      expect(await users.byId(2)).toBeUndefined();
    });

    it('keep their names to themselves', async () => {
      const users = createUsers(metadata.db, now);
      await users.create({ username: 'ann', passwordHash: 'h1', roles: ['viewer'] });
      expect(await users.create({ username: 'ann', passwordHash: 'h2', roles: ['viewer'] })).toBeUndefined();
      expect((await users.byUsername('ann'))?.passwordHash).toBe('h1');
      expect(await users.list()).toHaveLength(1);
    });

    it('can be disabled and given another password', async () => {
      const users = createUsers(metadata.db, now);
      await users.create({ username: 'ann', passwordHash: 'h1', roles: ['viewer'] });
      await users.setDisabled(1, true);
      await users.setPassword(1, 'h2');
      expect(await users.byUsername('ann')).toMatchObject({ disabled: true, passwordHash: 'h2' });
      await users.setDisabled(1, false);
      expect(await users.byId(1)).toMatchObject({ disabled: false });
    });

    it.each(["x'; drop table users; --", 'a\u0000b', '\ud800', '%', '_nn', '{"$ne":1}'])('are not found by %j', async (name) => {
      const users = createUsers(metadata.db, now);
      await users.create({ username: 'ann', passwordHash: 'h1', roles: ['viewer'] });
      expect(await users.byUsername(name)).toBeUndefined();
      expect(await users.list()).toHaveLength(1);
    });
  });

  describe('the first administrator', () => {
    it('gets a password made up once, and later starts change nothing', async () => {
      const deps = { users: createUsers(metadata.db, now), passwords: createPasswords() };
      const first = await ensureAdministrator(deps, { username: ' root ' });
      if (!first.created || first.generatedPassword === undefined) throw new Error('no password was made up');
      expect(first.username).toBe('root');
      expect(first.generatedPassword).toMatch(/^[\w-]{20}$/u);
      const user = await deps.users.byUsername('root');
      expect(user?.roles).toEqual(['admin']);
      expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
      expect(await deps.passwords.matches(first.generatedPassword, user?.passwordHash)).toBe(true);
      expect(await deps.passwords.matches(`${first.generatedPassword}x`, user?.passwordHash)).toBe(false);

      expect(await ensureAdministrator(deps, { username: 'other', password: 'another one' })).toEqual({ created: false });
      expect(await deps.users.list()).toHaveLength(1);
    });

    it('takes the password it is given, unless it is too short', async () => {
      const deps = { users: createUsers(metadata.db, now), passwords: createPasswords() };
      await expect(ensureAdministrator(deps, { username: 'root', password: '12345' })).rejects.toThrow('at least 6');
      expect(await ensureAdministrator(deps, { username: 'root', password: '123456' })).toEqual({ created: true, username: 'root' });
      expect(await deps.passwords.matches('123456', (await deps.users.byUsername('root'))?.passwordHash)).toBe(true);
    });
  });

  describe('sessions', () => {
    beforeEach(async () => {
      await createUsers(metadata.db, now).create({ username: 'ann', passwordHash: 'h', roles: ['viewer'] });
    });

    it('are replaced once only', async () => {
      const sessions = createSessionStore(metadata.db);
      await sessions.insert(row({}));
      expect(await sessions.replace('a', row({ tokenHash: 'b' }), AT + 50)).toBe(true);
      expect(await sessions.replace('a', row({ tokenHash: 'c' }), AT + 90)).toBe(false);
      expect(await sessions.replace('never', row({ tokenHash: 'd' }), AT + 90)).toBe(false);
      expect((await sessions.find('a'))?.session).toEqual(row({ expiresAt: AT + 50, replacedBy: 'b' }));
      expect((await sessions.find('b'))?.session).toEqual(row({ tokenHash: 'b' }));
      expect(await sessions.find('c')).toBeUndefined();
      // Use does not lengthen the grace.
      await sessions.touch('a', AT + 40, AT + 1_000);
      expect((await sessions.find('a'))?.session.expiresAt).toBe(AT + 50);
    });

    it('end by family, by user and by time', async () => {
      const sessions = createSessionStore(metadata.db);
      for (const [tokenHash, family, expiresAt] of [['a', 'f', AT + 1], ['b', 'f', AT + 9], ['c', 'g', AT + 1], ['d', 'h', AT + 9]] as const) {
        await sessions.insert(row({ tokenHash, family, expiresAt }));
      }
      const alive = async () => (await Promise.all(['a', 'b', 'c', 'd'].map(async (hash) => ((await sessions.find(hash)) ? hash : '')))).join('');
      await sessions.endFamily('f');
      expect(await alive()).toBe('cd');
      await sessions.purge(AT + 1);
      expect(await alive()).toBe('cd');
      await sessions.purge(AT + 2);
      expect(await alive()).toBe('d');
      await sessions.endAllOf(1);
      expect(await alive()).toBe('');
    });
  });

  describe('settings', () => {
    it('are set, replaced and made once', async () => {
      const settings = createSettings(metadata.db);
      expect(await settings.get('k')).toBeUndefined();
      await settings.set('k', 'v');
      await settings.set('k', "w'; --");
      expect(await settings.get('k')).toBe("w'; --");
      expect(await settings.ensure('k', () => 'other')).toBe("w'; --");
      const id = await settings.installationId();
      expect(id).toMatch(/^[0-9a-f-]{36}$/u);
      expect(await Promise.all([settings.installationId(), settings.installationId()])).toEqual([id, id]);
    });
  });

  describe('the audit log', () => {
    it('gives the newest first and takes whatever a stranger types', async () => {
      const audit = createAudit(metadata.db, now);
      await audit.record({ user: null, address: '::1', action: 'auth.failed', target: `a\u0000\ud800${'x'.repeat(1_000)}`, details: {} });
      clock += 5;
      await audit.record({ user: { id: 7, username: 'ann' }, address: '', action: 'site.add', target: 'shop.example', details: { id: 1 } });
      const { rows, total } = await audit.find({}, { limit: 10, offset: 0 });
      expect(total).toBe(2);
      expect(rows.map(({ at, userId, username, address, action }) => [at, userId, username, address, action])).toEqual([[AT + 5, 7, 'ann', '', 'site.add'], [AT, null, '', '::1', 'auth.failed']]);
      expect(rows[1]?.target.startsWith('a\ufffd\ufffdx')).toBe(true);
      expect(rows[1]?.target.length).toBeLessThanOrEqual(300);
      expect(rows[0]?.details).toEqual({ id: 1 });
      expect((await audit.find({}, { limit: 1, offset: 1 })).rows).toEqual(rows.slice(1));
    });

    it('takes a visitor out of what names it, statements among others', async () => {
      const audit = createAudit(metadata.db, now);
      for (const [action, target] of [['visitor.view', '192.0.2.7'], ['sql.ask', "SELECT 1 FROM visits WHERE ip = '192.0.2.7'"], ['sql.ask', 'SELECT 1'], ['site.add', '192.0.2.7']] as const) await audit.record({ user: null, address: '', action, target, details: {} });
      await audit.forget('192.0.2.7');
      expect((await audit.find({}, { limit: 10, offset: 0 })).rows.map(({ target }) => target)).toEqual(['192.0.2.7', 'SELECT 1', "SELECT 1 FROM visits WHERE ip = '…'", '…']);
    });
  });

  describe('spider rules', () => {
    it('are added, edited and removed', async () => {
      const spiders = createSpiders(metadata.db, now);
      const added = await spiders.add({ type: 't', name: 'n', keywords: ['a', '"b"'], enabled: true });
      expect(added).toEqual({ id: 1, origin: 'own', type: 't', name: 'n', keywords: ['a', '"b"'], enabled: true, createdAt: AT });
      expect(await spiders.edit(1, { enabled: false })).toEqual({ ...added, enabled: false });
      expect(await spiders.edit(1, { keywords: [], type: 'u', name: 'm' })).toEqual({ ...added, enabled: false, keywords: [], type: 'u', name: 'm' });
      expect(await spiders.edit(2, { name: 'm' })).toBeUndefined();
      expect(await spiders.edit(1, {})).toMatchObject({ name: 'm' });
      expect(await spiders.remove(1)).toBe(true);
      expect(await spiders.remove(1)).toBe(false);
      expect(await spiders.edit(1, { name: 'x' })).toBeUndefined();
      expect(await spiders.all()).toEqual([]);
    });

    it('that ship follow a release where the operator left them alone', async () => {
      const spiders = createSpiders(metadata.db, now);
      expect(await spiders.seedDefaults(rules(1))).toEqual({ added: 2, updated: 0 });
      expect(await spiders.seedDefaults(rules(1))).toEqual({ added: 0, updated: 0 });
      await spiders.edit(1, { enabled: false });
      expect(await spiders.seedDefaults(rules(2))).toEqual({ added: 1, updated: 2 });
      const byName = Object.fromEntries((await spiders.all()).map((spider) => [spider.name, spider]));
      expect(byName['Googlebot']).toMatchObject({ id: 1, keywords: ['googlebot', 'google-inspectiontool'], enabled: false });
      expect(byName['OpenAI GPTBot']).toMatchObject({ id: 2 });
      expect(byName['New']).toMatchObject({ enabled: true });
    });

    it('that the operator edited or removed stay so, release after release', async () => {
      const spiders = createSpiders(metadata.db, now);
      await spiders.seedDefaults(rules(1));
      await spiders.edit(1, { keywords: ['mine'] });
      await spiders.remove(2);
      expect(await spiders.seedDefaults(rules(2))).toEqual({ added: 1, updated: 0 });
      expect(await spiders.seedDefaults(rules(2))).toEqual({ added: 0, updated: 0 });
      expect((await spiders.all()).map((spider) => [spider.name, spider.keywords])).toEqual([['Googlebot', ['mine']], ['New', ['newbot']]]);
    });
  });

  describe('sites', () => {
    it('keep what they were given, the domain in punycode and lower case', async () => {
      const sites = createSites(metadata.db, now);
      const site = await sites.add({ name: '店', domain: 'https://例子.中国/x?y', aliases: ['Shop.Example', 'www.other.example'], subdomains: true, isStat: true, timeZone: 'Asia/Kolkata' });
      expect(site).toEqual({
        id: 1, name: '店', domain: 'xn--fsqu00a.xn--fiqs8s', aliases: ['www.other.example', 'shop.example'], subdomains: true, isStat: true, timeZone: 'Asia/Kolkata', tracking: DEFAULT_TRACKING, rules: NO_RULES, createdAt: AT,
      });
      expect(await sites.all()).toEqual([site]);
      expect(await sites.byId(1)).toEqual(site);
      expect(await sites.byId(2)).toBeUndefined();
    });

    it('never share a host: domain, alias, www., case, all the same', async () => {
      const sites = createSites(metadata.db, now);
      await sites.add({ name: 'a', domain: 'shop.example', aliases: ['alias.example'], isStat: true, timeZone: null });
      for (const domain of ['shop.example', 'SHOP.example', 'www.shop.example', 'alias.example', 'http://www.alias.example/']) {
        await expect(sites.add({ name: 'b', domain, isStat: true, timeZone: null })).rejects.toMatchObject({ errorName: 'site.duplicate' });
      }
      await expect(sites.add({ name: 'b', domain: 'b.example', aliases: ['shop.example'], isStat: true, timeZone: null })).rejects.toMatchObject({ errorName: 'site.duplicate' });
      const other = await sites.add({ name: 'b', domain: 'b.example', isStat: true, timeZone: null });
      await expect(sites.edit(other.id, { domain: 'www.shop.example' })).rejects.toMatchObject({ errorName: 'site.duplicate' });
      await expect(sites.edit(other.id, { aliases: ['alias.example'] })).rejects.toMatchObject({ errorName: 'site.duplicate' });
      // Nothing of what was refused has stayed.
      expect((await sites.all()).map((site) => [site.domain, site.aliases])).toEqual([['shop.example', ['alias.example']], ['b.example', []]]);
    });

    it('are edited field by field', async () => {
      const sites = createSites(metadata.db, now);
      const site = await sites.add({ name: 'a', domain: 'a.example', aliases: ['x.example'], isStat: true, timeZone: 'UTC' });
      expect(await sites.edit(1, { isStat: false })).toEqual({ ...site, isStat: false });
      expect(await sites.edit(1, { domain: 'www.a.example' })).toEqual({ ...site, isStat: false, domain: 'www.a.example' });
      expect(await sites.edit(1, { timeZone: null, name: 'z', aliases: [], subdomains: true })).toEqual({
        ...site, isStat: false, domain: 'www.a.example', timeZone: null, name: 'z', aliases: [], subdomains: true,
      });
      expect(await sites.edit(5, { name: 'z' })).toBeUndefined();
      expect(await sites.add({ name: 'b', domain: 'x.example', isStat: true, timeZone: null })).toMatchObject({ id: 2 });
    });

    it('once removed free their hosts; the number is not used again, unless its domain comes back', async () => {
      const sites = createSites(metadata.db, now);
      await sites.add({ name: 'a', domain: 'a.example', aliases: ['x.example'], isStat: true, timeZone: null });
      expect(await sites.remove(1)).toMatchObject({ domain: 'a.example' });
      expect(await sites.remove(1)).toBeUndefined();
      expect(await sites.edit(1, { name: 'b' })).toBeUndefined();
      expect(await sites.all()).toEqual([]);
      expect(await sites.add({ name: 'b', domain: 'b.example', isStat: true, timeZone: null })).toMatchObject({ id: 2 });
      expect(await sites.add({ name: 'a', domain: 'a.example', aliases: ['x.example'], isStat: true, timeZone: null })).toMatchObject({ id: 1 });
      await sites.remove(1, 'erase');
      expect(await sites.erasures()).toEqual([{ siteId: 1, domain: 'a.example', askedAt: AT }]);
      await sites.erased(1);
      expect(await sites.erasures()).toEqual([]);
      expect(await sites.add({ name: 'a', domain: 'a.example', isStat: true, timeZone: null })).toMatchObject({ id: 3 });
    });

    it('refuse a domain or alias that is none', async () => {
      const sites = createSites(metadata.db, now);
      await expect(sites.add({ name: 'a', domain: 'a.example', aliases: ['not a host'], isStat: true, timeZone: null })).rejects.toMatchObject({
        errorName: 'site.domain_invalid', details: { fields: [{ path: 'aliases.0' }] },
      });
      expect(await sites.all()).toEqual([]);
    });
  });
});
