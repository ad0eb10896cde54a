import type { Generated } from 'kysely';

/**
 * The metadata tables as the query code sees them, on SQLite and on PostgreSQL alike. Times are integers, milliseconds
 * UTC; flags are 0 or 1; JSON is text that the repositories parse and print. The migrations make what is named here.
 */
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

export interface SiteTable {
  id: Generated<number>;
  name: string;
  /** As the operator gave it, in punycode and lower case. */
  domain: string;
  subdomains: number;
  is_stat: number;
  /** IANA zone; null follows the installation's. */
  time_zone: string | null;
  respect_dnt: number;
  canvas_fingerprint: number;
  visitor_id: number;
  strip_campaign: number;
  /** JSON lists. */
  excluded_addresses: string;
  excluded_paths: string;
  excluded_parameters: string;
  /** 0: for ever. */
  retention_days: number;
  mask_addresses: number;
  created_at: number;
  deleted_at: number | null;
  /** When its data was asked to be erased, with the deletion, and when that was done. */
  erase_asked_at: Generated<number | null>;
  erased_at: Generated<number | null>;
}

/** Every host that a live site answers for: the primary key keeps two sites from claiming one. */
export interface SiteHostTable {
  /** Comparable form (punycode, lower case, without `www.`). */
  host: string;
  site_id: number;
  /** As shown: the domain itself or an alias, with its `www.` if it was given so. */
  label: string;
  is_alias: number;
}

export interface SpiderTable {
  id: Generated<number>;
  type: string;
  name: string;
  /** JSON list of keywords. */
  keywords: string;
  status: number;
  created_at: number;
  /** Key of the shipped rule that this row began as; null for the operator's own. */
  shipped_key: string | null;
  /** JSON of the shipped rule as last seen: a row that still equals it follows a release, another is the operator's. */
  shipped_rule: string | null;
  deleted_at: number | null;
}

export interface SettingTable {
  key: string;
  value: string;
}

export interface AuditTable {
  id: Generated<number>;
  at: number;
  user_id: number | null;
  /** The user's name at that time; '' where nobody was signed in. */
  username: string;
  /** Where from; '' for the command line. */
  address: string;
  action: string;
  target: string;
  /** JSON object. */
  details: string;
}

export interface ApiKeyTable {
  id: Generated<number>;
  site_id: number;
  name: string;
  /** SHA-256 of the key, hex: the key itself is never stored. */
  key_hash: string;
  /** How the key begins, to tell one from another. */
  hint: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
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

export interface CrawlerHostTable {
  /** Canonical text. */
  address: string;
  state: string;
  /** '' where no host's name leads to the address. */
  host: string;
  checked_at: number;
}

export interface ClientErrorTable {
  id: Generated<number>;
  /** SHA-256 of what makes two errors the same, hex. */
  group_key: string;
  kind: string;
  message: string;
  stack: string;
  path: string;
  version: string;
  /** JSON list, the last one first. */
  browsers: string;
  num: number;
  first_seen: number;
  last_seen: number;
}

export interface BulkImportTable {
  id: Generated<number>;
  kind: string;
  /** Name of the file. */
  file: string;
  username: string;
  created_at: number;
  undone_at: number | null;
  /** JSON list: what each row was before and after. */
  changes: string;
}

export interface SavedViewTable {
  id: Generated<number>;
  user_id: number;
  screen: string;
  name: string;
  query: string;
  shared: number;
  created_at: number;
  updated_at: number;
}

export interface ColumnChoiceTable {
  user_id: number;
  table_name: string;
  /** JSON lists of column names. */
  shown_order: string;
  hidden: string;
}

export interface SpiderRunTable {
  id: Generated<number>;
  /** The server that works on it. */
  owner: string;
  spider_id: number;
  /** JSON of the rule as it was. */
  rule: string;
  state: string;
  /** What its rows are written down under in the store of visits. */
  stage: string;
  /** JSON of counts. */
  moved: string;
  problem: string;
  created_at: number;
  created_by: string;
  finished_at: number | null;
  undone_at: number | null;
  undone_by: string;
  /** When what is needed to undo it was dropped. */
  forgotten_at: number | null;
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

export interface MetadataTables {
  attempts: AttemptTable;
  users: UserTable;
  roles: RoleTable;
  role_sites: RoleSiteTable;
  user_roles: UserRoleTable;
  invitations: InvitationTable;
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  avatars: AvatarTable;
  sessions: SessionTable;
  sites: SiteTable;
  site_hosts: SiteHostTable;
  spiders: SpiderTable;
  spider_runs: SpiderRunTable;
  settings: SettingTable;
  api_keys: ApiKeyTable;
  client_errors: ClientErrorTable;
  crawler_hosts: CrawlerHostTable;
  api_tokens: ApiTokenTable;
  audit_log: AuditTable;
  bulk_imports: BulkImportTable;
  saved_views: SavedViewTable;
  column_choices: ColumnChoiceTable;
}
