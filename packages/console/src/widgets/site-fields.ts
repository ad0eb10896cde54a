import type { endpoints, Input, Website, WebsiteTracking } from '@footfall/contract';

type Setting = keyof WebsiteTracking;

/** In the order they are shown. */
export const TRACKING_SETTINGS = ['respect_dnt', 'visitor_id', 'canvas_fingerprint', 'strip_campaign'] as const satisfies readonly Setting[];

/** The fields of a site that can be edited, as the form holds them. */
export interface SiteFields {
  name: string;
  domain: string;
  is_stat: boolean;
  time_zone: string;
  tracking: Record<Setting, boolean>;
}

/** The form's fields for a site, or for a new one. */
export function siteFields(site: Website | undefined): SiteFields {
  const on = (setting: Setting) => site?.tracking[setting] === 1;
  return {
    name: site?.name ?? '',
    domain: site?.domain ?? '',
    is_stat: (site?.is_stat ?? 1) === 1,
    time_zone: site?.time_zone ?? '',
    tracking: { respect_dnt: on('respect_dnt'), visitor_id: on('visitor_id'), canvas_fingerprint: on('canvas_fingerprint'), strip_campaign: on('strip_campaign') },
  };
}

/** What the form's fields mean to the server. A form that does not show the settings leaves them as they are. */
export function siteInput(fields: Omit<SiteFields, 'tracking'> & Partial<Pick<SiteFields, 'tracking'>>): Omit<Input<typeof endpoints.websites.edit>, 'id'> & { name: string; domain: string } {
  const { tracking } = fields;
  return {
    name: fields.name.trim(),
    domain: fields.domain.trim(),
    is_stat: fields.is_stat ? 1 : 0,
    time_zone: fields.time_zone,
    ...(tracking === undefined ? {} : { tracking: Object.fromEntries(TRACKING_SETTINGS.map((setting) => [setting, tracking[setting] ? 1 : 0])) }),
  };
}
