/** The accounts: list, add, change, reset, disable, remove. For administrators. */
import { type endpoints, FootfallError, type Output } from '@footfall/contract';
import { type HandlersOf, userOf } from '../http/handler.js';
import { localTimeIn } from '../http/local-time.js';
import type { Sessions } from '../http/session.js';
import type { Audit } from '../metadata/audit.js';
import { INVITATION_TIME, type Invitations, RESET_TIME } from '../metadata/invitations.js';
import type { SecondFactors } from '../metadata/second-factors.js';
import type { User, Users } from '../metadata/users.js';
import { changeOf, writeDownIn } from './audited.js';
import { statusOf, userAnswer } from './user-answer.js';

export interface UserDeps {
  readonly users: Users;
  readonly invitations: Pick<Invitations, 'make'>;
  readonly sessions: Pick<Sessions, 'endAllOf' | 'refresh'>;
  readonly factors: Pick<SecondFactors, 'holders' | 'isOn' | 'remove'>;
  readonly audit: Pick<Audit, 'record'>;
  /** IANA. */
  readonly timeZone: string;
}

const EDITABLE = ['nickname', 'email', 'roles'] as const;

function orUnknown(user: User | undefined): User {
  if (!user) throw new FootfallError('user.unknown');
  return user;
}

/** The handlers. What changes holds for running sessions before it is answered. */
export function userRoutes({ users, invitations, sessions, factors, audit, timeZone }: UserDeps): HandlersOf<typeof endpoints.users> {
  const localTime = localTimeIn(timeZone);
  const writeDown = writeDownIn(audit);

  async function invite(userId: number, lifetime: number): Promise<Output<typeof endpoints.users.reset>> {
    const { token, expiresAt } = await invitations.make(userId, lifetime);
    return { token, expires_at: localTime(expiresAt) };
  }

  const answerOf = async (user: User): Promise<Output<typeof endpoints.users.edit>> => userAnswer(user, await factors.isOn(user.id), localTime);

  /** @throws FootfallError `user.self`, or `user.last_administrator` where there is nobody else to ask */
  async function mustBeAnother(id: number, own: number): Promise<void> {
    if (id !== own) return;
    const others = (await users.list()).filter((user) => user.id !== own && user.grants.isAdmin && statusOf(user) === 'active');
    throw new FootfallError(others.length === 0 ? 'user.last_administrator' : 'user.self');
  }

  return {
    async list({ page, per_page: perPage, search, status, role }) {
      const part = search.trim().toLowerCase();
      const passing = (await users.list()).filter(
        (user) =>
          (status === undefined || statusOf(user) === status) &&
          (role === undefined || user.roles.includes(role)) &&
          [user.username, user.nickname, user.email].some((text) => text.toLowerCase().includes(part)),
      );
      const holders = await factors.holders();
      return {
        list: passing.slice((page - 1) * perPage, page * perPage).map((user) => userAnswer(user, holders.has(user.id), localTime)),
        meta: { pagination: { total: passing.length, current_page: page, page, per_page: perPage } },
      };
    },

    async add({ username, name, email, roles }, context) {
      const user = await users.create({ username, email, roles, ...(name === undefined ? {} : { nickname: name }) });
      if (!user) throw new FootfallError('user.duplicate');
      const invitation = await invite(user.id, INVITATION_TIME);
      await writeDown(context, 'user.add', username, { id: user.id, email, roles });
      return { user: await answerOf(user), invitation };
    },

    async edit({ id, name, email, roles }, context) {
      const before = orUnknown(await users.byId(id));
      const change = { ...(name === undefined ? {} : { nickname: name }), ...(email === undefined ? {} : { email }), ...(roles === undefined ? {} : { roles }) };
      const after = orUnknown(await users.edit(id, change));
      sessions.refresh();
      const difference = changeOf(before, after, EDITABLE);
      if (difference) await writeDown(context, 'user.edit', after.username, { id, ...difference });
      return answerOf(after);
    },

    async reset({ id }, context) {
      const user = orUnknown(await users.byId(id));
      await mustBeAnother(id, userOf(context).id);
      await users.setPassword(id, null);
      await sessions.endAllOf(id);
      const answer = await invite(id, RESET_TIME);
      await writeDown(context, 'user.reset', user.username, { id });
      return answer;
    },

    /** @throws FootfallError `user.self`, `factor.off` */
    async resetSecondFactor({ id }, context) {
      const user = orUnknown(await users.byId(id));
      await mustBeAnother(id, userOf(context).id);
      if (!(await factors.remove(id))) throw new FootfallError('factor.off');
      await sessions.endAllOf(id);
      await writeDown(context, 'user.factor_reset', user.username, { id });
      return answerOf(user);
    },

    async setDisabled({ id, disabled }, context) {
      const before = orUnknown(await users.byId(id));
      if (disabled) await mustBeAnother(id, userOf(context).id);
      await users.setDisabled(id, disabled);
      if (disabled) await sessions.endAllOf(id);
      sessions.refresh();
      if (before.disabled !== disabled) await writeDown(context, disabled ? 'user.disable' : 'user.enable', before.username, { id });
      return answerOf(orUnknown(await users.byId(id)));
    },

    async remove({ id }, context) {
      const user = orUnknown(await users.byId(id));
      await mustBeAnother(id, userOf(context).id);
      await sessions.endAllOf(id);
      await users.remove(id);
      sessions.refresh();
      await writeDown(context, 'user.remove', user.username, { id, name: user.nickname, email: user.email, roles: user.roles });
      return null;
    },
  };
}
