import type { UserSession } from '@footfall/contract';
import type { SignedInUser } from '../http/handler.js';

/** The signed-in user as the console learns of it. */
export function sessionAnswer({ id, username, nickname, email, avatar, introduction, roles, grants, preferences }: SignedInUser): UserSession {
  return {
    id, username, nickname, name: nickname, email, avatar, introduction, preferences,
    roles: [...roles],
    routes: [...grants.routes],
    all_sites: grants.sites === 'all',
  };
}
