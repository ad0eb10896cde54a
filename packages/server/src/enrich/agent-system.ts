import type { NameAndVersion } from './agent-browser.js';
import { filled, type RuleHit, versionOf } from './rule-matcher.js';

/** Systems of the parser that say little: what the rules name besides wins over them. */
const GENERAL = new Set(['', 'Linux', 'Unix', 'UNIX']);
/** Names of the rules in the words of the parser. */
const SPELLINGS = new Map([
  ['Mac OS X', 'Mac OS'],
  ['BlackBerry OS', 'BlackBerry'],
  ['Chrome OS', 'Chromium OS'],
  ['ATV OS X', 'tvOS'],
  ['WatchOS', 'watchOS'],
  ['KAIOS', 'KaiOS'],
  ['PLAYSTATION', 'PlayStation'],
  ['Web0S', 'webOS'],
  ['Symbian OS', 'Symbian'],
  ['android', 'Android'],
]);
const ARCHITECTURE = /^(?:i[3-6]86|x86(?:_64)?|x64|amd64|ia32|arm\w*|aarch64|ppc\w*|mips\w*|sparc\w*|sun\w+)$/iu;

/** Operating system and version: what the parser says, or the rules where it knows none or only that it is a Linux. */
export function readSystem(agent: string, parsed: { readonly name?: string; readonly version?: string }, hit: RuleHit | null): NameAndVersion {
  // The parser takes `MIDP; Opera Mini` for an iPhone's agent.
  const said = parsed.name === 'iOS' && agent.includes('J2ME/MIDP') ? named('', '') : named(parsed.name ?? '', parsed.version ?? '');
  const ruled = hit === null ? null : named(filled(hit.rule[2] || '$1', hit.match), versionOf(hit.rule, hit.match));
  const best = ruled !== null && winsOver(said, ruled, agent) ? ruled : said;
  if (best.version === '' && agent.includes('Darwin/')) return { name: best.name, version: darwinVersion(agent, best.name) };
  if (best.name === 'iOS') return { name: 'iOS', version: iosVersion(agent, best.version) };
  // The number behind its engine is the engine's; only the rules know which version that came with.
  if (best.name === 'Firefox OS' && ruled?.name === 'Firefox OS') return ruled;
  if (best.name === 'Windows' && best.version === '8.1' && agent.includes('Windows NT 6.3; ARM')) return { name: 'Windows', version: 'RT 8.1' };
  const known = best.version === '' && ruled !== null && ruled.name === best.name ? ruled : best;
  return known.name === 'Android' && known.version === '' ? { name: 'Android', version: /\bandroid mobile\/(\d[\d.]*)/iu.exec(agent)?.[1] ?? '' } : known;
}

function named(name: string, version: string): NameAndVersion {
  return { name: SPELLINGS.get(name) ?? name, version: ARCHITECTURE.test(version) ? '' : version };
}

function winsOver(said: NameAndVersion, ruled: NameAndVersion, agent: string): boolean {
  if (ruled.name === 'Other') return false;
  if (GENERAL.has(said.name)) return !(said.name !== '' && GENERAL.has(ruled.name));
  // Programs on Apple's systems give the version of the kernel, of which only the rules know the system's.
  if (agent.includes('Darwin/')) return true;
  // A telephone's agent says "like Mac OS X", and a television's like a telephone's.
  if (ruled.name === 'tvOS') return true;
  return said.name === 'Mac OS' && ruled.name === 'iOS';
}

/** iOS 26 and later say `OS 18_6` or `18_7` for ever; the true version is in `Version/`. */
function iosVersion(agent: string, said: string): string {
  if (!/^18[._][67]/u.test(said)) return said;
  const safari = / Version\/((\d+)[\d.]*)/u.exec(agent);
  return safari?.[1] !== undefined && Number(safari[2]) >= 26 ? safari[1] : said;
}

/**
 * The system's version by its kernel's: from Darwin 20 the majors run in step (iOS 14 and macOS 11 came with 20, iOS 18 and macOS 15 with
 * 24; with 25 Apple gave both the year's number, 26). Source: Apple's release notes. '' for older ones, and for other systems.
 */
function darwinVersion(agent: string, system: string): string {
  const [, major = '', minor = ''] = /Darwin\/(\d+)\.(\d+)/u.exec(agent) ?? [];
  const kernel = Number(major);
  if (kernel < 20 || (system !== 'iOS' && system !== 'Mac OS')) return '';
  if (kernel >= 25) return `${kernel + 1}.${minor}`;
  return system === 'iOS' ? `${kernel - 6}.${minor}` : `${kernel - 9}.${minor}`;
}
