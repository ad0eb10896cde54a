/** Builds what is out of date: each unit is made from the files it names. */
import { join } from 'node:path';
import { compressFolder } from './compress.mjs';
import { ROOT, run, stop } from './run.mjs';
import { hashOf, isFresh, removeStamp, writeStamp } from './stamp.mjs';

const SHARED = ['package-lock.json', 'tsconfig.base.json', 'packages/contract'];
const bin = (name) => join(ROOT, 'node_modules/.bin', name);

async function buildConsole() {
  const code = await run(bin('vite'), ['build', '--logLevel', 'warn'], { cwd: join(ROOT, 'packages/console') });
  if (code === 0) compressFolder(join(ROOT, 'packages/console/dist'));
  return code;
}

const UNITS = [
  { name: 'server', from: [...SHARED, 'packages/memory', 'packages/engine', 'packages/server'], stamp: 'packages/server/dist/.stamp', make: () => run(bin('tsc'), ['-b', 'packages/contract', 'packages/memory', 'packages/engine', 'packages/server']) },
  { name: 'tracker', from: [...SHARED, 'packages/tracker'], stamp: 'packages/tracker/dist/.stamp', make: () => run(process.execPath, ['packages/tracker/build.mjs']) },
  { name: 'console', from: [...SHARED, 'packages/console', 'scripts/setup/weight.mjs'], stamp: 'packages/console/dist/.stamp', make: buildConsole },
];

export async function ensureBuilt() {
  for (const unit of UNITS) {
    const hash = hashOf(unit.from);
    if (isFresh(unit.stamp, hash)) continue;
    process.stderr.write(`footfall: building ${unit.name}\n`);
    removeStamp(unit.stamp);
    if ((await unit.make()) !== 0) stop(`the ${unit.name} could not be built: see the messages above.`);
    writeStamp(unit.stamp, hash);
  }
}
