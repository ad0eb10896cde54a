import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { emailAddress, newUsername, personName, roleKey } from '../person.js';
import { pageInput, pagination } from '../shapes.js';

/** `invited`: may sign in once a password is set with the link. A disabled user stays disabled whether invited or not. */
export const userStatus = z.enum(['active', 'invited', 'disabled']);
export type UserStatus = z.infer<typeof userStatus>;

export const userRow = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  /** Address of the picture, '' without one. */
  avatar: z.string(),
  /** Keys. */
  roles: z.array(z.string()),
  status: userStatus,
  /** Whether one signs in with a second factor. */
  second_factor: z.boolean(),
  created_at: z.string(),
  /** '' for never. */
  last_sign_in_at: z.string(),
});
export type UserRow = z.infer<typeof userRow>;

/** The link with which a user sets a password, told this once: the console's {@link INVITATION_PATH}, `#` and the token. */
export const invitation = z.object({ token: z.string(), expires_at: z.string() });
export type Invitation = z.infer<typeof invitation>;

/** Where the console takes an invitation. The token stands behind `#`, so that it reaches no log. */
export const INVITATION_PATH = '/invitation';

const identity = z.object({ id: z.coerce.number().int().positive() });
const roleKeys = z.array(roleKey).min(1).max(50);

export const users = {
  list: defineEndpoint({
    id: 'user.list',
    method: 'GET',
    path: '/user/list',
    access: 'admin',
    summary: 'The users, oldest first.',
    input: pageInput.extend({
      /** Part of a user name, name or e-mail address. */
      search: z.string().max(200).default(''),
      status: userStatus.optional(),
      role: roleKey.optional(),
    }),
    output: z.object({ list: z.array(userRow), meta: z.object({ pagination }) }),
  }),
  add: defineEndpoint({
    id: 'user.add',
    method: 'POST',
    path: '/user/add',
    access: 'admin',
    summary: 'Add a user, who sets a password with the link that is answered, within seven days.',
    input: z.object({ username: newUsername, name: personName.optional(), email: emailAddress.default(''), roles: roleKeys }),
    output: z.object({ user: userRow, invitation }),
  }),
  edit: defineEndpoint({
    id: 'user.edit',
    method: 'POST',
    path: '/user/edit',
    access: 'admin',
    summary: 'Change the given fields of a user. Other roles hold for running sessions at once.',
    input: identity.extend({ name: personName.optional(), email: emailAddress.optional(), roles: roleKeys.optional() }),
    output: userRow,
  }),
  reset: defineEndpoint({
    id: 'user.reset',
    method: 'POST',
    path: '/user/reset',
    access: 'admin',
    summary: 'A new link to set a password with, within a day. The old password and all sessions end at once. Also renews an invitation.',
    input: identity,
    output: invitation,
  }),
  resetSecondFactor: defineEndpoint({
    id: 'user.reset_second_factor',
    method: 'POST',
    path: '/user/second_factor/reset',
    access: 'admin',
    summary: "Take a user's second factor away, for who lost the app and the recovery codes. All sessions of the user end.",
    input: identity,
    output: userRow,
  }),
  setDisabled: defineEndpoint({
    id: 'user.disable',
    method: 'POST',
    path: '/user/disable',
    access: 'admin',
    summary: 'Disable a user, which ends all sessions at once, or enable again.',
    input: identity.extend({ disabled: z.boolean() }),
    output: userRow,
  }),
  remove: defineEndpoint({
    id: 'user.remove',
    method: 'POST',
    path: '/user/del',
    access: 'admin',
    summary: 'Remove a user. What the audit log says of the user stays.',
    input: identity,
    output: z.null(),
    aliases: [{ method: 'DELETE', path: '/user' }],
  }),
};
