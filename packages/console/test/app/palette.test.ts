import { describe, expect, it } from 'vitest';
import { accentShades, appearanceOf, cssVariables } from '../../src/app/palette';
import { contrast, isHexColour, readable } from '../../src/lib/colour';

describe('contrast', () => {
  it('is that of WCAG 2.2', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  });
});

describe('readable', () => {
  it('leaves a colour that is readable already', () => {
    expect(readable('#003366', '#ffffff', 4.5)).toBe('#003366');
  });

  it.each(['#409eff', '#ffff00', '#ffffff', '#52c41a'])('makes %s readable on white and on near black', (colour) => {
    expect(contrast(readable(colour, '#ffffff', 4.5), '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(readable(colour, '#171d24', 4.5), '#171d24')).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the themes, whatever the accent', () => {
  it.each([
    [false, '#409eff'], [true, '#409eff'], [false, '#ffd700'], [true, '#000080'],
  ])('dark %s, accent %s: AA', (dark, accent) => {
    const css = cssVariables(dark, accent, true);
    for (const ground of ['--ff-surface', '--ff-page']) {
      for (const text of ['--ff-text', '--ff-muted', '--ff-up', '--ff-down', '--ff-warn', '--ff-link']) {
        expect(contrast(css[text] ?? '', css[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const text of ['--ff-text', '--ff-muted', '--ff-link']) expect(contrast(css[text] ?? '', css['--ff-tint'] ?? '')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(accentShades(dark, accent).button, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    const { series, surface } = appearanceOf(dark, accent);
    for (const colour of series) expect(contrast(colour, surface)).toBeGreaterThanOrEqual(3);
  });

  it('flip the convention of rise and fall', () => {
    const [red, green] = [cssVariables(false, '#409eff', true), cssVariables(false, '#409eff', false)];
    expect(red['--ff-up']).toBe(green['--ff-down']);
    expect(red['--ff-down']).toBe(green['--ff-up']);
  });

  it('know a colour when they see one', () => {
    expect(isHexColour('#409EFF')).toBe(true);
    expect(isHexColour('#fff')).toBe(false);
    expect(isHexColour('red;}')).toBe(false);
  });
});
