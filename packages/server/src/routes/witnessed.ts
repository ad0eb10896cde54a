/** Looking at one visitor is looking at personal data: whoever does is written down. */
import type { endpoints } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import type { Audit } from '../metadata/audit.js';
import { writeDownIn } from './audited.js';

type DeviceLogs = HandlersOf<typeof endpoints.deviceLogs>;

/** The same handlers; whose way was looked at is in the audit log, once for each look and not for each page of it; of nobody there is nothing to see. */
export function witnessed(handlers: DeviceLogs, audit: Pick<Audit, 'record'>): DeviceLogs {
  const writeDown = writeDownIn(audit);
  return {
    ...handlers,
    async userTrajectory(input, context) {
      const answer = await handlers.userTrajectory(input, context);
      if (input.page === 1 && answer.total > 0) await writeDown(context, 'visitor.view', input[input.type].trim(), input.domain === '' ? {} : { domain: input.domain });
      return answer;
    },
  };
}
