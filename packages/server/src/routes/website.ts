/** The registered sites: list, look at one, add, edit, remove. What a domain may be is decided in metadata/host.ts. */
import { type AuditAction, type endpoints, FootfallError } from '@footfall/contract';
import type { HandlersOf, RequestContext } from '../http/handler.js';
import { invalid } from '../http/input.js';
import { localTimeIn } from '../http/local-time.js';
import { maySee } from '../http/scope.js';
import type { Audit } from '../metadata/audit.js';
import type { SiteDirectory } from '../metadata/site-directory.js';
import { NO_RULES } from '../metadata/site-rules.js';
import { DEFAULT_TRACKING } from '../metadata/site-tracking.js';
import type { Sites, StoredSite } from '../metadata/sites.js';
import { changeOf, writeDownIn } from './audited.js';
import { siteAnswer, trackingGiven } from './site-answer.js';
import { aliasesGiven, nameGiven, rulesGiven, zoneGiven } from '../http/site-given.js';
import { passesSiteFilter } from './site-filter.js';

export interface WebsiteDeps {
  readonly sites: Sites;
  readonly directory: Pick<SiteDirectory, 'reload' | 'timeZone' | 'byDomain'>;
  /** Told when keys were revoked. */
  readonly keyDirectory: { reload(): Promise<void> };
  /** Told when data is to be erased. */
  readonly onErase: () => void;
  readonly audit: Pick<Audit, 'record'>;
  /** Where browsers reach this server, '' when it was not said. */
  readonly publicUrl: string;
}

/** The endpoints of `website` that ask nothing of the visits. */
export type WebsiteHandlers = Omit<HandlersOf<typeof endpoints.websites>, 'statistics' | 'statisticsExport' | 'liveCheck' | 'members' | 'setMembers'>;

const EDITABLE = ['name', 'domain', 'isStat', 'timeZone', 'tracking', 'aliases', 'subdomains', 'rules'] as const;

/** The handlers. After each change the directory is read anew before the answer, so that the next visit sees it. */
export function websiteRoutes({ sites, directory, keyDirectory, onErase, audit, publicUrl }: WebsiteDeps): WebsiteHandlers {
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

    async add(given, context) {
      const { name, domain, is_stat = 1, time_zone = '', tracking = {}, aliases = [], subdomains = 0 } = given;
      const rules = rulesGiven(NO_RULES, given);
      const site = await sites.add({
        name: nameGiven(name), domain, rules,
        aliases: aliasesGiven(aliases), subdomains: subdomains === 1, isStat: is_stat === 1, timeZone: zoneGiven(time_zone), tracking: trackingGiven(DEFAULT_TRACKING, tracking),
      });
      await changed(context, 'site.add', site, { name: site.name });
      return answer(site);
    },

    async edit(given, context) {
      const { id, name, domain, is_stat, time_zone, tracking, aliases, subdomains } = given;
      const before = orUnknown(await sites.byId(id));
      const zone = time_zone === undefined ? undefined : zoneGiven(time_zone);
      // The form sends back the zone that it was shown; that alone must not stop following the installation's.
      const keepsFollowing = before.timeZone === null && zone === directory.timeZone;
      const change = {
        ...(name === undefined ? {} : { name: nameGiven(name) }),
        ...(domain === undefined ? {} : { domain }),
        ...(aliases === undefined ? {} : { aliases: aliasesGiven(aliases) }),
        ...(subdomains === undefined ? {} : { subdomains: subdomains === 1 }),
        ...(is_stat === undefined ? {} : { isStat: is_stat === 1 }),
        ...(zone === undefined || keepsFollowing ? {} : { timeZone: zone }),
        ...(tracking === undefined ? {} : { tracking: trackingGiven(before.tracking, tracking) }),
        rules: rulesGiven(before.rules, given),
      };
      const site = orUnknown(await sites.edit(id, change));
      const difference = changeOf(before, site, EDITABLE);
      if (difference !== undefined) await changed(context, 'site.edit', site, difference);
      return answer(site);
    },

    async remove({ id, data, domain }, context) {
      const before = orUnknown(await sites.byId(id));
      // What can not be taken back is done only where it is sure which site was meant.
      if (data === 'erase' && directory.byDomain(domain)?.id !== before.id) throw invalid([{ path: 'domain', message: `to erase its data, give the site's domain: ${before.domain}` }]);
      const site = orUnknown(await sites.remove(id, data));
      await keyDirectory.reload();
      await changed(context, 'site.remove', site, { name: site.name, data: data === 'erase' ? 'erased' : 'kept' });
      if (data === 'erase') onErase();
      return null;
    },

    publicAddress: async () => ({ url: publicUrl }),
  };
}

function orUnknown(site: StoredSite | undefined): StoredSite {
  if (!site) throw new FootfallError('site.unknown');
  return site;
}
