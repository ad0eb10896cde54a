import { describe, expect, it } from 'vitest';
import { parseTimeZone } from '../../src/metadata/time-zone.js';

describe('a time zone', () => {
  it.each([
    ['Asia/Shanghai', 'Asia/Shanghai'],
    ['asia/shanghai', 'Asia/Shanghai'],
    ['UTC', 'UTC'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Asia/Ho_Chi_Minh', 'Asia/Ho_Chi_Minh'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['America/Port-au-Prince', 'America/Port-au-Prince'],
  ])('%s is kept as %s', (typed, zone) => {
    expect(parseTimeZone(typed)).toBe(zone);
  });

  it.each(['', 'Mars/Olympus', '+08:00', '08:00', 'UTC+8', 'Asia/Shanghai ', '../etc/passwd', 'Asia/Shanghai\u0000', "UTC'"])('%j is none', (typed) => {
    expect(parseTimeZone(typed)).toBeUndefined();
  });
});
