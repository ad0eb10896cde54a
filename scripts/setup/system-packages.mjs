/** Browsers and a Chinese/Japanese font for the browser tests, from Debian's packages where this user may install them. */
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const PACKAGES = ['chromium', 'fonts-noto-cjk'];
/** Saves the tests of the console a quarter of their work; where it can not be had they do without it. */
const WINDOWLESS = { name: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' };
/** Where there is no network, what the tests can do without is soon given up. */
const IMPATIENTLY = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];

export function browserPath() {
  return BROWSERS.find((path) => existsSync(path));
}

async function apt(...words) {
  await run('apt-get', ['-qq', ...words], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, quiet: true });
}

async function install(names, options = []) {
  process.stderr.write(`footfall: installing ${names.join(', ')} for the browser tests\n`);
  await apt(...options, 'install', '-y', '--no-install-recommends', ...names);
}

/** @returns {Promise<string | null>} what is missing and what to do, null when all is there */
export async function ensureBrowser() {
  const hasAll = browserPath() !== undefined && existsSync('/usr/share/fonts/opentype/noto');
  const advice = `the browser tests need ${PACKAGES.join(' and ')}: run "apt-get install ${PACKAGES.join(' ')}" as root, then npm test again`;
  const mayInstall = process.getuid?.() === 0;
  if (!hasAll && !mayInstall) return advice;
  if (!hasAll) {
    await apt('update');
    await install(PACKAGES);
  }
  if (mayInstall && !existsSync(WINDOWLESS.path)) {
    if (hasAll) await apt(...IMPATIENTLY, 'update');
    await install([WINDOWLESS.name], IMPATIENTLY);
  }
  return browserPath() === undefined ? advice : null;
}
