/** What of a site is looked after by itself, beside its form. */
export const OWN_SECTIONS = ['members', 'keys'] as const;
