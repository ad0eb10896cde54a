import { randomBytes } from 'node:crypto';
import { ADMIN_ROLE, MINIMUM_PASSWORD_LENGTH } from '@footfall/contract';
import type { Passwords } from './passwords.js';
import type { Users } from './users.js';

/** Bytes of randomness in a password that is made up: 120 bits, 20 letters. */
const GENERATED_BYTES = 15;

/** What first start did: nothing, or an account and, when it was made up, its password to print once. */
export type FirstStart = { readonly created: false } | { readonly created: true; readonly username: string; readonly generatedPassword?: string };

/**
 * Makes the first administrator when there is no account at all; later starts change nothing, also not the password.
 * @throws Error when the given password is shorter than the sign-in form takes.
 */
export async function ensureAdministrator(
  deps: { readonly users: Users; readonly passwords: Passwords },
  wanted: { readonly username: string; readonly password?: string | undefined },
): Promise<FirstStart> {
  if ((await deps.users.list()).length > 0) return { created: false };
  if (wanted.password !== undefined && wanted.password.length < MINIMUM_PASSWORD_LENGTH) {
    throw new Error(`The administrator's password needs at least ${MINIMUM_PASSWORD_LENGTH} characters.`);
  }
  const password = wanted.password ?? randomBytes(GENERATED_BYTES).toString('base64url');
  const username = wanted.username.trim();
  const user = await deps.users.create({ username, passwordHash: await deps.passwords.hash(password), roles: [ADMIN_ROLE] });
  // Undefined: another process, started at the same moment, made it.
  if (!user) return { created: false };
  return wanted.password === undefined ? { created: true, username, generatedPassword: password } : { created: true, username };
}
