/** From a file to an avatar. Source: specification 2, section 2. */
export const AVATAR_STEPS = ['pick', 'crop', 'upload'] as const;

export type AvatarStep = (typeof AVATAR_STEPS)[number];
