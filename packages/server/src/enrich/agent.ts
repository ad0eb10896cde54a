import { LRUCache } from 'lru-cache';
import parse from 'ua-parser-js';
import { detached } from './text.js';

/** What an agent says of the device. '' where it says nothing. */
export interface AgentFacts {
  readonly browserName: string;
  readonly browserVersion: string;
  readonly engineName: string;
  readonly engineVersion: string;
  readonly osName: string;
  readonly osVersion: string;
  /** desktop, mobile, tablet, tv, console, wearable, embedded, xr or ''. */
  readonly deviceType: string;
  readonly deviceVendor: string;
  readonly deviceModel: string;
  readonly architecture: string;
}

const AGENTS = 20_000;

/** Systems that run on telephones when nothing says otherwise. */
const HANDHELD = new Set(['Android', 'iOS', 'HarmonyOS', 'Windows Phone', 'Windows Mobile', 'BlackBerry', 'Symbian', 'KaiOS', 'Firefox OS', 'Bada', 'MeeGo', 'Sailfish']);

/**
 * Device, system, browser and engine of an agent, parsed once per distinct agent. One agent in memory costs about 1 KB.
 * Corrections to the parser, all for agents frozen by their makers:
 * - iOS 26 and later say `OS 18_6` or `18_7` for ever; the true version is in `Version/`.
 * - Android Chrome says `Android 10; K` for every telephone: the K is not a model, and the version is only known from client hints.
 */
export function createAgentReader(): (agent: string) => AgentFacts {
  const known = new LRUCache<string, AgentFacts>({ max: AGENTS });
  return (agent) => {
    const held = known.get(agent);
    if (held !== undefined) return held;
    const facts = readAgent(agent);
    known.set(detached(agent), facts);
    return facts;
  };
}

export function readAgent(agent: string): AgentFacts {
  const { browser, engine, os, device, cpu } = parse(agent);
  const osName = os.name ?? '';
  const model = device.model ?? '';
  return {
    browserName: browser.name ?? '',
    browserVersion: browser.version ?? '',
    engineName: engine.name ?? '',
    engineVersion: engine.version ?? '',
    osName,
    osVersion: osName === 'iOS' ? iosVersion(agent, os.version ?? '') : (os.version ?? ''),
    deviceType: deviceType(device.type ?? '', osName, browser.name ?? ''),
    deviceVendor: device.vendor ?? '',
    deviceModel: model === 'K' ? '' : model,
    architecture: cpu.architecture ?? '',
  };
}

function deviceType(parsed: string, osName: string, browserName: string): string {
  if (parsed === 'smarttv') return 'tv';
  if (parsed !== '') return parsed;
  if (HANDHELD.has(osName)) return 'mobile';
  return browserName === '' && osName === '' ? '' : 'desktop';
}

function iosVersion(agent: string, said: string): string {
  if (!/^18[._][67]/u.test(said)) return said;
  const safari = / Version\/((\d+)[\d.]*)/u.exec(agent);
  return safari?.[1] !== undefined && Number(safari[2]) >= 26 ? safari[1] : said;
}
