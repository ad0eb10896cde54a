import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { emailAddress, newPassword, paragraph, personName, preferences } from '../person.js';
import { count, pageInput, pagination } from '../shapes.js';
import { auditRow } from './audit.js';
import { userSession } from './auth.js';

/** Pixels on each side of a picture: what the cropper makes. */
export const AVATAR_SIZE = 300;
/** Bytes of a picture at most. */
export const AVATAR_BYTES = 524_288;
const AVATAR_TEXT = Math.ceil(AVATAR_BYTES / 3) * 4;

export const ownSession = z.object({
  id: z.string(),
  /** The session that asks. */
  current: z.boolean(),
  /** As the User-Agent header says; '' where it does not. */
  browser: z.string(),
  os: z.string(),
  device_type: z.string(),
  address: z.string(),
  created_at: z.string(),
  /** To the minute. */
  last_seen_at: z.string(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** An entry of the audit log without who, which one is oneself, and without its number, which counts what others did. */
const ownDeed = auditRow.omit({ id: true, user_id: true, username: true });
export type OwnDeed = z.infer<typeof ownDeed>;

export const profile = {
  edit: defineEndpoint({
    id: 'profile.edit',
    method: 'POST',
    path: '/profile/edit',
    access: 'signed-in',
    summary: 'Change the given fields of oneself.',
    input: z.object({ name: personName.optional(), email: emailAddress.optional(), introduction: paragraph(500).optional() }),
    output: userSession,
  }),
  setPreferences: defineEndpoint({
    id: 'profile.preferences',
    method: 'POST',
    path: '/profile/preferences',
    access: 'signed-in',
    summary: 'Keep what one chose in the console: the fields that are given; `settings` as a whole.',
    input: preferences.partial(),
    output: preferences,
  }),
  setAvatar: defineEndpoint({
    id: 'profile.avatar',
    method: 'POST',
    path: '/profile/avatar',
    access: 'signed-in',
    summary: `Change one's picture: a PNG of ${AVATAR_SIZE} by ${AVATAR_SIZE} pixels and at most ${AVATAR_BYTES / 1_024} KiB, as base64. Only its pixels are kept.`,
    input: z.object({ data: z.base64().min(1).max(AVATAR_TEXT) }),
    output: userSession,
  }),
  removeAvatar: defineEndpoint({
    id: 'profile.remove_avatar',
    method: 'POST',
    path: '/profile/avatar/del',
    access: 'signed-in',
    summary: "Remove one's picture.",
    input: z.object({}),
    output: userSession,
  }),
  changePassword: defineEndpoint({
    id: 'profile.password',
    method: 'POST',
    path: '/profile/password',
    access: 'signed-in',
    summary: 'Change the password; all other sessions end.',
    input: z.object({ current: z.string().min(1).max(1_000), password: newPassword }),
    output: z.null(),
  }),
  activity: defineEndpoint({
    id: 'profile.activity',
    method: 'GET',
    path: '/profile/activity',
    access: 'signed-in',
    summary: 'What one did oneself, newest first, as the audit log has it.',
    input: pageInput,
    output: z.object({ list: z.array(ownDeed), meta: z.object({ pagination }) }),
  }),
  sessions: defineEndpoint({
    id: 'profile.sessions',
    method: 'GET',
    path: '/profile/sessions',
    access: 'signed-in',
    summary: 'Where one is signed in, the last used first.',
    input: z.object({}),
    output: z.object({ list: z.array(ownSession) }),
  }),
  endSession: defineEndpoint({
    id: 'profile.end_session',
    method: 'POST',
    path: '/profile/sessions/end',
    access: 'signed-in',
    summary: 'Sign out one of the own sessions.',
    input: z.object({ id: z.string().max(64) }),
    output: z.null(),
  }),
  endOtherSessions: defineEndpoint({
    id: 'profile.end_other_sessions',
    method: 'POST',
    path: '/profile/sessions/end_others',
    access: 'signed-in',
    summary: 'Sign out everywhere else.',
    input: z.object({}),
    output: z.object({ ended: count }),
  }),
};
