import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without the browser's own windows around it, a quarter less work for each page. */
const WINDOWLESS = '/usr/bin/chromium-headless-shell';
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

interface Launch {
  readonly executablePath: string;
  readonly args: string[];
}

function launchOf(places: readonly string[], hosts: Readonly<Record<string, string>> = {}, secure: readonly string[] = [], userAgent = ''): Launch {
  const executablePath = places.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium: run "apt-get install chromium fonts-noto-cjk" as root, then npm test again');
  const rules = Object.entries(hosts).map(([name, target]) => `MAP ${name} ${target}`).join(', ');
  return {
    executablePath,
    args: [
      ...FLAGS,
      `--disable-features=${FEATURES_OFF.join(',')}`,
      ...(secure.length === 0 ? [] : [`--unsafely-treat-insecure-origin-as-secure=${secure.map((name) => `http://${name}`).join(',')}`]),
      ...(userAgent === '' ? [] : [`--user-agent=${userAgent}`]),
      ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`]),
    ],
  };
}

/**
 * Chromium of the system. `hosts` maps names such as shop.example to a loopback address and port, as a resolver would;
 * those named in `secure` have what browsers keep for https. `userAgent` is that of tabs that no context gives another.
 */
export async function launchBrowser(hosts: Readonly<Record<string, string>> = {}, secure: readonly string[] = [], userAgent = ''): Promise<Browser> {
  return chromium.launch({ ...launchOf(PLACES, hosts, secure, userAgent), ignoreDefaultArgs: SWITCHED_OFF });
}

/** A browser for the console, whose pages ask nothing of the windows around them: without windows where the system has such a one. */
export async function launchWindowless(): Promise<Browser> {
  return chromium.launch({ ...launchOf([WINDOWLESS, ...PLACES]), ignoreDefaultArgs: SWITCHED_OFF });
}

/**
 * A page in a Chromium that nobody drives: where the driver is attached, nothing is rendered ahead, and it attaches to every tab
 * of its browser, sooner or later. Gives what ends it.
 */
export function openUndriven(url: string, hosts: Readonly<Record<string, string>>, userAgent: string): () => Promise<void> {
  const { executablePath, args } = launchOf(PLACES, hosts, [], userAgent);
  const folder = mkdtempSync(join(tmpdir(), 'undriven-'));
  const child = spawn(executablePath, ['--headless=new', `--user-data-dir=${folder}`, '--password-store=basic', ...args, url], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  // Its processes write for a moment longer: the folder goes with the temporary folder of the run.
  return async () => {
    child.kill();
    await ended;
  };
}
