import { attempt } from './attempt.js';

/** The part of a browser's global object that the fingerprint reads: small enough to be made up from a recorded profile. */
export interface Scope {
  readonly navigator: {
    readonly userAgent: string;
    readonly platform: string;
    readonly vendor: string;
    readonly hardwareConcurrency?: number;
    readonly maxTouchPoints?: number;
  };
  readonly screen: { readonly width: number; readonly height: number; readonly colorDepth: number };
  readonly devicePixelRatio: number;
  readonly Intl: { DateTimeFormat(): { resolvedOptions(): { locale: string; timeZone: string; hourCycle?: string; numberingSystem: string; calendar: string } } };
}

/** Of a device and its browser what stays the same over reloads, private windows, zoom, turning and updates. */
export interface Traits {
  readonly platform?: string | undefined;
  readonly vendor?: string | undefined;
  readonly products: string;
  readonly model: string;
  readonly screen?: readonly [short: number, long: number] | undefined;
  readonly depth?: number | undefined;
  readonly cores?: number | undefined;
  readonly memory?: number | undefined;
  readonly touch?: number | undefined;
  readonly locale: string;
}

interface Odd {
  readonly deviceMemory?: number;
  /** Only Brave has it. */
  readonly brave?: unknown;
}

/** Names of products in an agent, without their versions: an update changes only those. The last may stand without one. */
const products = (agent: string): string => (agent.match(/[A-Za-z][\w.]*(?=\/|$)/g) ?? []).join(' ');

/** The model that an Android agent names last in its first brackets (`K` is what Chromium says instead of one), and apps on Apple's phones anywhere. */
function modelOf(agent: string): string {
  const named = /\(Linux; (?:U; )?Android[^;)]*;(?: [a-z]{2}[-_][A-Za-z]{2};)? ?([^;)]*?)(?: Build\/[^;)]*)?(?:; wv)?\)/.exec(agent)?.[1] ?? /\biP(?:hone|ad)\d+,\d+/.exec(agent)?.[0];
  return named === undefined || named === 'K' ? '' : named;
}

/**
 * Sides of the screen, the shorter first: turning it changes nothing. Zooming changes neither in Chromium and Safari;
 * Firefox divides both by the zoom and multiplies the pixel ratio, so that the product stays, but for rounding.
 */
function sides({ screen: { width, height }, devicePixelRatio }: Scope, firefox: boolean): [number, number] {
  const side = (length: number) => (firefox ? Math.round((length * devicePixelRatio) / 4) : Math.round(length));
  return [side(Math.min(width, height)), side(Math.max(width, height))];
}

/**
 * Reads what the fingerprint is made of. Left out on purpose: versions and the agent as a whole (updates), the preferred
 * languages (their order is changed, and private windows name one only), window sizes, the usable screen, the pixel
 * ratio (zoom), battery and connection.
 */
export function readTraits(scope: Scope): Traits {
  const { navigator: n } = scope;
  const { deviceMemory, brave } = n as Odd;
  const agent = attempt(() => n.userAgent) ?? '';
  // Firefox rounds hardware facts in its private windows; Brave makes them up anew for each session.
  const firefox = /Gecko\/\d/.test(agent);
  const honest = !firefox && brave === undefined;
  const time = attempt(() => scope.Intl.DateTimeFormat().resolvedOptions());
  return {
    platform: attempt(() => n.platform),
    vendor: attempt(() => n.vendor),
    products: products(agent),
    model: modelOf(agent),
    screen: attempt(() => sides(scope, firefox)),
    depth: attempt(() => scope.screen.colorDepth),
    cores: honest ? n.hardwareConcurrency : undefined,
    memory: honest ? deviceMemory : undefined,
    touch: honest ? n.maxTouchPoints : undefined,
    locale: time ? [time.locale, time.timeZone, time.hourCycle, time.numberingSystem, time.calendar].join() : '',
  };
}
