/** Installs the dependencies when they are not those of package-lock.json. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, stop } from './run.mjs';
import { hashOf, isFresh, writeStamp } from './stamp.mjs';

const STAMP = 'node_modules/.footfall-installed';
/** npm writes it last; one that was ended midway may still say that all went well. */
const DONE = join(ROOT, 'node_modules/.package-lock.json');
const OLDEST = [20, 19];

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  stop(`Node ${process.versions.node} is too old: install Node ${OLDEST.join('.')} or newer and run the command again.`);
}

export async function ensureInstalled() {
  checkNode();
  const hash = hashOf(['package-lock.json']);
  if (isFresh(STAMP, hash)) return;
  process.stderr.write('footfall: installing dependencies (about 1 GB with the analytics engine; once)\n');
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true });
  if (code === 127) stop('npm was not found: install npm and run the command again.');
  if (code !== 0 || !existsSync(DONE)) stop('the dependencies could not be installed: see the messages above; most often the registry can not be reached or the disk is full.');
  writeStamp(STAMP, hash);
}
