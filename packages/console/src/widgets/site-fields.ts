import type { Website } from '@footfall/contract';

/** The fields of a site that can be edited, as the form holds them. */
export interface SiteFields {
  name: string;
  domain: string;
  is_stat: boolean;
  time_zone: string;
}

/** The form's fields for a site, or for a new one. */
export function siteFields(site: Website | undefined): SiteFields {
  return { name: site?.name ?? '', domain: site?.domain ?? '', is_stat: (site?.is_stat ?? 1) === 1, time_zone: site?.time_zone ?? '' };
}

/** What the form's fields mean to the server. */
export function siteInput(fields: SiteFields): { name: string; domain: string; is_stat: 0 | 1; time_zone: string } {
  return { name: fields.name.trim(), domain: fields.domain.trim(), is_stat: fields.is_stat ? 1 : 0, time_zone: fields.time_zone };
}
