import { describe, expect, it } from 'vitest';
import { BUDGET, bundleTracker, gzipped } from '../build.mjs';

describe('the file that counts the visit', async () => {
  const files = await bundleTracker();

  it('is at most 2 KB on the wire', () => {
    expect(BUDGET).toBe(2_048);
    expect(gzipped(files['t.js'])).toBeLessThanOrEqual(2_048);
    expect(gzipped(files['t.js'])).toBeGreaterThan(500);
  });

  it('names the second by its content', () => {
    expect(files['t.js'].toString()).toMatch(/"t2\.js\?[0-9a-f]{8}"/u);
  });

  it('keeps what takes long in the second', () => {
    for (const word of ['webgl', 'getBattery', 'getHighEntropyValues', 'toDataURL']) {
      expect(files['t.js'].toString()).not.toContain(word);
      expect(files['t2.js'].toString()).toContain(word);
    }
  });
});
