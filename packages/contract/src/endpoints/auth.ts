import { z } from 'zod';
import { grantableRoute } from '../catalogue/grantable-routes.js';
import { defineEndpoint } from '../endpoint.js';
import { factorCode, MINIMUM_PASSWORD_LENGTH, newPassword, preferences, roleKey } from '../person.js';

export const userSession = z.object({
  id: z.number(),
  username: z.string(),
  nickname: z.string(),
  name: z.string(),
  email: z.string(),
  /** Address of the picture, '' without one. */
  avatar: z.string(),
  introduction: z.string(),
  /** Keys. */
  roles: z.array(z.string()).min(1),
  /** What the roles grant together; an administrator: all of them. */
  routes: z.array(grantableRoute),
  /** Whether all sites are granted, also those registered later; `common.domain_list` lists the granted ones. */
  all_sites: z.boolean(),
  preferences,
  /** The role that an administrator looks at the console with: `roles`, `routes` and `all_sites` are that role's, and nothing can be changed. */
  viewing: z.object({ key: z.string(), name: z.string() }).nullable(),
});
export type UserSession = z.infer<typeof userSession>;

export const auth = {
  login: defineEndpoint({
    id: 'auth.login',
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Sign in; the token goes into the Authorization header, with or without "Bearer ".',
    input: z.object({
      username: z.string().trim().min(1).max(200),
      password: z.string().min(MINIMUM_PASSWORD_LENGTH).max(1_000),
      /** Where the account has a second factor; without it the answer is `auth.code_required`. */
      code: factorCode.optional(),
    }),
    output: z.object({ access_token: z.string(), expires_in: z.number() }),
  }),
  me: defineEndpoint({
    id: 'auth.me',
    method: 'GET',
    path: '/auth/me',
    access: 'signed-in',
    summary: 'The signed-in user.',
    input: z.object({}),
    output: userSession,
  }),
  logout: defineEndpoint({
    id: 'auth.logout',
    method: 'POST',
    path: '/auth/logout',
    access: 'signed-in',
    effect: 'session',
    summary: 'End this session; its token is worth nothing afterwards.',
    input: z.object({}),
    output: z.null(),
  }),
  viewAs: defineEndpoint({
    id: 'auth.view_as',
    method: 'POST',
    path: '/auth/view_as',
    access: 'admin',
    effect: 'session',
    summary: 'Answer this session from now on as if its user held that one role, and refuse what changes anything; `null` ends it.',
    input: z.object({ role: roleKey.nullable() }),
    output: z.null(),
  }),
  invitation: defineEndpoint({
    id: 'auth.invitation',
    method: 'POST',
    path: '/auth/invitation',
    access: 'public',
    summary: 'Whom a link to set a password is for.',
    input: z.object({ token: z.string().min(1).max(200) }),
    output: z.object({ username: z.string(), name: z.string(), expires_at: z.string() }),
  }),
  acceptInvitation: defineEndpoint({
    id: 'auth.accept_invitation',
    method: 'POST',
    path: '/auth/invitation/accept',
    access: 'public',
    summary: 'Set the password that the link is for, and sign in. The link is used up, and other sessions end.',
    input: z.object({ token: z.string().min(1).max(200), password: newPassword, code: factorCode.optional() }),
    output: z.object({ access_token: z.string(), expires_in: z.number() }),
  }),
};
