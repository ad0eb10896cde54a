import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { factorCode } from '../person.js';
import { count } from '../shapes.js';

/** The own second factor. Times are in the installation's zone. */
export const secondFactorState = z.object({
  /** '' while it is off. */
  since: z.string(),
  /** Recovery codes that were not used yet. */
  recovery_left: count,
});
export type SecondFactorState = z.infer<typeof secondFactorState>;

/** Recovery codes, told this once. */
const recoveryCodes = z.object({ codes: z.array(z.string()) });
const currentPassword = z.object({ current: z.string().min(1).max(1_000) });

export const secondFactor = {
  state: defineEndpoint({
    id: 'profile.second_factor.state',
    method: 'GET',
    path: '/profile/second_factor',
    access: 'signed-in',
    summary: 'Whether one signs in with a second factor.',
    input: z.object({}),
    output: secondFactorState,
  }),
  begin: defineEndpoint({
    id: 'profile.second_factor.begin',
    method: 'POST',
    path: '/profile/second_factor/begin',
    access: 'signed-in',
    summary: 'A secret to share with an app for one-time codes (RFC 6238); nothing changes before a code was shown.',
    input: currentPassword,
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirm: defineEndpoint({
    id: 'profile.second_factor.confirm',
    method: 'POST',
    path: '/profile/second_factor/confirm',
    access: 'signed-in',
    summary: 'Turn the second factor on with a code of the app. All other sessions end.',
    input: z.object({ code: factorCode }),
    output: recoveryCodes,
  }),
  renewCodes: defineEndpoint({
    id: 'profile.second_factor.renew_codes',
    method: 'POST',
    path: '/profile/second_factor/codes',
    access: 'signed-in',
    summary: 'New recovery codes; the old ones are worth nothing afterwards.',
    input: currentPassword,
    output: recoveryCodes,
  }),
  remove: defineEndpoint({
    id: 'profile.second_factor.remove',
    method: 'POST',
    path: '/profile/second_factor/del',
    access: 'signed-in',
    summary: 'Turn the second factor off.',
    input: currentPassword,
    output: z.null(),
  }),
};
