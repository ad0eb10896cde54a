/**
 * Everything that must hold, one suite after the other. The last line is `N passed, N failed`, the sum over all
 * suites; a suite that ran nothing counts as failed. `--suite NAME` (repeatable) runs some only, `--long` adds the
 * long ones, `--rounds N` sets the crash rounds.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { ROOT, run } from './setup/run.mjs';
import { ensureBrowser } from './setup/system-packages.mjs';

const { values: options } = parseArgs({
  options: { suite: { type: 'string', multiple: true }, long: { type: 'boolean' }, rounds: { type: 'string' } },
});

const bin = (name) => join(ROOT, 'node_modules/.bin', name);
const report = mkdtempSync(join(tmpdir(), 'footfall-test-'));

/** A command that passes or fails as one. */
const check = (name, command, args) => ({
  name,
  run: async () => ((await run(command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
});

/** A folder's vitest suite, counted test by test. */
const vitest = (name, folder, { config, env = {}, before } = {}) => ({
  name,
  run: async () => {
    const missing = await before?.();
    if (missing) {
      process.stderr.write(`footfall: ${missing}\n`);
      return { passed: 0, failed: 1 };
    }
    const file = join(report, `${name}.json`);
    const args = ['run', '--root', folder, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    if (config) args.push('--config', config);
    const code = await run(bin('vitest'), args, { env: { ...process.env, ...env } });
    try {
      const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(file, 'utf8'));
      return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
    } catch {
      return { passed: 0, failed: 1 };
    }
  },
});

const SUITES = [
  check('types', bin('tsc'), ['-b', '--pretty', 'false']),
  check('lint', bin('oxlint'), ['--type-aware', '--deny-warnings']),
  check('knip', bin('knip'), []),
  vitest('contract', 'packages/contract'),
  vitest('tracker', 'packages/tracker'),
  vitest('scripts', 'scripts'),
  vitest('console', 'packages/console'),
  vitest('engine', 'packages/engine'),
  vitest('server', 'packages/server'),
  vitest('crash', 'packages/server', { config: 'vitest.config.crash.ts', env: options.rounds ? { CRASH_ROUNDS: options.rounds } : {} }),
  vitest('browser', 'e2e', { before: ensureBrowser }),
];
const LONG = [vitest('crash-long', 'packages/server', { config: 'vitest.config.crash.ts', env: { CRASH_ROUNDS: options.rounds ?? '200' } })];

await ensureInstalled();
await ensureBuilt();

const suites = [...SUITES, ...(options.long ? LONG : [])].filter(({ name }) => !options.suite || options.suite.includes(name));
const sum = { passed: 0, failed: 0 };
const lines = [];
for (const suite of suites) {
  const started = Date.now();
  process.stderr.write(`\n── ${suite.name}\n`);
  const result = await suite.run();
  if (result.passed + result.failed === 0) {
    process.stderr.write(`footfall: the suite ${suite.name} ran nothing\n`);
    result.failed = 1;
  }
  sum.passed += result.passed;
  sum.failed += result.failed;
  lines.push(`${suite.name.padEnd(12)} ${String(result.passed).padStart(5)} passed ${String(result.failed).padStart(4)} failed ${((Date.now() - started) / 1000).toFixed(0).padStart(5)} s`);
}
rmSync(report, { recursive: true, force: true });
if (suites.length === 0) sum.failed += 1;
process.stdout.write(`\n${lines.join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed\n`);
process.exitCode = sum.failed === 0 ? 0 : 1;
