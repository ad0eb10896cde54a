import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Held {
  readonly all: number;
  readonly fresh: number;
  /** Of pages with objects that have lived for long. */
  readonly unused: number;
}

it('what was given back is much of what was held, the room for new objects and pages that are used in part with it, and the process works on as before', () => {
  const working = fileURLToPath(new URL('fixtures/working.mjs', import.meta.url));
  const { before, after, same } = JSON.parse(execFileSync(process.execPath, ['--max-semi-space-size=64', working], { encoding: 'utf8' })) as { before: Held; after: Held; same: boolean };
  expect(same).toBe(true);
  expect(before.all - after.all).toBeGreaterThan(30);
  expect(before.fresh).toBeGreaterThan(8);
  expect(after.fresh).toBeLessThan(4);
  expect(after.unused).toBeLessThan(4);
});
