import type { ClientHints, VisitRecord } from '@footfall/contract';
import type { AgentFacts } from '../agent.js';
import type { Step } from '../draft.js';
import { MAX_TEXT, storable } from '../text.js';

/**
 * Lets what the browser says in so many words (client hints, touch points) win over an agent that its maker has frozen.
 * Sources: W3C "User-Agent Client Hints"; Microsoft "Detect Windows 11 using User-Agent Client Hints" for the numbers of Windows.
 */
export function hintsStep(read: (agent: string) => AgentFacts): Step {
  return (draft) => {
    const { visit } = draft;
    const { client } = draft.arrival;
    if (client !== null && visit.os_name === 'Mac OS' && (client.k ?? 0) > 1 && visit.browser_name.includes('Safari')) asIpad(visit);
    const hints = client?.h ?? draft.arrival.hints;
    if (hints === undefined) return draft;
    system(visit, hints);
    device(visit, hints, read);
    const architecture = word(hints.architecture);
    if (architecture !== '') visit.cpu_architecture = architecture;
    browser(visit, hints.brands ?? []);
    return draft;
  };
}

/** The model that the browser names, and its maker: found as if the model stood in an agent, which frozen ones leave out. */
function device(visit: VisitRecord, hints: ClientHints, read: (agent: string) => AgentFacts): void {
  const model = word(hints.model);
  if (model !== '' && model !== 'K' && model !== visit.device_model) {
    const facts = read(`Mozilla/5.0 (Linux; Android 10; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100.0.0.0${hints.mobile === true ? ' Mobile' : ''} Safari/537.36`);
    visit.device_model = facts.deviceModel || model;
    visit.device_vendor = facts.deviceVendor || visit.device_vendor;
    if (visit.device_type === '' || visit.device_type === 'desktop') visit.device_type = hints.mobile === true ? 'mobile' : visit.device_type;
    // Televisions, glasses and tablets are told by the model where the agent is a frozen one.
    if (facts.deviceType === 'tv' || facts.deviceType === 'xr' || (facts.deviceType === 'tablet' && hints.mobile === false)) visit.device_type = facts.deviceType;
  }
  if (hints.mobile === true && visit.device_type === 'desktop') visit.device_type = 'mobile';
}

/** Since iPadOS 13 Safari on an iPad says that it is a Mac; no Mac has a touch screen. */
function asIpad(visit: VisitRecord): void {
  visit.os_name = 'iOS';
  visit.os_version = /^\d+(?:\.\d+)?/u.exec(visit.browser_version)?.[0] ?? '';
  visit.device_type = 'tablet';
  visit.device_vendor = 'Apple';
  visit.device_model = 'iPad';
}

/** Hint names of systems, in the words of the agent parser. */
const SYSTEMS = new Map([
  ['windows', 'Windows'],
  ['macos', 'Mac OS'],
  ['mac os x', 'Mac OS'],
  ['android', 'Android'],
  ['ios', 'iOS'],
  ['chrome os', 'Chromium OS'],
  ['chromeos', 'Chromium OS'],
  ['chromium os', 'Chromium OS'],
  ['linux', 'Linux'],
]);

function system(visit: VisitRecord, hints: ClientHints): void {
  const named = SYSTEMS.get(word(hints.platform).toLowerCase());
  const version = word(hints.platformVersion);
  if (named === undefined) return;
  // "Linux" is also what a distribution's own name (Ubuntu, Fedora) is hidden under, and an Android tablet asking for the desktop page.
  if (named !== 'Linux' && visit.os_name !== named) {
    visit.os_name = named;
    visit.os_version = '';
    if (named === 'Android' && visit.device_type === 'desktop') visit.device_type = hints.mobile === true ? 'mobile' : 'tablet';
  }
  if (named === 'Windows') visit.os_version = windowsVersion(version) || visit.os_version;
  else if (named !== 'Linux' && /^\d/u.test(version) && !/^0(?:\.0)*$/u.test(version)) visit.os_version = trimmed(version);
}

/** Platform versions of Windows count API contracts: 13 and up is 11, 1 to 12 is 10, and 0.1 to 0.3 are 7, 8 and 8.1. */
function windowsVersion(version: string): string {
  const [first, second] = version.split('.', 2).map(Number);
  if (first === undefined || Number.isNaN(first)) return '';
  if (first >= 13) return '11';
  if (first >= 1) return '10';
  return ['', '7', '8', '8.1'][second ?? 0] ?? '';
}

/** `15.0.0` and `14.6.0` as people write them: `15` and `14.6`. */
function trimmed(version: string): string {
  return version.replace(/(?:\.0+)+$/u, '');
}

/** Brands of browsers, most telling first, in the words of the agent parser. What is not here says nothing (Chromium, "Not A;Brand"). */
const BRANDS: readonly (readonly [brand: string, name: string])[] = [
  ['Brave', 'Brave'],
  ['DuckDuckGo', 'DuckDuckGo'],
  ['YaBrowser', 'Yandex'],
  ['Vivaldi', 'Vivaldi'],
  ['Opera GX', 'Opera GX'],
  ['Opera Air', 'Opera'],
  ['OperaMobile', 'Opera'],
  ['Opera', 'Opera'],
  ['Avast Secure Browser', 'Avast Secure Browser'],
  ['AVG Secure Browser', 'AVG Secure Browser'],
  ['CCleaner Browser', 'CCleaner Browser'],
  ['Norton Private Browser', 'Norton Private Browser'],
  ['Quark', 'Quark'],
  ['QQBrowser', 'QQBrowser'],
  ['360 Browser', '360'],
  ['MiuiBrowser', 'MIUI Browser'],
  ['Samsung Internet', 'Samsung Internet'],
  ['HuaweiBrowser', 'Huawei Browser'],
  ['Whale', 'Whale'],
  ['Microsoft Edge', 'Edge'],
  ['Google Chrome', 'Chrome'],
];
/** Names under which the parser knows the same engine in another dress: only these give way to a brand. */
const CHROMIUM_DRESSES = new Set(['Chrome', 'Chromium', 'Mobile Chrome']);

function browser(visit: VisitRecord, brands: readonly (readonly [string, string])[]): void {
  for (const [brand, name] of BRANDS) {
    const named = brands.find(([listed]) => listed === brand);
    if (named === undefined) continue;
    const version = word(named[1]);
    const same = visit.browser_name === name;
    if (!same && !CHROMIUM_DRESSES.has(visit.browser_name)) return;
    visit.browser_name = name;
    // A reduced agent says 120.0.0.0; a full version list says 120.0.6099.71. A brand with the major only adds nothing.
    if (!same || (version.includes('.') && version.startsWith(`${major(visit.browser_version)}.`) && !version.endsWith('.0.0.0'))) {
      visit.browser_version = version;
    }
    return;
  }
}

function major(version: string): string {
  const dot = version.indexOf('.');
  return dot === -1 ? version : version.slice(0, dot);
}

function word(value: string | undefined): string {
  return value === undefined ? '' : storable(value, MAX_TEXT.word);
}
