import { FootfallError } from '@footfall/contract';
import { type RequestContext, userOf } from '../http/handler.js';
import type { Attempts } from '../metadata/attempts.js';
import type { Passwords } from '../metadata/passwords.js';
import type { Users } from '../metadata/users.js';

export interface PasswordDeps {
  readonly users: Pick<Users, 'byUsername'>;
  readonly passwords: Pick<Passwords, 'matches'>;
  readonly attempts: Attempts;
}

/**
 * Holds whoever changes how one signs in to knowing the password: a console that was left open is not enough. Wrong ones count like those of a sign-in.
 * @throws FootfallError `password.incorrect`, `auth.limited`
 */
export function knownPassword({ users, passwords, attempts }: PasswordDeps): (current: string, context: RequestContext) => Promise<void> {
  return async (current, context) => {
    const { username } = userOf(context);
    const attempt = await attempts.begin(context.address, username);
    const decide = async () => passwords.matches(current, (await users.byUsername(username))?.passwordHash);
    const matched = await decide().catch(async (error: unknown) => {
      await attempt.undo().catch(() => undefined);
      throw error;
    });
    if (!matched) throw new FootfallError('password.incorrect');
    await attempt.succeed();
  };
}
