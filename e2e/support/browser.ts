import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic'];

/** Chromium of the system. `hosts` maps names such as shop.example to a loopback address and port, as a resolver would. */
export async function launchBrowser(hosts: Readonly<Record<string, string>> = {}): Promise<Browser> {
  const executablePath = PLACES.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium: run "apt-get install chromium fonts-noto-cjk" as root, then npm test again');
  const rules = Object.entries(hosts).map(([name, target]) => `MAP ${name} ${target}`).join(', ');
  return chromium.launch({ executablePath, args: [...FLAGS, ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`])] });
}
