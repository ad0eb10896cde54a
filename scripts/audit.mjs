/**
 * Asks the package registry which of the dependencies that ship have known holes. Exit status 0: none, or nobody could be asked, which
 * it says; 1: there are some. What can be held without a network is in `scripts/test/dependencies.test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { ROOT } from './setup/run.mjs';

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** The answer of the registry; undefined where there was none. */
function answered() {
  try {
    const report = JSON.parse(stdout ?? '');
    return report.metadata?.vulnerabilities === undefined ? undefined : report;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

const report = answered();
if (error !== undefined || report === undefined) {
  process.stderr.write('footfall: NOT AUDITED: the registry gave no answer to "npm audit" from here. Run "npm run audit" where it does, before each release.\n');
} else {
  const found = Object.values(report.vulnerabilities);
  for (const { name, severity, range, via } of found) {
    const titles = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} ${one.url}`));
    process.stdout.write(`${severity}: ${name} ${range}: ${titles.join('; ')}\n`);
  }
  process.stdout.write(`${report.metadata.dependencies.prod} packages that ship, ${found.length} with known holes\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
