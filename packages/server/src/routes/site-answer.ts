import type { Website, WebsiteTracking } from '@footfall/contract';
import type { SiteTracking } from '../metadata/site-tracking.js';

interface ShownSite {
  readonly id: number;
  readonly name: string;
  readonly domain: string;
  readonly isStat: boolean;
  /** IANA, resolved. */
  readonly timeZone: string;
  readonly tracking: SiteTracking;
}

/** A site as every answer shows it. `createdAt` is local time, as text. */
export function siteAnswer(site: ShownSite, createdAt: string): Website {
  const { respectDnt, canvasFingerprint, visitorId, stripCampaign } = site.tracking;
  return {
    id: site.id,
    name: site.name,
    domain: site.domain,
    is_stat: site.isStat ? 1 : 0,
    time_zone: site.timeZone,
    tracking: {
      respect_dnt: respectDnt ? 1 : 0,
      canvas_fingerprint: canvasFingerprint ? 1 : 0,
      visitor_id: visitorId ? 1 : 0,
      strip_campaign: stripCampaign ? 1 : 0,
    },
    created_at: createdAt,
  };
}

/** The settings that an administrator gave, over those that were. */
export function trackingGiven(before: SiteTracking, given: { readonly [name in keyof WebsiteTracking]?: WebsiteTracking[name] | undefined }): SiteTracking {
  const chosen = (flag: 0 | 1 | undefined, was: boolean): boolean => (flag === undefined ? was : flag === 1);
  return {
    respectDnt: chosen(given.respect_dnt, before.respectDnt),
    canvasFingerprint: chosen(given.canvas_fingerprint, before.canvasFingerprint),
    visitorId: chosen(given.visitor_id, before.visitorId),
    stripCampaign: chosen(given.strip_campaign, before.stripCampaign),
  };
}
