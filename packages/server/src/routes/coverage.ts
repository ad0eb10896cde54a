/** Crawl coverage: which addresses there are and who fetched them, and the sitemaps that say which there should be. */
import { endpoints, FootfallError, type Sitemap, SITEMAP_LIMITS } from '@footfall/contract';
import { coverageSheet } from '../exports/coverage-sheets.js';
import { fileName, fileOf } from '../exports/file.js';
import type { HandlersOf, RequestContext } from '../http/handler.js';
import { maySee } from '../http/scope.js';
import type { Audit } from '../metadata/audit.js';
import type { StoredSitemap } from '../metadata/sitemaps.js';
import { coverageRange, coverageSummary, coverageTrend, coverageUrls } from '../questions/coverage.js';
import type { Sitemaps } from '../sitemaps/sitemaps.js';
import { asking, type QuestionDeps } from './asking.js';
import { writeDownIn } from './audited.js';
import { readingsOf, sitemapsOf } from './readings.js';

const { coverage: calls } = endpoints;

export interface CoverageDeps extends QuestionDeps {
  readonly sitemaps: Sitemaps;
  readonly audit: Pick<Audit, 'record'>;
}

export function coverageRoutes(deps: CoverageDeps): HandlersOf<typeof calls> {
  const { sitemaps, directory, audit, zones } = deps;
  const writeDown = writeDownIn(audit);

  const readings = (domain: string, context: RequestContext): Promise<number[]> => readingsOf(deps, domain, context);

  function siteOf(domain: string, { user }: RequestContext) {
    const site = directory.byDomain(domain.trim());
    if (site === undefined || !maySee(user, site.id)) throw new FootfallError('site.unknown');
    return site;
  }

  /** In the time zone of the site. */
  function answer({ id, siteId, name, address, urls, leftOut, files, readAt }: StoredSitemap): Sitemap {
    const site = directory.byId(siteId);
    return { id, domain: site?.domain ?? '', name, address, urls, left_out: leftOut, files, read_at: zones(site?.timeZone ?? directory.timeZone).text(readAt) };
  }

  async function read(context: RequestContext, domain: string, work: () => Promise<StoredSitemap>): Promise<Sitemap> {
    const sitemap = answer(await work());
    await writeDown(context, 'sitemap.read', domain, { name: sitemap.name, urls: sitemap.urls, left_out: sitemap.left_out });
    return sitemap;
  }

  return {
    summary: async (input, context) => coverageSummary(input, await readings(input.domain, context), asking(deps, input.domain, context, calls.summary.timeout)),
    trend: (input, context) => coverageTrend(input, asking(deps, input.domain, context, calls.trend.timeout)),
    urls: async (input, context) => coverageUrls(input, await readings(input.domain, context), asking(deps, input.domain, context, calls.urls.timeout)),
    async urlsExport(input, context) {
      const asked = asking(deps, input.domain, context, calls.urlsExport.timeout);
      return fileOf(await coverageSheet(input, await readings(input.domain, context), asked), input.format, fileName(input.domain, 'crawl-coverage', coverageRange(input, asked), asked.zone.text(asked.now)), asked.now);
    },
    sitemaps: async ({ domain }, context) => ({ list: (await sitemapsOf(deps, domain, context)).map(answer) }),
    async sitemapUpload({ domain, files }, context) {
      const site = siteOf(domain, context);
      const given = files.map(({ name, data }) => ({ name, bytes: Buffer.from(data, 'base64') }));
      if (given.reduce((sum, { bytes }) => sum + bytes.length, 0) > SITEMAP_LIMITS.uploadBytes) throw new FootfallError('sitemap.too_large', { file: given[0]?.name ?? '' });
      return read(context, site.domain, () => sitemaps.upload(site, given));
    },
    async sitemapFetch({ domain, address }, context) {
      const site = siteOf(domain, context);
      return read(context, site.domain, () => sitemaps.fetch(site, address));
    },
    async sitemapRemove({ id }, context) {
      const sitemap = await sitemaps.byId(id);
      if (sitemap === undefined || !maySee(context.user, sitemap.siteId)) throw new FootfallError('sitemap.unknown');
      await sitemaps.remove(sitemap);
      await writeDown(context, 'sitemap.remove', directory.byId(sitemap.siteId)?.domain ?? '', { name: sitemap.name });
      return null;
    },
  };
}
