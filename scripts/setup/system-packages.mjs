/** Chromium and a Chinese/Japanese font for the browser tests, from Debian's packages where this user may install them. */
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const PACKAGES = ['chromium', 'fonts-noto-cjk'];

export function browserPath() {
  return BROWSERS.find((path) => existsSync(path));
}

/** @returns {Promise<string | null>} what is missing and what to do, null when all is there */
export async function ensureBrowser() {
  const has = () => browserPath() !== undefined && existsSync('/usr/share/fonts/opentype/noto');
  if (has()) return null;
  const advice = `the browser tests need ${PACKAGES.join(' and ')}: run "apt-get install ${PACKAGES.join(' ')}" as root, then npm test again`;
  if (process.getuid?.() !== 0) return advice;
  process.stderr.write(`footfall: installing ${PACKAGES.join(', ')} for the browser tests\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], { env, quiet: true });
  return browserPath() === undefined ? advice : null;
}
