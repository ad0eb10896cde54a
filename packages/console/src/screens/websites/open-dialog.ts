import type { Website } from '@footfall/contract';

/** Which dialog is open, over which site; `edit` without one adds. */
export type OpenDialog = { readonly kind: 'bulk' } | { readonly kind: 'edit'; readonly site?: Website } | { readonly kind: 'details' | 'logs' | 'remove' | 'share'; readonly site: Website };
