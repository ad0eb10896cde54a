import { describe, expect, it } from 'vitest';
import { addDays, endOfDay, isWallTime, offsetLabel, startOfDay, wallTime, zoneName } from '../../src/lib/zone';

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('wallTime', () => {
  it.each([
    ['UTC', '2026-11-21 12:00:00'],
    ['Asia/Shanghai', '2026-11-21 20:00:00'],
    ['Asia/Kolkata', '2026-11-21 17:30:00'],
    ['America/St_Johns', '2026-11-21 08:30:00'],
    ['Pacific/Kiritimati', '2026-11-22 02:00:00'],
  ])('in %s', (zone, expected) => {
    expect(wallTime(NOON, zone)).toBe(expected);
  });

  it('shows midnight as hour 00', () => {
    expect(wallTime(Date.UTC(2026, 10, 20, 16), 'Asia/Shanghai')).toBe('2026-11-21 00:00:00');
  });

  it('jumps over the hour that spring takes away', () => {
    expect(wallTime(Date.UTC(2026, 2, 8, 6, 59, 59), 'America/New_York')).toBe('2026-03-08 01:59:59');
    expect(wallTime(Date.UTC(2026, 2, 8, 7, 0, 0), 'America/New_York')).toBe('2026-03-08 03:00:00');
  });

  it('reads a zone that it does not know as UTC', () => {
    expect(wallTime(NOON, 'Mars/Olympus')).toBe('2026-11-21 12:00:00');
  });
});

describe('offsetLabel', () => {
  it.each([
    ['UTC', 'UTC'],
    ['Asia/Shanghai', 'UTC+8'],
    ['Asia/Kolkata', 'UTC+5:30'],
    ['Asia/Kathmandu', 'UTC+5:45'],
    ['America/St_Johns', 'UTC-3:30'],
    ['America/New_York', 'UTC-5'],
  ])('of %s', (zone, expected) => {
    expect(offsetLabel(NOON, zone)).toBe(expected);
  });

  it('stands beside the zone’s name, not twice', () => {
    expect(zoneName(NOON, 'Asia/Tokyo')).toBe('Asia/Tokyo (UTC+9)');
    expect(zoneName(NOON, 'UTC')).toBe('UTC');
  });

  it('follows daylight saving', () => {
    expect(offsetLabel(Date.UTC(2026, 6, 1), 'Europe/Madrid')).toBe('UTC+2');
    expect(offsetLabel(Date.UTC(2026, 0, 1), 'Europe/Madrid')).toBe('UTC+1');
  });
});

describe('days on the calendar', () => {
  it.each([
    ['2026-11-21', -6, '2026-11-15'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2028-03-01 13:14:15', -1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('%s moved by %i', (day, by, expected) => {
    expect(addDays(day, by)).toBe(expected);
  });

  it('begin and end to the second', () => {
    expect(startOfDay('2026-11-21 13:14:15')).toBe('2026-11-21 00:00:00');
    expect(endOfDay('2026-11-21')).toBe('2026-11-21 23:59:59');
  });
});

describe('isWallTime', () => {
  it.each(['2026-11-21 00:00:00', '2028-02-29 23:59:59'])('takes %s', (text) => {
    expect(isWallTime(text)).toBe(true);
  });

  it.each(['', '2026-11-21', '2026-11-21T00:00:00', '2026-02-29 00:00:00', '2026-11-21 24:00:00', '2026-13-01 00:00:00', ' 2026-11-21 00:00:00'])('refuses "%s"', (text) => {
    expect(isWallTime(text)).toBe(false);
  });
});
