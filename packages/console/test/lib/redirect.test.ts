import { describe, expect, it } from 'vitest';
import { loginPath, ownPath, targetAfterLogin } from '../../src/lib/redirect';

describe('ownPath', () => {
  it.each(['/', '/report/device?domain=a.example&range=today', '/a#b', '/a%2Fb'])('takes %s', (path) => {
    expect(ownPath(path)).toBe(path);
  });

  it.each([
    '', 'dashboard', 'https://evil.example/', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/\n/evil.example',
    ' /dashboard', '/./\\evil.example', '/..//evil.example', '/a/..//evil.example', '/\u0000',
  ])('refuses %j', (path) => {
    expect(ownPath(path)).toBeUndefined();
  });
});

describe('there and back again', () => {
  it('carries path and query', () => {
    const path = loginPath('/dashboard_info/index?domain=a.example&range=2026-11-01T00:00:00~2026-11-02T00:00:00');
    expect(path.startsWith('/login?redirect=%2F')).toBe(true);
    expect(targetAfterLogin(path.slice('/login'.length))).toBe('/dashboard_info/index?domain=a.example&range=2026-11-01T00:00:00~2026-11-02T00:00:00');
  });

  it('keeps the other parameters of the sign-in page, without replacing any', () => {
    expect(targetAfterLogin('?redirect=%2Freport%2Fdevice%3Fdomain%3Da.example&domain=b.example&campaign=7')).toBe('/report/device?domain=a.example&campaign=7');
    expect(targetAfterLogin('?campaign=7')).toBe('/?campaign=7');
  });

  it('carries the fragment', () => {
    expect(targetAfterLogin(loginPath('/a?b=1#c').slice('/login'.length))).toBe('/a?b=1#c');
  });

  it.each(['%2Fauth-redirect%3Fcode%3D1', '%2F401', '%2F404', '%2FLogin%2F', '%2F%255C%255Cevil.example%2F..%2F..%2F401'])('does not come back to %s', (redirect) => {
    expect(targetAfterLogin(`?redirect=${redirect}`)).toBe('/');
  });

  it('takes what is encoded twice for a path of its own', () => {
    expect(targetAfterLogin('?redirect=%2F%255Cevil.example')).toBe('/%5Cevil.example');
    expect(targetAfterLogin('?redirect=%252F%252Fevil.example')).toBe('/');
  });

  it.each(['', '?redirect=', '?redirect=https%3A%2F%2Fevil.example', '?redirect=%2F%2Fevil.example', '?redirect=%2Flogin%3Fredirect%3D%252F'])('goes home on %s', (search) => {
    expect(targetAfterLogin(search)).toBe('/');
  });
});
