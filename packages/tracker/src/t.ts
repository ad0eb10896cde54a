/**
 * The tracker: one line in a page counts its views. Sends one beacon per page view, also for views that a
 * single-page application makes through the history. Never throws into the page.
 */
import type { ClientHints, WireHit } from '@footfall/contract/hit';
import { facts } from './facts.js';
import { hash64 } from './hash.js';

interface AgentData {
  getHighEntropyValues(names: string[]): Promise<{
    platform?: string; platformVersion?: string; architecture?: string; model?: string; mobile?: boolean;
    fullVersionList?: { brand: string; version: string }[];
  }>;
}
interface BatteryNavigator {
  getBattery?(): Promise<{ charging: boolean; level: number }>;
}

const HINTS = ['platformVersion', 'architecture', 'model', 'fullVersionList'];
/** Milliseconds that a view waits for what the browser tells only later. */
const PATIENCE = 300;

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function hints(): Promise<ClientHints | undefined> {
  const { fullVersionList, ...rest } = (await (navigator as { userAgentData?: AgentData }).userAgentData?.getHighEntropyValues(HINTS)) ?? {};
  if (!rest.platform) return undefined;
  const { platform, platformVersion, architecture, model, mobile } = rest;
  return {
    platform, platformVersion, architecture, model, mobile,
    brands: fullVersionList?.slice(0, 10).map(({ brand, version }): [string, string] => [brand, version]),
  };
}

async function battery(): Promise<WireHit['b']> {
  const state = await (navigator as BatteryNavigator).getBattery?.();
  return state && [state.charging ? 1 : 0, state.level];
}

function start(collect: string): void {
  const known = facts();
  // What changes with an update of the browser or a turn of the device stays out, so that the fingerprint lasts.
  const [width = 0, height = 0] = known.s ?? [];
  const f = hash64([known.o, known.c, known.m, known.k, known.z, known.l, known.p, known.g, Math.min(width, height), Math.max(width, height), screen.colorDepth].join('|'));
  const later = Promise.all([hints(), battery()]).then(([h, b]) => Object.assign(known, { h, b })).catch(() => known);
  let last = '';
  let referrer = document.referrer;

  const send = (beacon: WireHit, at: number) => {
    const body = JSON.stringify({ ...beacon, ...known, d: Date.now() - at });
    if (!navigator.sendBeacon?.(collect, body)) void fetch(collect, { method: 'POST', body, keepalive: true }).catch(() => undefined);
  };

  const view = () => {
    const u = location.href;
    if (u.split('#')[0] === last) return;
    const beacon: WireHit = { v: 1, i: randomId(), u: u.slice(0, 4096), r: referrer.slice(0, 4096), t: document.title.slice(0, 512), f };
    last = u.split('#')[0] ?? u;
    referrer = u;
    const at = Date.now();
    let sent = false;
    const once = () => {
      if (sent) return;
      sent = true;
      removeEventListener('pagehide', once);
      send(beacon, at);
    };
    addEventListener('pagehide', once);
    setTimeout(once, PATIENCE);
    void later.then(once);
  };

  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name].bind(history);
    history[name] = (...parameters: Parameters<History['pushState']>) => {
      original(...parameters);
      setTimeout(view);
    };
  }
  addEventListener('popstate', () => setTimeout(view));
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    last = '';
    view();
  });
  view();
}

try {
  const script = document.currentScript as HTMLScriptElement;
  const collect = new URL('/collect', script.src).href;
  const begin = () => {
    try {
      start(collect);
    } catch {
      // A page must never suffer from being counted.
    }
  };
  if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
  else begin();
} catch {
  // As above: an odd browser goes uncounted rather than broken.
}
