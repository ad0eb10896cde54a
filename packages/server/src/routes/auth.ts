import { type endpoints, FootfallError } from '@footfall/contract';
import { type HandlersOf, type RequestContext, userOf } from '../http/handler.js';
import { localTimeIn } from '../http/local-time.js';
import type { Sessions } from '../http/session.js';
import type { Attempts } from '../metadata/attempts.js';
import type { Audit } from '../metadata/audit.js';
import type { Invitations } from '../metadata/invitations.js';
import type { Passwords } from '../metadata/passwords.js';
import type { FactorUsed, SecondFactors } from '../metadata/second-factors.js';
import type { Roles } from '../metadata/roles.js';
import type { User, Users } from '../metadata/users.js';
import { sessionAnswer } from './user-answer.js';

export interface AuthDeps {
  readonly users: Pick<Users, 'byUsername' | 'byId' | 'noteSignIn'>;
  readonly passwords: Pick<Passwords, 'matches' | 'hash'>;
  readonly sessions: Pick<Sessions, 'open' | 'end' | 'endAllOf' | 'view'>;
  readonly roles: Pick<Roles, 'list'>;
  readonly invitations: Pick<Invitations, 'find' | 'accept'>;
  readonly factors: Pick<SecondFactors, 'isOn' | 'use'>;
  readonly attempts: Attempts;
  readonly audit: Pick<Audit, 'record'>;
  /** IANA. */
  readonly timeZone: string;
}

/** Sign-in, the signed-in user, sign-out; links to set a password. */
export function authRoutes({ users, passwords, sessions, roles, invitations, factors, attempts, audit, timeZone }: AuthDeps): HandlersOf<typeof endpoints.auth> {
  const localTime = localTimeIn(timeZone);

  async function signIn(user: Pick<User, 'id'>, { address, agent }: RequestContext): Promise<{ access_token: string; expires_in: number }> {
    const { token, expiresIn } = await sessions.open(user.id, { address, agent });
    await users.noteSignIn(user.id);
    return { access_token: token, expires_in: expiresIn };
  }

  /** Whether a user passes the second factor: `none` asks for none. @param code '' for none given */
  async function secondFactor(userId: number, code: string): Promise<FactorUsed | 'none' | 'missing' | 'wrong'> {
    if (!(await factors.isOn(userId))) return 'none';
    return code === '' ? 'missing' : ((await factors.use(userId, code)) ?? 'wrong');
  }

  return {
    /** @throws FootfallError `auth.incorrect`, `auth.disabled`, `auth.limited`, `auth.code_required`, `auth.code_incorrect` */
    async login({ username, password, code = '' }, context) {
      const { address } = context;
      const attempt = await attempts.begin(address, username);
      const decide = async () => {
        const user = await users.byUsername(username);
        // Asked also when there is no such user: the time an answer takes tells nothing.
        return (await passwords.matches(password, user?.passwordHash)) ? user : undefined;
      };
      const user = await decide().catch(async (error: unknown) => {
        await attempt.undo().catch(() => undefined);
        throw error;
      });
      if (!user) {
        await audit.record({ user: null, address, action: 'auth.failed', target: username, details: { reason: 'incorrect' } });
        throw new FootfallError('auth.incorrect');
      }
      if (user.disabled) {
        await attempt.succeed();
        await audit.record({ user, address, action: 'auth.failed', target: username, details: { reason: 'disabled' } });
        throw new FootfallError('auth.disabled');
      }
      const factor = await secondFactor(user.id, code);
      if (factor === 'missing') {
        // Neither a failure nor a success: the sign-in goes on with the code.
        await attempt.undo();
        throw new FootfallError('auth.code_required');
      }
      if (factor === 'wrong') {
        await audit.record({ user: null, address, action: 'auth.failed', target: username, details: { reason: 'code' } });
        throw new FootfallError('auth.code_incorrect');
      }
      await attempt.succeed();
      const answer = await signIn(user, context);
      await audit.record({ user, address, action: factor === 'recovery' ? 'auth.recovery' : 'auth.login', target: username, details: {} });
      return answer;
    },

    async me(_input, context) {
      return sessionAnswer(userOf(context));
    },

    /** @throws FootfallError `role.unknown` */
    async viewAs({ role }, context) {
      const user = userOf(context);
      const viewed = role === null ? undefined : (await roles.list()).find(({ key }) => key === role);
      if (role !== null && !viewed) throw new FootfallError('role.unknown', { roles: [role] });
      if (context.sessionFamily !== null) await sessions.view(context.sessionFamily, role);
      await audit.record({ user, address: context.address, action: viewed ? 'auth.view' : 'auth.view_end', target: viewed?.name ?? user.username, details: {} });
      return null;
    },

    async logout(_input, context) {
      const user = userOf(context);
      if (context.sessionFamily !== null) await sessions.end(context.sessionFamily);
      await audit.record({ user, address: context.address, action: 'auth.logout', target: user.username, details: {} });
      return null;
    },

    /** @throws FootfallError `invitation.unknown` */
    async invitation({ token }) {
      const found = await invitations.find(token);
      const user = found && (await users.byId(found.userId));
      if (!user) throw new FootfallError('invitation.unknown');
      return { username: user.username, name: user.nickname, expires_at: localTime(found.expiresAt) };
    },

    /** @throws FootfallError `invitation.unknown`, `auth.limited`, `auth.code_required`, `auth.code_incorrect` */
    async acceptInvitation({ token, password, code = '' }, context) {
      // Looked up first: only a link that is good is worth the slow hash.
      const found = await invitations.find(token);
      const invited = found && (await users.byId(found.userId));
      if (!invited) throw new FootfallError('invitation.unknown');
      const attempt = await attempts.begin(context.address, invited.username);
      const factor = await secondFactor(invited.id, code);
      if (factor === 'wrong') throw new FootfallError('auth.code_incorrect');
      await attempt.undo();
      if (factor === 'missing') throw new FootfallError('auth.code_required');
      const userId = await invitations.accept(token, await passwords.hash(password));
      const user = userId === undefined ? undefined : await users.byId(userId);
      if (!user) throw new FootfallError('invitation.unknown');
      await sessions.endAllOf(user.id);
      const answer = await signIn(user, context);
      await audit.record({ user, address: context.address, action: 'auth.accept', target: user.username, details: {} });
      return answer;
    },
  };
}
