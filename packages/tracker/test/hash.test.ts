import { describe, expect, it } from 'vitest';
import { hash64 } from '../src/hash.js';

describe('hash64', () => {
  it('gives 16 hex digits, the same for the same text', () => {
    for (const text of ['', 'a', '足迹', '\ud800', 'x'.repeat(10_000)]) {
      expect(hash64(text)).toMatch(/^[0-9a-f]{16}$/u);
      expect(hash64(text)).toBe(hash64(text));
    }
  });

  it('tells 200,000 near texts apart', () => {
    const seen = new Set<string>();
    for (let at = 0; at < 200_000; at++) seen.add(hash64(`Linux x86_64|${at % 64}|8|0|Europe/Madrid|es-ES|${at}`));
    expect(seen.size).toBe(200_000);
  });

  it('spreads over each half alone', () => {
    const lanes = [new Set<string>(), new Set<string>()];
    for (let at = 0; at < 20_000; at++) {
      const hash = hash64(`${at}|Win32`);
      lanes[0]?.add(hash.slice(0, 8));
      lanes[1]?.add(hash.slice(8));
    }
    for (const lane of lanes) expect(lane.size).toBeGreaterThan(19_990);
  });
});
