import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic'];

/**
 * The address bar's list is two web pages of its own, loaded for every window: half of what a test's window costs. The last flag of
 * a name holds, so what the driver switches off is said again (playwright-core, chromiumSwitches).
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'PrewarmWebUIContents',
  'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch',
];

/** What the driver switches off although visitors have it. */
const SWITCHED_OFF = ['--disable-back-forward-cache'];

/**
 * Chromium of the system. `hosts` maps names such as shop.example to a loopback address and port, as a resolver would;
 * those named in `secure` have what browsers keep for https. `userAgent` is that of tabs that no context gives another.
 */
export async function launchBrowser(hosts: Readonly<Record<string, string>> = {}, secure: readonly string[] = [], userAgent = ''): Promise<Browser> {
  const executablePath = PLACES.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium: run "apt-get install chromium fonts-noto-cjk" as root, then npm test again');
  const rules = Object.entries(hosts).map(([name, target]) => `MAP ${name} ${target}`).join(', ');
  return chromium.launch({ executablePath, ignoreDefaultArgs: SWITCHED_OFF, args: [...FLAGS, `--disable-features=${FEATURES_OFF.join(',')}`, ...(secure.length === 0 ? [] : [`--unsafely-treat-insecure-origin-as-secure=${secure.map((name) => `http://${name}`).join(',')}`]), ...(userAgent === '' ? [] : [`--user-agent=${userAgent}`]), ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`])] });
}
