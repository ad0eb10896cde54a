import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { paletteOf } from '../../src/app/palette';

const SCRIPT = readFileSync(join(import.meta.dirname, '../../public/first-paint.js'), 'utf8');

/** Runs the script as a page with these settings would. */
function painted(settings: string | null, systemDark: boolean, getItem = () => settings): { scheme: string; page: string } {
  const style = { colorScheme: '', set: new Map<string, string>(), setProperty(name: string, value: string) { this.set.set(name, value); } };
  runInNewContext(SCRIPT, { localStorage: { getItem }, matchMedia: () => ({ matches: systemDark }), document: { documentElement: { style } } });
  return { scheme: style.colorScheme, page: style.set.get('--ff-page') ?? '' };
}

describe('before the first paint', () => {
  it.each([
    ['{"theme":"dark"}', false, true],
    ['{"theme":"light"}', true, false],
    ['{"theme":"system"}', true, true],
    [null, true, true],
    [null, false, false],
    ['{', true, true],
    ['null', false, false],
  ])('settings %s, dark system %s: dark is %s, with the ground of that theme', (settings, systemDark, dark) => {
    expect(painted(settings, systemDark)).toEqual({ scheme: dark ? 'dark' : 'light', page: paletteOf(dark).page });
  });

  it('goes on without a storage', () => {
    const refused = (): never => {
      throw new Error('SecurityError');
    };
    expect(painted(null, false, refused).scheme).toBe('light');
  });
});
