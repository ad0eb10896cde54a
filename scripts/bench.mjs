/** Runs the benchmarks, one after the other, or those named; the one that fills 8 GB of disk only when it is named. They print ratios measured in one run; nothing passes or fails by time. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { ROOT } from './setup/run.mjs';

await ensureInstalled();
await ensureBuilt();
const all = readdirSync(join(ROOT, 'bench')).filter((file) => file.endsWith('.mjs')).map((file) => file.slice(0, -'.mjs'.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`there is no benchmark ${unknown.join(', ')}: ${all.join(', ')}\n`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : all.filter((one) => one !== 'scale')) {
  const code = await new Promise((done) => {
    spawn(process.execPath, [join(ROOT, 'bench', `${name}.mjs`)], { cwd: ROOT, stdio: 'inherit' }).on('exit', done);
  });
  if (code !== 0) process.exitCode = 1;
}
