import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createColumnChoices } from '../../src/metadata/column-choices.js';
import type { Metadata } from '../../src/metadata/database.js';
import { createUsers } from '../../src/metadata/users.js';
import { createViews, MAX_VIEWS, type Views } from '../../src/metadata/views.js';
import { sizes } from './sizes.js';

const AT = 1_763_712_000_123;

describe.each(sizes())('on $name', (size) => {
  let metadata: Metadata;
  let clock: number;
  let views: Views;
  let ann = 0;
  let bob = 0;
  beforeEach(async () => {
    clock = AT;
    metadata = await size.open(() => clock);
    const users = createUsers(metadata.db, () => clock);
    ann = (await users.create({ username: 'ann', nickname: '安', roles: ['admin'] }))?.id ?? 0;
    bob = (await users.create({ username: 'bob', roles: ['admin'] }))?.id ?? 0;
    views = createViews(metadata.db, () => clock);
  });
  afterEach(() => metadata.close());

  const view = (part: object = {}) => ({ userId: ann, screen: 'reportDevice', name: 'Mobile', query: 'domain=a.example&device_type=mobile', shared: false, ...part });

  it('a view is kept as it was saved, and found by its owner alone until it is shared', async () => {
    const added = await views.add(view());
    expect(added).toEqual({ id: added.id, owner: '安', ...view(), createdAt: AT, updatedAt: AT });
    expect([await views.list(ann), await views.list(bob)]).toEqual([[added], []]);
    clock += 5;
    const shared = await views.edit(added.id, { shared: true, query: 'x=1' });
    expect(shared).toEqual({ ...added, shared: true, query: 'x=1', updatedAt: AT + 5 });
    expect(await views.list(bob)).toEqual([shared]);
  });

  it('views come by name, of one screen or of all', async () => {
    for (const [name, screen] of [['b', 'reportDevice'], ['a', 'reportDevice'], ['c', 'Dashboard']]) await views.add(view({ name, screen }));
    expect((await views.list(ann)).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect((await views.list(ann, 'reportDevice')).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('a name is one’s own once for each screen', async () => {
    const { id } = await views.add(view());
    await expect(views.add(view())).rejects.toMatchObject({ errorName: 'view.duplicate' });
    const other = await views.add(view({ screen: 'DashboardInfo' }));
    await views.add(view({ userId: bob }));
    const { id: second } = await views.add(view({ name: 'Other' }));
    await expect(views.edit(second, { name: 'Mobile' })).rejects.toMatchObject({ errorName: 'view.duplicate' });
    expect((await views.edit(id, { name: 'Mobile' })).id).toBe(id);
    expect(other.id).not.toBe(id);
  });

  it('the same name saved twice at once is one view', async () => {
    const saved = await Promise.allSettled(Array.from({ length: 6 }, () => views.add(view())));
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await views.list(ann)).toHaveLength(1);
  });

  it('is gone when it is removed, and with its owner', async () => {
    const { id } = await views.add(view({ shared: true }));
    await views.add(view({ name: 'kept', shared: true }));
    await views.remove(id);
    expect(await views.byId(id)).toBeUndefined();
    await expect(views.edit(id, { name: 'x' })).rejects.toMatchObject({ errorName: 'view.unknown' });
    await metadata.db.deleteFrom('users').where('id', '=', ann).execute();
    expect(await views.list(bob)).toEqual([]);
  });

  it('nobody fills the store with them', async () => {
    await metadata.db.insertInto('saved_views').values(Array.from({ length: MAX_VIEWS }, (_, i) => ({ user_id: ann, screen: 's', name: String(i), query: '', shared: 0, created_at: AT, updated_at: AT }))).execute();
    await expect(views.add(view())).rejects.toMatchObject({ errorName: 'view.too_many' });
    await views.add(view({ userId: bob }));
  });

  it('columns that one chose are kept by table, each user’s own, until they are forgotten', async () => {
    const choices = createColumnChoices(metadata.db);
    await choices.save(ann, { table: 'report', order: ['url', 'ip', 'url'], hidden: ['ram'] });
    await choices.save(ann, { table: 'device_full', order: [], hidden: ['user_agent'] });
    await choices.save(bob, { table: 'report', order: ['ip'], hidden: [] });
    await choices.save(ann, { table: 'report', order: ['ip', 'url'], hidden: [] });
    expect(await choices.list(ann)).toEqual([{ table: 'device_full', order: [], hidden: ['user_agent'] }, { table: 'report', order: ['ip', 'url'], hidden: [] }]);
    await choices.reset(ann, 'report');
    expect((await choices.list(ann)).map(({ table }) => table)).toEqual(['device_full']);
    expect(await choices.list(bob)).toEqual([{ table: 'report', order: ['ip'], hidden: [] }]);
  });

  it('columns are as many tables as anybody has', async () => {
    const choices = createColumnChoices(metadata.db);
    for (let n = 0; n < 205; n += 1) await choices.save(ann, { table: `t${n}`, order: [], hidden: [] });
    expect(await choices.list(ann)).toHaveLength(200);
    await choices.save(ann, { table: 't3', order: ['a'], hidden: [] });
    expect((await choices.list(ann)).find(({ table }) => table === 't3')?.order).toEqual(['a']);
  });
});
