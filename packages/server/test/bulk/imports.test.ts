import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../http/world.js';
import { workbook } from './tables.js';

let world: World;
let token: string;
beforeEach(async () => {
  world = await createWorld();
  token = await world.signIn();
});
afterEach(() => world.close());

const get = (path: string) => world.app.inject({ method: 'GET', url: `/api${path}`, headers: { authorization: token } });
const post = (path: string, body: unknown, as = token) =>
  world.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: as, 'content-type': 'application/json' }, payload: JSON.stringify(body) });
const send = (path: string, kind: string, content: string | Buffer, name = 'file.csv') => post(path, { kind, name, data: Buffer.from(content).toString('base64') });

interface Preview {
  data: { rows: { line: number; outcome: string; label: string; error: string; message: string }[]; added: number; edited: number; same: number; errors: number };
}
const preview = async (kind: string, content: string) => (await send('/bulk/preview', kind, content)).json<Preview>().data;
const apply = async (kind: string, content: string) => (await send('/bulk/apply', kind, content)).json<{ code: number; data: { id: number; added: number; edited: number; error?: string } }>();
const domains = () => world.directory.all().map(({ domain }) => domain);

const SITES = 'domain,name,time_zone,aliases,excluded_addresses,retention_days,address_mask\nshop.example,Shop,Asia/Tokyo,store.example m.shop.example,192.0.2.0/24,90,partial\n例子.中国,IDN,,,,,\n';

describe('an import of websites', () => {
  it('is looked at without changing anything, then done, and the next visit sees it', async () => {
    expect(await preview('websites', SITES)).toMatchObject({ added: 2, edited: 0, same: 0, errors: 0, rows: [{ line: 2, outcome: 'add', label: 'shop.example' }, { line: 3, outcome: 'add', label: 'xn--fsqu00a.xn--fiqs8s' }] });
    expect([await world.sites.all(), (await get('/bulk/list')).json<{ data: { list: unknown[] } }>().data.list]).toEqual([[], []]);
    expect(await apply('websites', SITES)).toMatchObject({ code: 200, data: { added: 2, edited: 0 } });
    expect(world.directory.byHost('store.example')).toMatchObject({ domain: 'shop.example', timeZone: 'Asia/Tokyo', rules: { excludedAddresses: ['192.0.2.0/24'], retentionDays: 90, maskAddresses: true } });
    expect((await world.written(1))[0]).toMatchObject({ action: 'bulk.import', target: 'file.csv', details: { kind: 'websites', added: 2, edited: 0 } });
    expect(await preview('websites', SITES)).toMatchObject({ added: 0, same: 2 });
  });

  it('changes the site of the domain in the columns that the file has, and no other', async () => {
    await apply('websites', SITES);
    const done = await apply('websites', 'name,domain,is_stat\nRenamed,www.shop.example,0\n');
    expect(done.data).toMatchObject({ added: 0, edited: 1 });
    expect(await world.sites.byId(1)).toMatchObject({ name: 'Renamed', domain: 'shop.example', isStat: false, timeZone: 'Asia/Tokyo', aliases: ['m.shop.example', 'store.example'] });
  });

  it('says of each row what is wrong, also against another row, and keeps nothing at all', async () => {
    await world.sites.add({ name: 'Own', domain: 'own.example', aliases: ['alias.example'], isStat: true, timeZone: null });
    const wrong = [
      'domain,name,is_stat,time_zone,aliases,excluded_addresses,excluded_paths,retention_days,address_mask',
      'good.example,Good,,,,,,,', 'not a domain,X,,,,,,,', 'a.example,,,,,,,,', 'b.example,B,maybe,,,,,,', 'c.example,C,,Mars/Olympus,,,,,', 'd.example,D,,,alias.example,,,,',
      'e.example,E,,,,10.0.0.0/99,,,', 'f.example,F,,,,,admin,,', 'g.example,G,,,,,,-1,', 'h.example,H,,,,,,,all', 'i.example,I,,,good.example,,,,', 'good.example,Good again,,,,,,,',
    ].join('\n');
    const { rows, errors } = await preview('websites', wrong);
    expect(rows.map(({ line, outcome, error }) => [line, outcome, error])).toEqual([
      [2, 'add', ''], [3, 'error', 'site.domain_invalid'], [4, 'error', 'bulk.row'], [5, 'error', 'bulk.row'], [6, 'error', 'request.invalid'], [7, 'error', 'site.duplicate'],
      [8, 'error', 'request.invalid'], [9, 'error', 'request.invalid'], [10, 'error', 'bulk.row'], [11, 'error', 'bulk.row'], [12, 'error', 'site.duplicate'], [13, 'edit', ''],
    ]);
    expect(errors).toBe(10);
    expect(rows[5]?.message).toContain('own.example');
    expect(rows[6]?.message).toContain('excluded_addresses: 10.0.0.0/99');
    const applied = await send('/bulk/apply', 'websites', wrong);
    expect(applied.json()).toMatchObject({ code: 400, data: { error: 'bulk.refused', num: 10 } });
    expect((await world.sites.all()).map(({ domain }) => domain)).toEqual(['own.example']);
  });

  it.each([
    ['name\nShop\n', 'bulk.columns'], ['domain,name,colour\na.example,A,red\n', 'bulk.columns'], ['domain,name,name\na.example,A,B\n', 'bulk.columns'], ['', 'bulk.columns'], ['domain,name\n\n , \n', 'bulk.empty'],
  ])('refuses %j', async (content, error) => expect((await send('/bulk/preview', 'websites', content)).json()).toMatchObject({ code: 400, data: { error } }));

  it('refuses other files and larger ones in the words of the specification', async () => {
    expect((await send('/bulk/preview', 'websites', SITES, 'a.pdf')).json()).toMatchObject({ code: 400, message: expect.stringContaining('Only supports upload .xlsx, .xls, .csv suffix files') });
    expect((await send('/bulk/preview', 'websites', Buffer.alloc(1_048_577, 'a'))).json()).toMatchObject({ code: 413, data: { error: 'bulk.too_large' }, message: 'Please do not upload files larger than 1m in size.' });
    expect((await send('/bulk/preview', 'websites', Buffer.alloc(3_000_000, 'a'))).json()).toMatchObject({ code: 413, data: { error: 'request.too_large' } });
  });

  it('is an administrator’s', async () => {
    const viewer = await world.signIn('viewer');
    for (const path of ['/bulk/preview', '/bulk/apply', '/bulk/undo']) expect((await post(path, {}, viewer)).json()).toMatchObject({ data: { error: 'access.forbidden' } });
  });
});

describe('taking it back', () => {
  it('leaves everything as it was, and can be done once', async () => {
    await world.sites.add({ name: 'Own', domain: 'own.example', isStat: true, timeZone: null });
    await world.directory.reload();
    const before = await world.sites.all();
    const { data } = await apply('websites', 'domain,name,aliases,is_stat\nown.example,Changed,other.example,0\nnew.example,New,,\n');
    expect(domains()).toEqual(['own.example', 'new.example']);
    expect((await post('/bulk/undo', { id: data.id })).json()).toMatchObject({ code: 200, data: { id: data.id, added: 1, edited: 1, undone_at: expect.stringMatching(/^2025/u) } });
    expect(await world.sites.all()).toEqual(before);
    expect(world.directory.byHost('other.example')).toBeUndefined();
    expect((await post('/bulk/undo', { id: data.id })).json()).toMatchObject({ code: 404, data: { error: 'bulk.unknown' } });
    expect((await get('/bulk/list')).json()).toMatchObject({ data: { list: [{ id: data.id, kind: 'websites', username: 'admin', undone_at: expect.stringMatching(/^2025/u) }] } });
  });

  it('is refused, and nothing is taken back, when something of it was changed since', async () => {
    const { data } = await apply('websites', SITES);
    await world.sites.edit(1, { name: 'By hand' });
    expect((await post('/bulk/undo', { id: data.id })).json()).toMatchObject({ code: 409, data: { error: 'bulk.changed', changed: ['shop.example'] } });
    expect(await world.sites.all()).toHaveLength(2);
    // As the import left it, it can be taken back.
    await world.sites.edit(1, { name: 'Shop' });
    expect((await post('/bulk/undo', { id: data.id })).statusCode).toBe(200);
    expect(await world.sites.all()).toEqual([]);
  });
});

describe('spider rules', () => {
  const RULES = 'type,name,keyword,status\nseo_tool,OwnBot,"ownbot\nown-bot",1\nseo_tool,Other,a|b| ,0\n';

  it('are added and changed, in force at once, and taken back', async () => {
    const { data } = await apply('spiders', RULES);
    expect(data).toMatchObject({ added: 2 });
    expect((await world.spiders.all()).map(({ name, keywords, enabled }) => [name, keywords, enabled])).toEqual([['OwnBot', ['ownbot', 'own-bot'], true], ['Other', ['a', 'b'], false]]);
    expect(world.rulesInForce()).toEqual(['OwnBot', 'Other']);
    const changed = await apply('spiders', 'type,name,keyword\nseo_tool,OwnBot,newbot\n');
    expect(changed.data).toMatchObject({ added: 0, edited: 1 });
    expect((await post('/bulk/undo', { id: data.id })).json()).toMatchObject({ data: { error: 'bulk.changed', changed: ['OwnBot'] } });
    expect((await post('/bulk/undo', { id: changed.data.id })).statusCode).toBe(200);
    expect((await post('/bulk/undo', { id: data.id })).statusCode).toBe(200);
    expect(await world.spiders.all()).toEqual([]);
    expect(world.rulesInForce()).toEqual([]);
  });

  it('say what is wrong with a row', async () => {
    const { rows } = await preview('spiders', 'type,name,keyword,status\nseo_tool,A,,1\n,B,b,1\nseo_tool,C,c,perhaps\n');
    expect(rows.map(({ message }) => message.split(':')[0])).toEqual(['keyword', 'type', 'status']);
  });
});

describe('exclusions', () => {
  it('are added to their sites, each once, and taken back', async () => {
    await world.sites.add({ name: 'Own', domain: 'own.example', isStat: true, timeZone: null });
    const list = 'domain,kind,value\nown.example,address,192.0.2.0/24\nown.example,path,/admin/*\nwww.own.example,parameter,Session\nown.example,address,192.0.2.0/24\n';
    expect(await preview('exclusions', list)).toMatchObject({ added: 3, same: 1, errors: 0 });
    const { data } = await apply('exclusions', list);
    expect((await world.sites.byId(1))?.rules).toMatchObject({ excludedAddresses: ['192.0.2.0/24'], excludedPaths: ['/admin/*'], excludedParameters: ['session'] });
    await post('/bulk/undo', { id: data.id });
    expect((await world.sites.byId(1))?.rules).toMatchObject({ excludedAddresses: [], excludedPaths: [], excludedParameters: [] });
    const wrong = await preview('exclusions', 'domain,kind,value\nnobody.example,path,/x\nown.example,colour,red\nown.example,address,red\n');
    expect(wrong.rows.map(({ outcome }) => outcome)).toEqual(['error', 'error', 'error']);
  });
});

describe('files', () => {
  it.each(['websites', 'spiders', 'exclusions'])('of %s: the template has the columns, and what is exported changes nothing when it is imported again', async (kind) => {
    await apply('websites', SITES);
    await apply('spiders', 'type,name,keyword\nseo_tool,"=HYPERLINK(""http://evil.example"")","+bot\n-x"\n');
    await apply('exclusions', 'domain,kind,value\nshop.example,path,*.pdf\nshop.example,parameter,-token\n');
    const template = await get(`/bulk/template?kind=${kind}&format=csv`);
    expect(template.body).toContain(kind === 'spiders' ? 'keyword' : 'domain');
    expect((await send('/bulk/preview', kind, template.rawPayload)).json()).toMatchObject({ data: { error: 'bulk.empty' } });
    expect((await get(`/bulk/export?kind=${kind}&format=csv`)).body).not.toMatch(/(?:^|,)"[=+@]/mu);
    for (const format of ['csv', 'xlsx']) {
      const file = await get(`/bulk/export?kind=${kind}&format=${format}`);
      const again = (await send('/bulk/preview', kind, file.rawPayload, `again.${format}`)).json<Preview>().data;
      expect([kind, format, again.errors, again.added, again.edited, again.same > 0]).toEqual([kind, format, 0, 0, 0, true]);
    }
  });

  it('are taken as .xls too', async () => {
    const answer = await send('/bulk/apply', 'websites', workbook([['domain', 'name', 'is_stat'], ['old.example', 'Old', 0]], 'biff8'), 'Sites.XLS');
    expect(answer.json()).toMatchObject({ code: 200, data: { added: 1 } });
    expect(await world.sites.byId(1)).toMatchObject({ domain: 'old.example', isStat: false });
  });
});
