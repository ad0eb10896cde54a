/** Who may come in, and what they may see: people, roles, sessions, tokens. As schema.ts. */
import type { Generated } from 'kysely';

export interface UserTable {
  id: Generated<number>;
  username: string;
  password_hash: string;
  nickname: string;
  email: string;
  avatar: string;
  introduction: string;
  /** JSON object: the contract's `preferences`, or a part of it. */
  preferences: string;
  disabled: number;
  created_at: number;
  last_sign_in_at: number | null;
}

export interface RoleTable {
  id: Generated<number>;
  key: string;
  name: string;
  description: string;
  /** JSON list of route names. */
  routes: string;
  all_sites: number;
}

export interface RoleSiteTable {
  role_id: number;
  site_id: number;
}

export interface UserRoleTable {
  user_id: number;
  role_id: number;
}

export interface InvitationTable {
  /** SHA-256 of the token, hex: the token itself is never stored. */
  token_hash: string;
  user_id: number;
  created_at: number;
  expires_at: number;
}

export interface AvatarTable {
  user_id: number;
  /** SHA-256 of the picture, hex: its address. */
  name: string;
  /** Base64, so that both stores take it alike. */
  png: string;
}

export interface SessionTable {
  /** SHA-256 of the token, hex: the token itself is never stored. */
  token_hash: string;
  /** Shared by a token and those that replaced it: signing out ends them together. */
  family: string;
  user_id: number;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  address: string;
  agent: string;
  /** Hash of the token that took over; `expires_at` is then the end of the grace. */
  replaced_by: string | null;
  /** Key of the role that an administrator looks at the console with; null: with the own ones. */
  viewing: string | null;
}

export interface ApiTokenTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** SHA-256, hex. */
  token_hash: string;
  hint: string;
  /** JSON list of screens. */
  routes: string;
  /** JSON list of ids; null for all that the user may see. */
  sites: string | null;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface ShareLinkTable {
  id: Generated<number>;
  site_id: number;
  /** Who made it. */
  user_id: number;
  name: string;
  /** SHA-256, hex. */
  token_hash: string;
  hint: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface SecondFactorTable {
  user_id: number;
  /** Base32, as it is shared with the app: whoever checks its codes has to know it. */
  secret: string;
  /** Null: begun, and not yet shown to work. */
  confirmed_at: number | null;
  /** The step of time whose code was used last; none before it is good any more. */
  last_step: number;
}

export interface RecoveryCodeTable {
  /** SHA-256, hex: the code itself is never stored. */
  code_hash: string;
  user_id: number;
}

export interface AttemptTable {
  /** SHA-256 of what is counted: a user name, an address, or both; hex. */
  key_hash: string;
  failures: number;
  /** No attempt is let through before. */
  wait_until: number;
  last_at: number;
  /** 1: of a user name and an address, once the user signed in from there. */
  trusted: number;
}
