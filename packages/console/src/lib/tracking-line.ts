import type { WebsiteTracking } from '@footfall/contract';

/** Settings of a site that the tracker must know of, and the attribute that tells it each. */
const ATTRIBUTES = [
  ['respect_dnt', 'data-dnt'],
  ['visitor_id', 'data-id'],
  ['canvas_fingerprint', 'data-canvas'],
] as const satisfies readonly (readonly [keyof WebsiteTracking, string])[];

/** The line for a site's pages. `address` is where they reach the server, without a slash at its end; no settings, no attributes. */
export function trackingLine(address: string, settings?: WebsiteTracking): string {
  const attributes = ATTRIBUTES.filter(([setting]) => settings?.[setting] === 1).map(([, attribute]) => ` ${attribute}`);
  return `<script defer src="${address}/t.js"${attributes.join('')}></script>`;
}
