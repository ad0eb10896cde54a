import type { Audit } from './audit.js';
import type { Settings } from './settings.js';

/** How long the audit log is kept. */
export interface AuditRetention {
  /** 0: for ever. */
  days(): Promise<number>;
  setDays(days: number): Promise<void>;
  /** Removes what is older. */
  sweep(): Promise<void>;
}

const KEY = 'audit_retention_days';
const DEFAULT_DAYS = 365;
const DAY = 86_400_000;

/** Over the settings and the log. */
export function createAuditRetention({ settings, audit, now }: { readonly settings: Pick<Settings, 'get' | 'set'>; readonly audit: Pick<Audit, 'purge'>; readonly now: () => number }): AuditRetention {
  const retention: AuditRetention = {
    async days() {
      return Number((await settings.get(KEY)) ?? DEFAULT_DAYS);
    },
    setDays: (days) => settings.set(KEY, String(days)),
    async sweep() {
      const days = await retention.days();
      if (days > 0) await audit.purge(now() - days * DAY);
    },
  };
  return retention;
}
