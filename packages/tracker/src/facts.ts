import type { WireHit } from '@footfall/contract/hit';

type Facts = Omit<WireHit, 'v' | 'i' | 'u' | 'r' | 't' | 'd' | 'f'>;

/** What some browsers have and TypeScript's DOM library does not know. */
interface Extras {
  deviceMemory?: number;
  connection?: { type?: string; effectiveType?: string };
}

function gpu(): [string, string] | undefined {
  const context = document.createElement('canvas').getContext('webgl');
  const names = context?.getExtension('WEBGL_debug_renderer_info');
  if (!context || !names) return undefined;
  const read = (name: number) => String(context.getParameter(name)).slice(0, 256);
  const found: [string, string] = [read(names.UNMASKED_VENDOR_WEBGL), read(names.UNMASKED_RENDERER_WEBGL)];
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return found;
}

/** What the browser tells of the device without asking anyone. Absent facts are left out. */
export function facts(): Facts {
  const n = navigator as Navigator & Extras;
  const s = screen;
  return {
    s: [s.width, s.height, s.availWidth, s.availHeight].map(Math.round) as [number, number, number, number],
    p: devicePixelRatio,
    c: n.hardwareConcurrency,
    m: n.deviceMemory,
    k: n.maxTouchPoints,
    l: (n.languages || [n.language]).join().slice(0, 200),
    z: Intl.DateTimeFormat().resolvedOptions().timeZone,
    g: gpu(),
    o: n.platform,
    n: n.connection?.type || n.connection?.effectiveType || '',
  };
}
