/**
 * The metadata tables as the query code sees them, on SQLite and on PostgreSQL alike. Times are integers, milliseconds
 * UTC; flags are 0 or 1; JSON is text that the repositories parse and print. The migrations make what is named here.
 */
import type { Generated } from 'kysely';
import type { ApiTokenTable, AttemptTable, AvatarTable, InvitationTable, RecoveryCodeTable, RoleSiteTable, RoleTable, SecondFactorTable, SessionTable, ShareLinkTable, UserRoleTable, UserTable } from './schema-accounts.js';
import type { AlarmChannelTable, AlarmMessageTable, AlarmTable, ReportScheduleTable } from './schema-alarms.js';

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

export interface SitemapTable {
  id: Generated<number>;
  site_id: number;
  name: string;
  address: string;
  /** Under which the store of visits has its addresses. */
  reading: number;
  urls: number;
  left_out: number;
  files: number;
  read_at: number;
}

export interface ProcessTable {
  /** Of its journal. */
  id: string;
  name: string;
  role: string;
  /** When it said so last. */
  seen_at: number;
  taking: number;
  complete_up_to: number;
  waiting_records: number;
  failing_since: number | null;
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
  sitemaps: SitemapTable;
  processes: ProcessTable;
  api_keys: ApiKeyTable;
  client_errors: ClientErrorTable;
  crawler_hosts: CrawlerHostTable;
  api_tokens: ApiTokenTable;
  share_links: ShareLinkTable;
  alarms: AlarmTable;
  alarm_messages: AlarmMessageTable;
  alarm_channels: AlarmChannelTable;
  report_schedules: ReportScheduleTable;
  audit_log: AuditTable;
  bulk_imports: BulkImportTable;
  saved_views: SavedViewTable;
  column_choices: ColumnChoiceTable;
}
