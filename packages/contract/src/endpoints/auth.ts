import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';

export const MINIMUM_PASSWORD_LENGTH = 6;

export const userSession = z.object({
  id: z.number(),
  username: z.string(),
  nickname: z.string(),
  name: z.string(),
  avatar: z.string(),
  introduction: z.string(),
  roles: z.array(z.string()).min(1),
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
    summary: 'End this session; its token is worth nothing afterwards.',
    input: z.object({}),
    output: z.null(),
  }),
};
