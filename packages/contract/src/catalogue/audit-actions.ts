import { z } from 'zod';

/** What the audit log writes down; `resource.what`. */
export const AUDIT_ACTIONS = [
  'auth.login', 'auth.failed', 'auth.logout', 'auth.accept', 'auth.view', 'auth.view_end', 'auth.recovery',
  'user.add', 'user.edit', 'user.reset', 'user.password', 'user.disable', 'user.enable', 'user.remove', 'user.sessions', 'user.avatar', 'user.factor_on', 'user.factor_off', 'user.factor_codes', 'user.factor_reset',
  'role.add', 'role.edit', 'role.remove',
  'site.add', 'site.edit', 'site.remove', 'site.members',
  'spider.add', 'spider.edit', 'spider.remove', 'spider.apply', 'spider.undo',
  'key.add', 'key.revoke', 'token.add', 'token.revoke', 'share.add', 'share.revoke',
  'visitor.view', 'visitor.export', 'visitor.erase', 'data.download', 'sql.ask',
  'log.import', 'bulk.import', 'bulk.undo',
  'alarm.settings', 'alarm.add', 'alarm.edit', 'alarm.remove', 'alarm.test',
  'schedule.add', 'schedule.edit', 'schedule.remove', 'schedule.send',
  'sitemap.read', 'sitemap.remove',
  'audit.retention', 'backup.take', 'store.move',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const auditAction = z.enum(AUDIT_ACTIONS);
