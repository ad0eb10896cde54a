/** The parts of `npm test`: what a suite is, and running them one after the other. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from './run.mjs';

/** A command that passes or fails as one. */
export const check = (name, command, args) => ({
  name,
  run: async () => ((await run(command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
});

/**
 * A folder's vitest suite, counted test by test; its report goes into a folder of its own. What its tests leave in the
 * system's temporary folder goes with the suite: it is given one of its own, of a short name, for sockets lie in it.
 */
export const vitestSuite = (name, folder, report, { config, env = {}, before, only = [] } = {}) => ({
  name,
  run: async () => {
    const missing = await before?.();
    if (missing) {
      process.stderr.write(`footfall: ${missing}\n`);
      return { passed: 0, failed: 1 };
    }
    const file = join(report, `${name}.json`);
    const args = ['run', '--root', folder, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...only];
    if (config) args.push('--config', config);
    const temporary = mkdtempSync(join(tmpdir(), 'ff-'));
    const code = await run(join(ROOT, 'node_modules/.bin/vitest'), args, { env: { ...process.env, TMPDIR: temporary, ...env } });
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
    try {
      const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(file, 'utf8'));
      return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
    } catch {
      return { passed: 0, failed: 1 };
    }
  },
});

/**
 * Runs them all. A suite that ran nothing counts as failed, and so does having no suite to run: a check must prove that it looked.
 * @returns {Promise<{summary: string, passed: number, failed: number}>}
 */
export async function runSuites(suites) {
  const sum = { passed: 0, failed: suites.length === 0 ? 1 : 0 };
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
  return { ...sum, summary: `\n${lines.join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed\n` };
}
