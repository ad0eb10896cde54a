import type { Output, endpoints, Website, WebsiteTracking } from '@footfall/contract';
import type { SiteTracking } from '../metadata/site-tracking.js';
import type { StoredSite } from '../metadata/sites.js';

interface ShownSite {
  readonly id: number;
  readonly name: string;
  readonly domain: string;
  readonly isStat: boolean;
  /** IANA, resolved. */
  readonly timeZone: string;
  readonly tracking: SiteTracking;
}

type Summary = Pick<Output<typeof endpoints.websites.statistics>['list'][number], 'id' | 'name' | 'domain' | 'is_stat' | 'time_zone' | 'tracking' | 'created_at'>;

/** A site as every answer shows it. `createdAt` is local time, as text. */
export function siteSummary(site: ShownSite, createdAt: string): Summary {
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

/** A site with all that can be set, for its own screen. */
export function siteAnswer(site: ShownSite & Pick<StoredSite, 'aliases' | 'subdomains' | 'rules'>, createdAt: string): Website {
  const { aliases, subdomains, rules } = site;
  return {
    ...siteSummary(site, createdAt),
    aliases: [...aliases],
    subdomains: subdomains ? 1 : 0,
    excluded_addresses: [...rules.excludedAddresses],
    excluded_paths: [...rules.excludedPaths],
    excluded_parameters: [...rules.excludedParameters],
    retention_days: rules.retentionDays,
    address_mask: rules.maskAddresses ? 'partial' : 'none',
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
