import type { SiteTable } from './schema.js';

/** How a site wants its visitors to be counted. */
export interface SiteTracking {
  /** Browsers that send `DNT: 1` or `Sec-GPC: 1` are not counted. */
  readonly respectDnt: boolean;
  /** The fingerprint may read a drawing back. */
  readonly canvasFingerprint: boolean;
  /** The tracker may keep an id in the browser's storage for the site, and use it for the fingerprint. */
  readonly visitorId: boolean;
  /** Campaign parameters and click ids are cut from stored urls, after they were read. */
  readonly stripCampaign: boolean;
}

export const DEFAULT_TRACKING: SiteTracking = { respectDnt: false, canvasFingerprint: false, visitorId: false, stripCampaign: false };

type TrackingColumns = Pick<SiteTable, 'respect_dnt' | 'canvas_fingerprint' | 'visitor_id' | 'strip_campaign'>;

/** The settings of a row. */
export function trackingOf(row: TrackingColumns): SiteTracking {
  return { respectDnt: row.respect_dnt !== 0, canvasFingerprint: row.canvas_fingerprint !== 0, visitorId: row.visitor_id !== 0, stripCampaign: row.strip_campaign !== 0 };
}

/** The settings as columns. */
export function trackingColumns(tracking: SiteTracking): TrackingColumns {
  return {
    respect_dnt: tracking.respectDnt ? 1 : 0,
    canvas_fingerprint: tracking.canvasFingerprint ? 1 : 0,
    visitor_id: tracking.visitorId ? 1 : 0,
    strip_campaign: tracking.stripCampaign ? 1 : 0,
  };
}
