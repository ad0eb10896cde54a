/** The audit log, and how long it is kept. For administrators. */
import type { endpoints } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import type { AuditRetention } from '../metadata/audit-retention.js';
import type { Audit } from '../metadata/audit.js';
import type { Zone } from '../questions/zone.js';
import { auditAnswer } from './audit-answer.js';
import { writeDownIn } from './audited.js';

export interface AuditDeps {
  readonly audit: Pick<Audit, 'record' | 'find'>;
  readonly retention: AuditRetention;
  /** The installation's. */
  readonly zone: Zone;
}

/** The handlers. */
export function auditRoutes({ audit, retention, zone }: AuditDeps): HandlersOf<typeof endpoints.audit> {
  const writeDown = writeDownIn(audit);
  return {
    async list({ page, per_page: perPage, user, action, target, address, from, to }) {
      const { rows, total } = await audit.find(
        {
          user: user.trim(), actions: action, target: target.trim(), address: address.trim(),
          ...(from === undefined ? {} : { from: zone.first(from) }),
          ...(to === undefined ? {} : { to: zone.after(to) }),
        },
        { limit: perPage, offset: (page - 1) * perPage },
      );
      return {
        list: rows.map((row) => auditAnswer(row, (at) => zone.text(at))),
        meta: { pagination: { total, current_page: page, page, per_page: perPage } },
      };
    },

    async retention() {
      return { days: await retention.days() };
    },

    async setRetention({ days }, context) {
      const before = await retention.days();
      await retention.setDays(days);
      if (before !== days) await writeDown(context, 'audit.retention', '', { before: { days: before }, after: { days } });
      await retention.sweep();
      return { days };
    },
  };
}
