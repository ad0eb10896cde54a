/** The registered sites: list, look at one, add, edit, remove. What a domain may be is decided in metadata/host.ts. */
import { type AuditAction, type endpoints, FootfallError } from '@footfall/contract';
import type { HandlersOf, RequestContext } from '../http/handler.js';
import { invalid } from '../http/input.js';
import { localTimeIn } from '../http/local-time.js';
import { maySee } from '../http/scope.js';
import type { Audit } from '../metadata/audit.js';
import type { SiteDirectory } from '../metadata/site-directory.js';
import { DEFAULT_TRACKING } from '../metadata/site-tracking.js';
import type { Sites, StoredSite } from '../metadata/sites.js';
import { parseTimeZone } from '../metadata/time-zone.js';
import { changeOf, writeDownIn } from './audited.js';
import { siteAnswer, trackingGiven } from './site-answer.js';
import { passesSiteFilter } from './site-filter.js';

export interface WebsiteDeps {
  readonly sites: Sites;
  readonly directory: Pick<SiteDirectory, 'reload' | 'timeZone'>;
  readonly audit: Pick<Audit, 'record'>;
  /** Where browsers reach this server, '' when it was not said. */
  readonly publicUrl: string;
}

/** The endpoints of `website` that ask nothing of the visits. */
export type WebsiteHandlers = Omit<HandlersOf<typeof endpoints.websites>, 'statistics'>;

const EDITABLE = ['name', 'domain', 'isStat', 'timeZone', 'tracking'] as const;

/** An operator's zone as it is stored: null for '', which follows the installation's. */
function zoneToStore(typed: string): string | null {
  if (typed.trim() === '') return null;
  const zone = parseTimeZone(typed.trim());
  if (zone === undefined) throw invalid([{ path: 'time_zone', message: 'not an IANA time zone such as Asia/Shanghai' }]);
  return zone;
}

function checkName(name: string): string {
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) throw invalid([{ path: 'name', message: 'must not hold control characters' }]);
  return name;
}

/** The handlers. After each change the directory is read anew before the answer, so that the next visit sees it. */
export function websiteRoutes({ sites, directory, audit, publicUrl }: WebsiteDeps): WebsiteHandlers {
  const localTime = localTimeIn(directory.timeZone);
  const writeDown = writeDownIn(audit);

  const answer = (site: StoredSite) => siteAnswer({ ...site, timeZone: site.timeZone ?? directory.timeZone }, localTime(site.createdAt));

  async function changed(context: RequestContext, action: AuditAction, site: StoredSite, details: Record<string, unknown>): Promise<void> {
    await directory.reload();
    await writeDown(context, action, site.domain, { id: site.id, ...details });
  }

  return {
    async list({ page, per_page, ...filter }, { user }) {
      const passing = (await sites.all()).filter((site) => maySee(user, site.id) && passesSiteFilter(site, filter));
      return {
        list: passing.slice((page - 1) * per_page, page * per_page).map(answer),
        meta: { pagination: { total: passing.length, current_page: page, page, per_page } },
      };
    },

    async info({ id }, { user }) {
      return answer(orUnknown(maySee(user, id) ? await sites.byId(id) : undefined));
    },

    async add({ name, domain, is_stat, time_zone, tracking }, context) {
      const site = await sites.add({ name: checkName(name), domain, isStat: is_stat === 1, timeZone: zoneToStore(time_zone), tracking: trackingGiven(DEFAULT_TRACKING, tracking) });
      await changed(context, 'site.add', site, { name: site.name });
      return answer(site);
    },

    async edit({ id, name, domain, is_stat, time_zone, tracking }, context) {
      const before = orUnknown(await sites.byId(id));
      const zone = time_zone === undefined ? undefined : zoneToStore(time_zone);
      // The form sends back the zone that it was shown; that alone must not stop following the installation's.
      const keepsFollowing = before.timeZone === null && zone === directory.timeZone;
      const change = {
        ...(name === undefined ? {} : { name: checkName(name) }),
        ...(domain === undefined ? {} : { domain }),
        ...(is_stat === undefined ? {} : { isStat: is_stat === 1 }),
        ...(zone === undefined || keepsFollowing ? {} : { timeZone: zone }),
        ...(tracking === undefined ? {} : { tracking: trackingGiven(before.tracking, tracking) }),
      };
      const site = orUnknown(await sites.edit(id, change));
      const difference = changeOf(before, site, EDITABLE);
      if (difference !== undefined) await changed(context, 'site.edit', site, difference);
      return answer(site);
    },

    async remove({ id }, context) {
      const site = orUnknown(await sites.remove(id));
      await changed(context, 'site.remove', site, { name: site.name, data: 'kept' });
      return null;
    },

    publicAddress: async () => ({ url: publicUrl }),
  };
}

function orUnknown(site: StoredSite | undefined): StoredSite {
  if (!site) throw new FootfallError('site.unknown');
  return site;
}
