/** Errors of the console: told by every user's, read by administrators. */
import type { endpoints } from '@footfall/contract';
import type { Budget } from '../http/budget.js';
import { type HandlersOf, userOf } from '../http/handler.js';
import { localTimeIn } from '../http/local-time.js';
import type { ClientErrors } from '../metadata/client-errors.js';

export interface ClientErrorDeps {
  readonly errors: ClientErrors;
  /** What each user may tell. */
  readonly budget: Budget;
  readonly timeZone: string;
}

/** The handlers. What is refused is counted while the server runs. */
export function clientErrorRoutes({ errors, budget, timeZone }: ClientErrorDeps): HandlersOf<typeof endpoints.clientErrors> {
  const localTime = localTimeIn(timeZone);
  let refused = 0;
  return {
    async report({ version, browser, items }, context) {
      const granted = items.slice(0, budget.take(String(userOf(context).id), items.length));
      refused += items.length - granted.length;
      for (const item of granted) refused += await errors.record(item, { version, browser });
      return { stored: granted.length, refused: items.length - granted.length };
    },
    async list({ page, per_page }) {
      const total = await errors.count();
      const list = await errors.find({ limit: per_page, offset: (page - 1) * per_page });
      return {
        list: list.map(({ firstSeen, lastSeen, browsers, ...group }) => ({ ...group, browsers: [...browsers], first_seen: localTime(firstSeen), last_seen: localTime(lastSeen) })),
        meta: { pagination: { total, current_page: page, page, per_page } },
        refused,
      };
    },
    async count() {
      return { groups: await errors.count() };
    },
    async clear() {
      await errors.clear();
      refused = 0;
      return null;
    },
  };
}
