/**
 * The parts of `npm test`: what a suite is, and running them in their order. Those that do not need the machine to themselves are
 * `light`: where several follow each other, two run at once, and what each says is told when it has ended.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT, run } from './run.mjs';

/** Light suites that run at once. */
const AT_ONCE = 2;

/** Lines of a failure that the summary repeats. */
const TOLD_LINES = 12;

/** What failed in a report of vitest's, each with the beginning of why: tests, and files that could not be run. */
function failuresIn({ testResults }, folder) {
  const told = (file, name, why = '') => {
    const lines = stripVTControlCharacters(why).split('\n').filter((line) => line.trim() !== '' && !/^\s+at /u.test(line));
    return [`${relative(join(ROOT, folder), file)} > ${name}`, ...lines.slice(0, TOLD_LINES)].join('\n    ');
  };
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [told(file, 'the file', message)];
    return failed.map(({ fullName, failureMessages }) => told(file, fullName, failureMessages?.[0]));
  });
}

/** A command that passes or fails as one. */
export const check = (name, command, args, { light = false } = {}) => ({
  name,
  light,
  run: async (hold) => ((await run(command, args, { hold })) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
});

/**
 * A folder's vitest suite, counted test by test; its report goes into a folder of its own. What its tests leave in the
 * system's temporary folder goes with the suite: it is given one of its own, of a short name, for sockets lie in it.
 * One that needs what this machine can not have (`unless` says what) is skipped, and the summary says so.
 */
export const vitestSuite = (name, folder, report, { config, env = {}, before, unless, only = [], except = [], light = false } = {}) => ({
  name,
  light,
  run: async (hold) => {
    const skipped = await unless?.();
    if (skipped) return { passed: 0, failed: 0, skipped };
    const missing = await before?.();
    if (missing) {
      process.stderr.write(`footfall: ${missing}\n`);
      return { passed: 0, failed: 1 };
    }
    const file = join(report, `${name}.json`);
    const args = ['run', '--root', folder, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...only, ...except.flatMap((pattern) => ['--exclude', pattern])];
    if (config) args.push('--config', config);
    const temporary = mkdtempSync(join(tmpdir(), 'ff-'));
    // A server that runs as somebody else has its own folder in it.
    chmodSync(temporary, 0o711);
    const code = await run(join(ROOT, 'node_modules/.bin/vitest'), args, { env: { ...process.env, TMPDIR: temporary, ...env }, hold });
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
    try {
      const said = JSON.parse(readFileSync(file, 'utf8'));
      const { numPassedTests: passed, numFailedTests: failed } = said;
      return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, failures: failuresIn(said, folder) };
    } catch {
      return { passed: 0, failed: 1 };
    }
  },
});

/** Runs one and says how it went; a suite that ran nothing has failed. What a light one says comes in one piece. */
async function runSuite(suite) {
  const started = Date.now();
  const held = [];
  const heading = `\n── ${suite.name}\n`;
  if (!suite.light) process.stderr.write(heading);
  const result = await suite.run(suite.light ? (output) => held.push(output) : undefined);
  if (suite.light) process.stderr.write(Buffer.concat([Buffer.from(heading), ...held]));
  if (result.skipped) process.stderr.write(`footfall: skipped: ${result.skipped}\n`);
  else if (result.passed + result.failed === 0) {
    process.stderr.write(`footfall: the suite ${suite.name} ran nothing\n`);
    result.failed = 1;
  }
  return { ...result, seconds: (Date.now() - started) / 1_000 };
}

/** Light ones that follow each other are a group, every other one is a group of its own. */
function groupsOf(suites) {
  const groups = [];
  for (const suite of suites) {
    const last = groups.at(-1);
    if (suite.light && last?.at(-1).light) last.push(suite);
    else groups.push([suite]);
  }
  return groups;
}

/**
 * Runs them all. A suite that ran nothing counts as failed, and so does having no suite to run: a check must prove that it looked.
 * @returns {Promise<{summary: string, passed: number, failed: number}>}
 */
export async function runSuites(suites) {
  const results = new Map();
  for (const group of groupsOf(suites)) {
    const next = group.values();
    const runNext = async () => {
      for (const suite of next) results.set(suite, await runSuite(suite));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  }

  const sum = { passed: 0, failed: suites.length === 0 ? 1 : 0 };
  const lines = suites.map((suite) => {
    const { passed, failed, seconds, skipped } = results.get(suite);
    sum.passed += passed;
    sum.failed += failed;
    return `${suite.name.padEnd(12)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s${skipped ? `   skipped: ${skipped}` : ''}`;
  });
  // At the end as well: what a suite printed of it stands thousands of lines above.
  const failures = suites.flatMap((suite) => (results.get(suite).failures ?? []).map((failure) => `failed: ${suite.name}: ${failure}\n`));
  return { ...sum, summary: `\n${lines.join('\n')}\n\n${failures.join('\n')}${failures.length === 0 ? '' : '\n'}${sum.passed} passed, ${sum.failed} failed\n` };
}
