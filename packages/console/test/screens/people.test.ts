import { AUDIT_ACTIONS } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import * as audit from '../../src/screens/audit/list-state';
import { isProfileTab, PROFILE_TABS } from '../../src/screens/profile/profile-tabs';
import { roleFields, roleInput } from '../../src/screens/roles/role-fields';
import { checkedScreens, screenTree } from '../../src/screens/roles/screen-tree';
import * as users from '../../src/screens/users/list-state';
import type { GrantableScreen } from '../../src/widgets/screens';

const parameters = (text: string) => new URLSearchParams(text);

describe('the users in the address', () => {
  it('are all of them by default, twenty on a page', () => {
    expect(users.listInput(users.readListState(parameters('')))).toEqual({ page: 1, per_page: 20, search: '' });
    expect(Object.values(users.listChanges(users.readListState(parameters('')), {})).every((value) => value === undefined)).toBe(true);
  });

  it('become the question', () => {
    const state = users.readListState(parameters('q=ana&status=disabled&role=desk&page=2&per_page=50'));
    expect(users.listInput(state)).toEqual({ page: 2, per_page: 50, search: 'ana', status: 'disabled', role: 'desk' });
    expect(users.listChanges(state, { page: 3 })).toEqual({ page: '3', per_page: '50', q: 'ana', status: 'disabled', role: 'desk' });
  });

  it('start at the first page under another filter, and take no nonsense', () => {
    expect(users.listChanges(users.readListState(parameters('page=4')), { status: 'invited' })).toMatchObject({ page: undefined, status: 'invited' });
    const state = users.readListState(parameters('status=gone&role=../x&page=-1'));
    expect(users.listInput(state)).toEqual({ page: 1, per_page: 20, search: '' });
  });
});

describe('the audit log in the address', () => {
  it('offers every action under its subject', () => {
    expect(new Set(audit.AUDIT_SUBJECTS)).toEqual(new Set(AUDIT_ACTIONS.map((action) => action.split('.')[0])));
  });

  it('becomes the question, the range in the installation’s time', () => {
    const state = audit.readListState(parameters('user=ana&action=user.add,role.edit,nonsense&target=desk&address=203.0.113.7&range=today&page=2'));
    expect(audit.listInput(state, ['2026-11-21 00:00:00', '2026-11-21 23:59:59'])).toEqual({
      page: 2, per_page: 20, user: 'ana', target: 'desk', address: '203.0.113.7', action: ['user.add', 'role.edit'],
      from: '2026-11-21 00:00:00', to: '2026-11-21 23:59:59',
    });
    expect(audit.listChanges(state, { page: 2 })).toEqual({ page: '2', per_page: undefined, user: 'ana', action: 'user.add,role.edit', target: 'desk', address: '203.0.113.7', range: 'today' });
  });

  it('knows whether anything narrows it, and how to take all of that off', () => {
    const filters = ['user=a', 'action=auth.login', 'target=b', 'address=c', 'range=30d'];
    expect(filters.map((filter) => audit.isFiltered(audit.readListState(parameters(filter))))).toEqual(filters.map(() => true));
    expect(audit.isFiltered(audit.readListState(parameters('page=3&action=nonsense')))).toBe(false);
    expect(Object.keys(audit.resetChanges())).toEqual(expect.arrayContaining(['page', 'user', 'action', 'target', 'address', 'range']));
  });
});

describe('the tree of screens', () => {
  const trend = { path: '/trend', title: 'info.trend' } as const;
  const screens: readonly GrantableScreen[] = [
    { name: 'DashboardInfo', title: 'route.dashboardInfo', group: trend },
    { name: 'reportDevice', title: 'route.reportDevice', group: trend },
    { name: 'DomainList', title: 'route.domainList', group: { path: '/alone', title: 'route.people' } },
  ];

  it('groups as the menu does: a group of one is that one', () => {
    expect(screenTree(screens)).toEqual([
      { key: '/trend', title: 'info.trend', children: [{ key: 'DashboardInfo', title: 'route.dashboardInfo' }, { key: 'reportDevice', title: 'route.reportDevice' }] },
      { key: 'DomainList', title: 'route.domainList' },
    ]);
  });

  it('gives the screens back, in the menu’s order and without their groups', () => {
    expect(checkedScreens(screens, ['DomainList', '/trend', 'DashboardInfo'])).toEqual(['DashboardInfo', 'DomainList']);
    expect(checkedScreens(screens, ['/trend'])).toEqual([]);
  });
});

describe('a role in its form', () => {
  const role = { key: 'r1', name: 'Desk', description: 'd', routes: ['DomainList' as const], all_sites: false, sites: [4, 7], built_in: false, users: 2 };

  it('comes back as it was', () => {
    expect(roleInput(roleFields(role))).toEqual({ name: 'Desk', description: 'd', routes: ['DomainList'], all_sites: false, sites: [4, 7] });
  });

  it('keeps no list of sites once all are granted', () => {
    expect(roleInput({ ...roleFields(role), scope: 'all' })).toMatchObject({ all_sites: true, sites: [] });
    expect(roleFields({ ...role, all_sites: true, sites: [] }).scope).toBe('all');
  });

  it('is empty for a new one, granting nothing', () => {
    expect(roleInput({ ...roleFields(undefined), name: ' New ' })).toEqual({ name: 'New', description: '', routes: [], all_sites: false, sites: [] });
  });
});

describe('the tabs of the profile', () => {
  it('are known by the address; activity is the first', () => {
    expect(PROFILE_TABS[0]).toBe('activity');
    expect(['security', 'toString', ''].map((text) => isProfileTab(text))).toEqual([true, false, false]);
  });
});
