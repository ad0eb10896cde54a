/** What a site's form is divided into. */
export const SITE_SECTIONS = ['general', 'leftOut', 'kept'] as const;
export type SiteSection = (typeof SITE_SECTIONS)[number];
