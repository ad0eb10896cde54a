/** In their order; the first is the default. Source: specification 2, section 2. */
export const PROFILE_TABS = ['activity', 'account', 'security', 'tokens', 'preferences'] as const;

export type ProfileTab = (typeof PROFILE_TABS)[number];

/** Whether a text of the address names a tab. */
export function isProfileTab(text: string): text is ProfileTab {
  return PROFILE_TABS.some((tab) => tab === text);
}
