import { type endpoints, FootfallError } from '@footfall/contract';
import type { Attempts } from '../http/attempts.js';
import { type HandlersOf, userOf } from '../http/handler.js';
import type { Sessions } from '../http/session.js';
import type { Audit } from '../metadata/audit.js';
import type { Passwords } from '../metadata/passwords.js';
import type { Users } from '../metadata/users.js';

export interface AuthDeps {
  readonly users: Pick<Users, 'byUsername'>;
  readonly passwords: Pick<Passwords, 'matches'>;
  readonly sessions: Pick<Sessions, 'open' | 'end'>;
  readonly attempts: Attempts;
  readonly audit: Pick<Audit, 'record'>;
}

/** Sign-in, the signed-in user, sign-out. */
export function authRoutes({ users, passwords, sessions, attempts, audit }: AuthDeps): HandlersOf<typeof endpoints.auth> {
  return {
    /** @throws FootfallError `auth.incorrect`, `auth.disabled`, `auth.limited` */
    async login({ username, password }, { address, agent }) {
      const attempt = attempts.begin(address, username);
      const decide = async () => {
        const user = await users.byUsername(username);
        // Asked also when there is no such user: the time an answer takes tells nothing.
        return (await passwords.matches(password, user?.passwordHash)) ? user : undefined;
      };
      const user = await decide().catch((error: unknown) => {
        attempt.undo();
        throw error;
      });
      if (!user) {
        await audit.record({ userId: null, action: 'auth.failed', target: username, details: { address, reason: 'incorrect' } });
        throw new FootfallError('auth.incorrect');
      }
      attempt.succeed();
      if (user.disabled) {
        await audit.record({ userId: user.id, action: 'auth.failed', target: username, details: { address, reason: 'disabled' } });
        throw new FootfallError('auth.disabled');
      }
      const { token, expiresIn } = await sessions.open(user.id, { address, agent });
      await audit.record({ userId: user.id, action: 'auth.login', target: username, details: { address } });
      return { access_token: token, expires_in: expiresIn };
    },

    async me(_input, context) {
      const { id, username, nickname, avatar, introduction, roles } = userOf(context);
      return { id, username, nickname, name: nickname, avatar, introduction, roles: [...roles] };
    },

    async logout(_input, context) {
      const user = userOf(context);
      if (context.sessionFamily !== null) await sessions.end(context.sessionFamily);
      await audit.record({ userId: user.id, action: 'auth.logout', target: user.username, details: { address: context.address } });
      return null;
    },
  };
}
