import { describe, expect, it } from 'vitest';
import { changeOf, formatBytes, formatCompact, formatCount, formatShare, formatSigned, formatSignedPercent } from '../../src/lib/numbers';

describe('changeOf', () => {
  it.each([
    [0, 0, { delta: 0, percent: 0, fromZero: false }],
    [5, 0, { delta: 5, percent: 100, fromZero: true }],
    [0, 8, { delta: -8, percent: -100, fromZero: false }],
    [150, 100, { delta: 50, percent: 50, fromZero: false }],
    [4, 3, { delta: 1, percent: 33.33, fromZero: false }],
    [2, 3, { delta: -1, percent: -33.33, fromZero: false }],
  ])('%i against %i', (now, before, expected) => {
    expect(changeOf(now, before)).toEqual(expected);
  });
});

describe('formatting', () => {
  it('writes sizes in steps of a thousand', () => {
    expect([0, 1, 547, 1_000, 12_345, 3_600_000_000].map((bytes) => formatBytes(bytes, 'en-US'))).toEqual(['0 B', '1 B', '547 B', '1 kB', '12.3 kB', '3.6 GB']);
    expect(formatBytes(547, 'ja-JP')).toBe('547 B');
  });

  it('separates thousands as the language does, from 1,000 on', () => {
    expect(formatCount(1_234_567, 'zh-CN')).toBe('1,234,567');
    expect(formatCount(1_234, 'es-ES')).toBe('1.234');
    expect(formatCount(0, 'ja-JP')).toBe('0');
  });

  it('gives shares two decimals, and none of nothing', () => {
    expect(formatShare(1, 3, 'en-US')).toBe('33.33%');
    expect(formatShare(5, 5, 'en-US')).toBe('100.00%');
    expect(formatShare(0, 0, 'en-US')).toBe('0.00%');
  });

  it('always signs changes, zero too, and never writes -0', () => {
    expect(formatSignedPercent(12.5, 'en-US')).toBe('+12.50%');
    expect(formatSignedPercent(-3.1, 'en-US')).toBe('-3.10%');
    expect(formatSignedPercent(-0, 'en-US')).toBe('+0.00%');
    expect(formatSignedPercent(12_345.67, 'en-US')).toBe('+12,345.67%');
    expect(formatSigned(1_500, 'en-US')).toBe('+1,500');
  });

  it('shortens axis labels', () => {
    expect(formatCompact(12_000, 'en-US')).toBe('12K');
    expect(formatCompact(12_000, 'zh-CN')).toBe('1.2万');
  });
});
