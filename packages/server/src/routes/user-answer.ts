import type { UserRow, UserSession, UserStatus } from '@footfall/contract';
import type { SignedInUser } from '../http/handler.js';
import type { User } from '../metadata/users.js';

/** The signed-in user as the console learns of it. */
export function sessionAnswer({ id, username, nickname, email, avatar, introduction, roles, grants, preferences, viewing }: SignedInUser): UserSession {
  return {
    id, username, nickname, name: nickname, email, avatar, introduction, preferences,
    roles: [...roles],
    routes: [...grants.routes],
    all_sites: grants.sites === 'all',
    viewing: viewing ?? null,
  };
}

export function statusOf({ disabled, hasPassword }: Pick<User, 'disabled' | 'hasPassword'>): UserStatus {
  if (disabled) return 'disabled';
  return hasPassword ? 'active' : 'invited';
}

/** A user as administrators see it. `localTime` prints milliseconds UTC. */
export function userAnswer(user: User, hasSecondFactor: boolean, localTime: (at: number) => string): UserRow {
  const { id, username, nickname, email, avatar, roles, createdAt, lastSignInAt } = user;
  return {
    id, username, name: nickname, email, avatar,
    roles: [...roles],
    status: statusOf(user),
    second_factor: hasSecondFactor,
    created_at: localTime(createdAt),
    last_sign_in_at: lastSignInAt === null ? '' : localTime(lastSignInAt),
  };
}
