import type { WireHit } from '@footfall/contract/hit';

/** The longest name, key and text that the server takes, and how many properties. Source: contract/src/hit.ts. */
const MAX = { name: 64, key: 64, text: 255, count: 20 };

/** A custom event as it goes over the wire: what the server would refuse is cut or left out. Undefined without a name. */
export function customEvent(name: unknown, properties: unknown): WireHit['e'] {
  if (typeof name !== 'string' || !name) return undefined;
  const entries = Object.entries(properties ?? {})
    .map(([key, value]): [string, unknown] => [key.slice(0, MAX.key), typeof value === 'string' ? value.slice(0, MAX.text) : value])
    .filter(([, value]) => typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value));
  return [name.slice(0, MAX.name), Object.fromEntries(entries.slice(0, MAX.count)) as Record<string, string | number | boolean>];
}
