import { describe, expect, it } from 'vitest';
import { cookieText, readCookie } from '../../src/lib/cookies';

describe('cookies', () => {
  it('are found by their whole name', () => {
    expect(readCookie('a=1; Site-Token=x%3D%3D; b=2', 'Site-Token')).toBe('x==');
    expect(readCookie('My-Site-Token=y', 'Site-Token')).toBeUndefined();
    expect(readCookie('', 'Site-Token')).toBeUndefined();
  });

  it('are read as they are when they are not encoded', () => {
    expect(readCookie('language=100%', 'language')).toBe('100%');
  });

  it('hold any value, for this site only', () => {
    expect(cookieText('Site-Token', 'a;b=c', { secure: true })).toBe('Site-Token=a%3Bb%3Dc; Path=/; SameSite=Lax; Secure');
    expect(cookieText('language', 'zh', { secure: false, maxAge: 60 })).toBe('language=zh; Path=/; SameSite=Lax; Max-Age=60');
  });
});
