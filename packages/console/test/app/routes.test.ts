import { describe, expect, it } from 'vitest';
import { switchSite } from '../../src/app/layout/switch-site';
import { mayOpen, menuRoutes, menuTarget, ROUTES } from '../../src/app/routes';

const paths = (domain: string) => menuRoutes(ROUTES, ['admin'], domain).map(({ path }) => path);

describe('the menu', () => {
  it('hides the screens of one site while none is chosen', () => {
    expect(paths('')).toEqual(['/dashboard', '/domainlist/index']);
  });

  it('hides the list of domains once one is chosen', () => {
    expect(paths('a.example')).toEqual(['/dashboard', '/dashboard_info/index', '/report/device']);
  });

  it('keeps the site, save on the way to the dashboard', () => {
    const target = (path: string) => menuTarget({ path, keepsDomain: path !== '/dashboard' }, 'a.example');
    expect(ROUTES.filter((route) => !route.keepsDomain).map(({ path }) => path)).toEqual(['/dashboard']);
    expect(target('/report/device')).toBe('/report/device?domain=a.example');
    expect(target('/dashboard')).toBe('/dashboard');
  });
});

describe('mayOpen', () => {
  it('opens what names no roles to everyone, and everything to admin', () => {
    expect(mayOpen({}, ['visitor'])).toBe(true);
    expect(mayOpen({ roles: ['editor'] }, ['visitor'])).toBe(false);
    expect(mayOpen({ roles: ['editor'] }, ['visitor', 'editor'])).toBe(true);
    expect(mayOpen({ roles: ['editor'] }, ['admin'])).toBe(true);
  });
});

describe('switchSite', () => {
  const now = new URLSearchParams('domain=a.example&range=30d&metric=uv&country_code=CN&ip=1.2.3.4&page=7');

  it('keeps the report and the range, not what belongs to the old site', () => {
    expect(switchSite('/report/device', now, 'b.example', 'with-domain')).toBe('/report/device?domain=b.example&range=30d&metric=uv&country_code=CN');
  });

  it('opens the site from a screen about all sites', () => {
    expect(switchSite('/dashboard', new URLSearchParams('sort=ip'), 'b.example', 'always')).toBe('/dashboard_info/index?domain=b.example');
    expect(switchSite('/domainlist/index', new URLSearchParams(), 'b.example', 'without-domain')).toBe('/dashboard_info/index?domain=b.example');
  });

  it('goes home without one', () => {
    expect(switchSite('/report/device', now, '', 'with-domain')).toBe('/dashboard');
  });
});
