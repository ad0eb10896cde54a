import { describe, expect, it } from 'vitest';
import { timeAgo } from '../../src/lib/relative-time';

const NOW = Date.UTC(2026, 10, 21, 12);

describe('timeAgo', () => {
  it.each([
    [0, 'now'], [29, 'now'], [30, '1 minute ago'], [59, '1 minute ago'], [120, '2 minutes ago'], [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'], [86_399, '23 hours ago'], [86_400, '1 day ago'], [3 * 86_400, '3 days ago'],
  ])('%i s', (seconds, expected) => {
    expect(timeAgo(NOW - seconds * 1_000, NOW, 'en-US')).toBe(expected);
  });

  it('takes ten digits for seconds', () => {
    expect(timeAgo(NOW / 1_000 - 120, NOW, 'en-US')).toBe('2 minutes ago');
  });

  it('calls a clock ahead of ours now', () => {
    expect(timeAgo(NOW + 60_000, NOW, 'en-US')).toBe('now');
  });
});
