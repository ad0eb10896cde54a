import type { endpoints, Input, Website, WebsiteTracking } from '@footfall/contract';
import { shownDomain } from '../lib/domain-name';

type Setting = keyof WebsiteTracking;

/** In the order they are shown. */
export const TRACKING_SETTINGS = ['respect_dnt', 'visitor_id', 'canvas_fingerprint', 'strip_campaign'] as const satisfies readonly Setting[];

/** The lists of a site: one entry a line in the form. */
export const SITE_LISTS = ['aliases', 'excluded_addresses', 'excluded_paths', 'excluded_parameters'] as const satisfies readonly (keyof Website)[];
export type SiteList = (typeof SITE_LISTS)[number];

/** The fields of a site that can be edited, as the form holds them. */
export interface SiteFields extends Record<SiteList, string> {
  name: string;
  domain: string;
  is_stat: boolean;
  subdomains: boolean;
  time_zone: string;
  /** `null`: for ever. */
  retention_days: number | null;
  mask_addresses: boolean;
  tracking: Record<Setting, boolean>;
}

/** Only what every form of a site shows; the others leave the rest as it is. */
type GivenFields = Pick<SiteFields, 'name' | 'domain' | 'is_stat' | 'time_zone'> & Partial<SiteFields>;

/** The form's fields for a site, or for a new one. */
export function siteFields(site: Website | undefined): SiteFields {
  const on = (setting: Setting) => site?.tracking[setting] === 1;
  return {
    name: site?.name ?? '',
    domain: shownDomain(site?.domain ?? ''),
    is_stat: (site?.is_stat ?? 1) === 1,
    subdomains: site?.subdomains === 1,
    time_zone: site?.time_zone ?? '',
    aliases: (site?.aliases ?? []).map(shownDomain).join('\n'),
    excluded_addresses: (site?.excluded_addresses ?? []).join('\n'),
    excluded_paths: (site?.excluded_paths ?? []).join('\n'),
    excluded_parameters: (site?.excluded_parameters ?? []).join('\n'),
    retention_days: site === undefined || site.retention_days === 0 ? null : site.retention_days,
    mask_addresses: site?.address_mask === 'partial',
    tracking: { respect_dnt: on('respect_dnt'), visitor_id: on('visitor_id'), canvas_fingerprint: on('canvas_fingerprint'), strip_campaign: on('strip_campaign') },
  };
}

/** The lines of a list, as they were typed: a failure names one by its place. */
export const linesOf = (text: string): string[] => text.split('\n');

/** What the form's fields mean to the server. A form that does not show the settings leaves them as they are. */
export function siteInput(fields: GivenFields): Omit<Input<typeof endpoints.websites.edit>, 'id'> & { name: string; domain: string } {
  const { tracking, subdomains, retention_days: days, mask_addresses: mask } = fields;
  const lists = SITE_LISTS.flatMap((list) => {
    const text = fields[list];
    return text === undefined ? [] : [[list, linesOf(text)] as const];
  });
  return {
    name: fields.name.trim(),
    domain: fields.domain.trim(),
    is_stat: fields.is_stat ? 1 : 0,
    time_zone: fields.time_zone,
    ...Object.fromEntries(lists),
    ...(subdomains === undefined ? {} : { subdomains: subdomains ? 1 : 0 }),
    ...(days === undefined ? {} : { retention_days: days ?? 0 }),
    ...(mask === undefined ? {} : { address_mask: mask ? 'partial' : 'none' }),
    ...(tracking === undefined ? {} : { tracking: Object.fromEntries(TRACKING_SETTINGS.map((setting) => [setting, tracking[setting] ? 1 : 0])) }),
  };
}
