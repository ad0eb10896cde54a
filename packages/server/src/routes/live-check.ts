import { endpoints, FootfallError, type RefusalReason } from '@footfall/contract';
import type { Handler } from '../http/handler.js';
import { maySee } from '../http/scope.js';
import type { Site } from '../metadata/site-directory.js';
import { newestVisit } from '../questions/newest-visit.js';
import { asking, type QuestionDeps } from './asking.js';

/** What was lately refused of the pages of a host. `siteId` 0: of no known site. `at`: milliseconds UTC. */
interface Refused {
  readonly host: string;
  readonly reason: RefusalReason;
  readonly siteId: number;
  readonly num: number;
  readonly at: number;
}

/** Whether a page of an unknown host may be meant for a site: a sub-domain that it does not take, or a domain that it is a sub-domain of. */
function isNear(host: string, site: Site): boolean {
  return [site.domain, ...site.aliases].some((own) => host !== '' && (host.endsWith(`.${own}`) || own.endsWith(`.${host}`)));
}

/** `website.live_check`: what arrives of a site, and what is refused of its pages. */
export function liveCheckRoute(deps: QuestionDeps, refusals: { list(): Refused[] }): Handler<typeof endpoints.websites.liveCheck> {
  return async ({ id }, context) => {
    const site = maySee(context.user, id) ? deps.directory.byId(id) : undefined;
    if (site === undefined) throw new FootfallError('site.unknown');
    const asked = asking(deps, site.domain, context, endpoints.websites.liveCheck.timeout);
    const own = refusals.list().filter(({ siteId, host }) => (siteId === 0 ? isNear(host, site) : siteId === id));
    return {
      visit: await newestVisit(asked),
      refused: own.map(({ host, reason, num, at }) => ({ host, reason, num, at: new Date(at).toISOString() })),
    };
  };
}
