import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../src/session-repair/pieces.js';

const HOUR = 3_600_000;
const hour = (at: number, num: number, siteId = 1) => ({ siteId, first: at * HOUR, last: at * HOUR + HOUR - 1, num });

describe('what has to be looked at', () => {
  it('is cut into hours that are near to each other, with so many visits together, and not across sites', () => {
    expect(piecesOf([hour(0, 40), hour(1, 50), hour(2, 20), hour(9, 5), hour(9, 5, 2)], 100)).toEqual([
      { siteId: 1, from: 0, to: 2 * HOUR - 1 },
      { siteId: 1, from: 2 * HOUR, to: 3 * HOUR - 1 },
      { siteId: 1, from: 9 * HOUR, to: 10 * HOUR - 1 },
      { siteId: 2, from: 9 * HOUR, to: 10 * HOUR - 1 },
    ]);
  });

  it('has an hour that alone is more than a piece as one of its own', () => {
    expect(piecesOf([hour(0, 100), hour(1, 430), hour(2, 10)], 100).map(({ from }) => from)).toEqual([0, HOUR, 2 * HOUR]);
  });
});
