import type { endpoints } from '@footfall/contract';
import type { Handler } from '../http/handler.js';
import { visibleSites } from '../http/scope.js';
import type { SiteDirectory } from '../metadata/site-directory.js';

/** `common.domain_list`: the sites that the user may see, for pickers, by id. */
export function domainListRoute(directory: Pick<SiteDirectory, 'all'>): Handler<typeof endpoints.common.domainList> {
  return async (_input, { user }) =>
    visibleSites(user, directory).map((site) => ({
      id: site.id,
      name: site.name,
      domain: site.domain,
      time_zone: site.timeZone,
      is_stat: site.isStat ? 1 : 0,
    }));
}
