import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const MODULE = new URL('../setup/suites.mjs', import.meta.url).href;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-suites-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What comes of running the suites that a piece of script names. */
function outcome(suites: string): { passed: number; failed: number; summary: string } {
  const script = `import { check, runSuites, vitestSuite } from ${JSON.stringify(MODULE)};
    const folder = ${JSON.stringify(folder)};
    const { passed, failed, summary } = await runSuites([${suites}]);
    process.stdout.write('\\n' + JSON.stringify({ passed, failed, summary }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(output.slice(output.lastIndexOf('\n{') + 1)) as { passed: number; failed: number; summary: string };
}

it.each([
  ['a suite whose tests are all left out', "import { it } from 'vitest'; it.skip('never', () => {});"],
  ['a suite without a test', 'export {};'],
])('%s has failed', (_, text) => {
  writeFileSync(join(folder, 'only.test.mjs'), text);
  expect(outcome("vitestSuite('empty', folder, folder)")).toMatchObject({ passed: 0, failed: 1 });
});

it('what failed is said again at the end, with why', () => {
  const text = "import { expect, it } from 'vitest'; it('adds', () => expect(1 + 1).toBe(3)); it('holds', () => expect(1).toBe(1));";
  writeFileSync(join(folder, 'only.test.mjs'), text);
  const { summary } = outcome("vitestSuite('wrong', folder, folder)");
  expect(summary).toContain('failed: wrong: ');
  expect(summary).toMatch(/only\.test\.mjs > adds\n +AssertionError: expected 2 to be 3/u);
  expect(summary).not.toContain('> holds');
  writeFileSync(join(folder, 'only.test.mjs'), "throw new Error('no such thing');");
  expect(outcome("vitestSuite('broken', folder, folder)").summary).toMatch(/only\.test\.mjs > the file\n +.*no such thing/u);
});

it('a file that is left out of a suite is not run with it', () => {
  const passing = "import { it } from 'vitest'; it('passes', () => {});";
  writeFileSync(join(folder, 'only.test.mjs'), passing);
  writeFileSync(join(folder, 'apart.test.mjs'), passing);
  expect(outcome("vitestSuite('all', folder, folder)")).toMatchObject({ passed: 2, failed: 0 });
  expect(outcome("vitestSuite('some', folder, folder, { except: ['apart.test.mjs'] })")).toMatchObject({ passed: 1, failed: 0 });
  rmSync(join(folder, 'apart.test.mjs'));
});

it('what a suite leaves in its temporary folder is gone after it, and the folder too', () => {
  const note = join(folder, 'left.txt');
  const text = `import { mkdtempSync, writeFileSync } from 'node:fs'; import { tmpdir } from 'node:os'; import { it } from 'vitest';
    it('leaves a folder', () => { const left = mkdtempSync(tmpdir() + '/left-'); writeFileSync(left + '/file', 'x'); writeFileSync(${JSON.stringify(note)}, left); });`;
  writeFileSync(join(folder, 'only.test.mjs'), text);
  expect(outcome("vitestSuite('leaving', folder, folder)")).toMatchObject({ passed: 1, failed: 0 });
  const left = readFileSync(note, 'utf8');
  expect(left.startsWith(tmpdir())).toBe(true);
  expect([existsSync(left), existsSync(join(left, '..')), existsSync(tmpdir())]).toEqual([false, false, true]);
});

it('a suite that says it ran nothing has failed, and the others are counted beside it', () => {
  const { passed, failed, summary } = outcome("{ name: 'nothing', run: async () => ({ passed: 0, failed: 0 }) }, { name: 'some', run: async () => ({ passed: 3, failed: 0 }) }");
  expect({ passed, failed }).toEqual({ passed: 3, failed: 1 });
  expect(summary.trimEnd().split('\n').at(-1)).toBe('3 passed, 1 failed');
});

it('a suite that needs what can not be had here is skipped, and the summary says why', () => {
  const { passed, failed, summary } = outcome("vitestSuite('far', folder, folder, { unless: async () => 'there is no far' }), check('yes', process.execPath, ['-e', ''])");
  expect({ passed, failed }).toEqual({ passed: 1, failed: 0 });
  expect(summary).toMatch(/far +0 passed +0 failed +0 s +skipped: there is no far/u);
});

it('no suite at all has failed, and a command fails as one', () => {
  expect(outcome('')).toMatchObject({ passed: 0, failed: 1 });
  expect(outcome("check('no', process.execPath, ['-e', 'process.exit(1)']), check('yes', process.execPath, ['-e', ''])")).toMatchObject({ passed: 1, failed: 1 });
});
