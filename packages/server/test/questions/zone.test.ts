import { describe, expect, it } from 'vitest';
import { addDays, createZones, openZone } from '../../src/questions/zone.js';

const utc = (text: string): number => Date.parse(text);
const HOUR = 3_600_000;
const MINUTE = 60_000;

describe('first and after', () => {
  it.each([
    // zone, local text, first instant that bears it, first instant after it. Expected values read off tzdata.
    ['UTC', '2026-01-01 00:00:00', '2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'],
    ['Asia/Kolkata', '2026-10-25 00:00:00', '2026-10-24T18:30:00Z', '2026-10-24T18:30:01Z'],
    ['Asia/Kathmandu', '2026-10-25 23:59:59', '2026-10-25T18:14:59Z', '2026-10-25T18:15:00Z'],
    ['America/St_Johns', '2026-07-01 12:00:00', '2026-07-01T14:30:00Z', '2026-07-01T14:30:01Z'],
    // Fold: 02:00 to 03:00 happens twice.
    ['Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25T00:30:00Z', '2026-10-25T01:30:01Z'],
    ['Europe/Berlin', '2026-10-25 01:59:59', '2026-10-24T23:59:59Z', '2026-10-25T00:00:00Z'],
    ['Europe/Berlin', '2026-10-25 03:00:00', '2026-10-25T02:00:00Z', '2026-10-25T02:00:01Z'],
    // Gap: 02:00 to 03:00 never happens.
    ['Europe/Berlin', '2026-03-29 02:30:00', '2026-03-29T01:00:00Z', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-03-29 01:59:59', '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'],
    // Half an hour, twice and never.
    ['Australia/Lord_Howe', '2026-04-05 01:45:00', '2026-04-04T14:45:00Z', '2026-04-04T15:15:01Z'],
    ['Australia/Lord_Howe', '2026-10-04 02:10:00', '2026-10-03T15:30:00Z', '2026-10-03T15:30:00Z'],
    // Days that begin at 01:00, and a midnight that came twice.
    ['America/Sao_Paulo', '2018-11-04 00:00:00', '2018-11-04T03:00:00Z', '2018-11-04T03:00:00Z'],
    ['America/Sao_Paulo', '2018-02-17 23:59:59', '2018-02-18T01:59:59Z', '2018-02-18T03:00:00Z'],
    ['America/Havana', '2026-11-01 00:30:00', '2026-11-01T04:30:00Z', '2026-11-01T05:30:01Z'],
    // A date that Samoa skipped.
    ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z'],
  ])('%s %s', (name, local, first, after) => {
    const zone = openZone(name);
    expect([new Date(zone.first(local)).toISOString(), new Date(zone.after(local)).toISOString()]).toEqual([first, after].map((text) => new Date(text).toISOString()));
  });

  it.each(['2026-02-29 00:00:00', '2026-13-01 00:00:00', '2026-01-01 24:00:00', '2026-01-01 10:60:00', '2026-01-01', 'x'])('refuses %s', (local) => {
    expect(() => openZone('UTC').first(local)).toThrow(expect.objectContaining({ errorName: 'request.invalid' }) as Error);
    expect(() => openZone('UTC').after(local)).toThrow(expect.objectContaining({ errorName: 'request.invalid' }) as Error);
    expect(() => addDays(local, 1)).toThrow(expect.objectContaining({ errorName: 'request.invalid' }) as Error);
  });
});

describe('text', () => {
  it.each([
    ['Asia/Kathmandu', '2026-10-25T18:14:59.999Z', '2026-10-25 23:59:59'],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25 02:30:00'],
    ['America/St_Johns', '1969-12-31T23:59:59.500Z', '1969-12-31 20:29:59'],
  ])('%s %s', (name, instant, local) => {
    expect(openZone(name).text(utc(instant))).toBe(local);
  });
});

describe('hours of a day', () => {
  it.each([
    // zone, date, points, minutes of those that are not whole hours
    ['Asia/Kolkata', '2026-10-25', 24, []],
    ['Asia/Kathmandu', '2026-10-25', 24, []],
    ['Europe/Berlin', '2026-10-25', 25, []],
    ['Europe/Berlin', '2026-03-29', 23, []],
    ['America/St_Johns', '2026-11-01', 25, []],
    ['America/St_Johns', '2026-03-08', 23, []],
    ['Australia/Lord_Howe', '2026-04-05', 25, [30]],
    ['Australia/Lord_Howe', '2026-10-04', 24, [30]],
    ['Antarctica/Troll', '2026-10-25', 26, []],
  ])('%s %s', (name, date, points, odd) => {
    const zone = openZone(name);
    const [from, to] = [zone.first(`${date} 00:00:00`), zone.after(`${date} 23:59:59`)];
    const starts = zone.hours(from, to);
    expect(starts).toHaveLength(points);
    expect(starts[0]).toBe(from);
    const lengths = starts.map((at, i) => (starts[i + 1] ?? to) - at);
    expect(lengths.filter((length) => length !== HOUR)).toEqual(odd.map((minutes) => minutes * MINUTE));
    // Each hour holds one local hour only.
    for (const [i, at] of starts.entries()) expect(zone.text(at + (lengths[i] ?? 0) - 1).slice(0, 13)).toBe(zone.text(at).slice(0, 13));
  });

  it('begins with the hour that the range begins in', () => {
    const zone = openZone('Asia/Kathmandu');
    const from = zone.first('2026-10-25 08:50:00');
    expect(zone.hours(from, from + 11 * MINUTE).map((at) => zone.text(at))).toEqual(['2026-10-25 08:00:00', '2026-10-25 09:00:00']);
    expect(zone.hours(from, from)).toEqual([]);
  });

  it('does not begin before the clocks were changed', () => {
    const zone = openZone('Australia/Lord_Howe');
    expect(zone.hours(utc('2026-04-04T15:10:00Z'), utc('2026-04-04T15:11:00Z'))).toEqual([utc('2026-04-04T15:00:00Z')]);
  });
});

describe('days', () => {
  it('are as long as the clocks make them', () => {
    const zone = openZone('Europe/Berlin');
    const starts = zone.days(zone.first('2026-10-24 12:00:00'), zone.after('2026-10-26 23:59:59'));
    expect(starts.map((at) => zone.text(at))).toEqual(['2026-10-24 00:00:00', '2026-10-25 00:00:00', '2026-10-26 00:00:00']);
    expect((starts[2] ?? 0) - (starts[1] ?? 0)).toBe(25 * HOUR);
  });

  it('begin at 01:00 where midnight is skipped, and leave out a date that is', () => {
    const brazil = openZone('America/Sao_Paulo');
    expect(brazil.days(utc('2018-11-04T12:00:00Z'), utc('2018-11-04T13:00:00Z'))).toEqual([utc('2018-11-04T03:00:00Z')]);
    const samoa = openZone('Pacific/Apia');
    expect(samoa.days(utc('2011-12-29T20:00:00Z'), utc('2011-12-31T20:00:00Z')).map((at) => samoa.text(at).slice(0, 10))).toEqual(['2011-12-29', '2011-12-31', '2012-01-01']);
  });
});

describe('createZones', () => {
  it('opens a zone once', () => {
    const zones = createZones();
    expect(zones('Europe/Berlin')).toBe(zones('Europe/Berlin'));
    expect(zones('Europe/Paris').name).toBe('Europe/Paris');
    expect(() => zones('Nowhere/Land')).toThrow(RangeError);
  });
});
