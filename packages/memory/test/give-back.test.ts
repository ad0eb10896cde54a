import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Told {
  readonly before: number;
  readonly after: number;
  readonly same: boolean;
}

it.skipIf(process.platform !== 'linux')('what was given back is much of what was held, and the process works on as before', () => {
  const working = fileURLToPath(new URL('fixtures/working.mjs', import.meta.url));
  const told = JSON.parse(execFileSync(process.execPath, ['--max-semi-space-size=64', working], { encoding: 'utf8' })) as Told;
  expect(told.same).toBe(true);
  expect(told.before - told.after).toBeGreaterThan(30);
});
