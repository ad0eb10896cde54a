/** What a user changes of oneself: facts, preferences, picture, password, sessions. */
import { type endpoints, FootfallError, type OwnSession } from '@footfall/contract';
import { type HandlersOf, userOf } from '../http/handler.js';
import { localTimeIn } from '../http/local-time.js';
import type { Sessions } from '../http/session.js';
import type { Audit } from '../metadata/audit.js';
import { cleanPicture } from '../metadata/avatar-picture.js';
import type { Avatars } from '../metadata/avatars.js';
import type { Passwords } from '../metadata/passwords.js';
import type { SessionRow } from '../metadata/sessions.js';
import type { User, UserChange, Users } from '../metadata/users.js';
import { deedAnswer } from './audit-answer.js';
import { changeOf, writeDownIn } from './audited.js';
import { knownPassword, type PasswordDeps } from './known-password.js';
import { sessionAnswer } from './user-answer.js';

export interface ProfileDeps extends PasswordDeps {
  readonly users: Pick<Users, 'byId' | 'byUsername' | 'edit' | 'setPassword'>;
  readonly passwords: Pick<Passwords, 'hash' | 'matches'>;
  readonly sessions: Pick<Sessions, 'ofUser' | 'end' | 'endAllOf' | 'refresh'>;
  readonly avatars: Pick<Avatars, 'set'>;
  readonly audit: Pick<Audit, 'record' | 'find'>;
  /** What a User-Agent header says. */
  readonly readAgent: (agent: string) => { readonly browserName: string; readonly osName: string; readonly deviceType: string };
  /** IANA. */
  readonly timeZone: string;
}

const EDITABLE = ['nickname', 'email', 'introduction'] as const;

function orGone(user: User | undefined): User {
  // Removed while this was under way: the next request will say so.
  if (!user) throw new FootfallError('auth.required');
  return user;
}

/** The handlers. */
export function profileRoutes(deps: ProfileDeps): HandlersOf<typeof endpoints.profile> {
  const { users, passwords, sessions, avatars, audit } = deps;
  const mustKnowPassword = knownPassword(deps);
  const localTime = localTimeIn(deps.timeZone);
  const writeDown = writeDownIn(audit);

  async function change(id: number, fields: UserChange): Promise<User> {
    const user = orGone(await users.edit(id, fields));
    sessions.refresh();
    return user;
  }

  function sessionOf(row: SessionRow, ownFamily: string | null): OwnSession {
    const { browserName, osName, deviceType } = deps.readAgent(row.agent);
    return {
      id: row.family, current: row.family === ownFamily, browser: browserName, os: osName, device_type: deviceType, address: row.address,
      created_at: localTime(row.createdAt), last_seen_at: localTime(row.lastSeenAt),
    };
  }

  return {
    async edit({ name, email, introduction }, context) {
      const { id } = userOf(context);
      const before = orGone(await users.byId(id));
      const after = await change(id, { ...(name === undefined ? {} : { nickname: name }), ...(email === undefined ? {} : { email }), ...(introduction === undefined ? {} : { introduction }) });
      const difference = changeOf(before, after, EDITABLE);
      if (difference) await writeDown(context, 'user.edit', after.username, { id, ...difference });
      return sessionAnswer(after);
    },

    async setPreferences({ language, theme, settings }, context) {
      const { id } = userOf(context);
      const { preferences: before } = orGone(await users.byId(id));
      const { preferences } = await change(id, { preferences: { language: language ?? before.language, theme: theme ?? before.theme, settings: settings ?? before.settings } });
      return preferences;
    },

    async setAvatar({ data }, context) {
      const { id, username } = userOf(context);
      const picture = await cleanPicture(Buffer.from(data, 'base64'));
      if (!picture) throw new FootfallError('avatar.invalid');
      await avatars.set(id, picture);
      sessions.refresh();
      await writeDown(context, 'user.avatar', username);
      return sessionAnswer(orGone(await users.byId(id)));
    },

    async removeAvatar(_input, context) {
      const { id, username } = userOf(context);
      await avatars.set(id, null);
      sessions.refresh();
      await writeDown(context, 'user.avatar', username, { removed: true });
      return sessionAnswer(orGone(await users.byId(id)));
    },

    /** @throws FootfallError `password.incorrect`, `auth.limited` */
    async changePassword({ current, password }, context) {
      const { id, username } = userOf(context);
      await mustKnowPassword(current, context);
      await users.setPassword(id, await passwords.hash(password));
      const ended = await sessions.endAllOf(id, context.sessionFamily ?? undefined);
      await writeDown(context, 'user.password', username, { ended });
      return null;
    },

    async activity({ page, per_page: perPage }, context) {
      const { rows, total } = await audit.find({ userId: userOf(context).id }, { limit: perPage, offset: (page - 1) * perPage });
      return { list: rows.map((row) => deedAnswer(row, localTime)), meta: { pagination: { total, current_page: page, page, per_page: perPage } } };
    },

    async sessions(_input, context) {
      const rows = await sessions.ofUser(userOf(context).id);
      return { list: rows.map((row) => sessionOf(row, context.sessionFamily)) };
    },

    async endSession({ id: family }, context) {
      const user = userOf(context);
      if (!(await sessions.ofUser(user.id)).some((row) => row.family === family)) throw new FootfallError('session.unknown');
      await sessions.end(family);
      await writeDown(context, 'user.sessions', user.username, { ended: 1 });
      return null;
    },

    async endOtherSessions(_input, context) {
      const user = userOf(context);
      const ended = await sessions.endAllOf(user.id, context.sessionFamily ?? undefined);
      if (ended > 0) await writeDown(context, 'user.sessions', user.username, { ended });
      return { ended };
    },
  };
}
