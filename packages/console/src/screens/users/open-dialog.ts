import type { Invitation, UserRow } from '@footfall/contract';

/** Which dialog is open; `edit` without a user invites one. */
export type OpenDialog = { readonly kind: 'edit'; readonly user?: UserRow } | { readonly kind: 'link'; readonly username: string; readonly invitation: Invitation };
