import type { RequestContext } from '../http/handler.js';
import { resolveScope } from '../http/scope.js';
import type { StoredSitemap } from '../metadata/sitemaps.js';
import type { Sitemaps } from '../sitemaps/sitemaps.js';
import type { QuestionDeps } from './asking.js';

interface Deps extends Pick<QuestionDeps, 'directory'> {
  readonly sitemaps: Pick<Sitemaps, 'of'>;
}

/** The sitemaps of the sites that a question is about. @throws FootfallError `site.unknown` */
export function sitemapsOf({ sitemaps, directory }: Deps, domain: string, { user }: RequestContext): Promise<StoredSitemap[]> {
  return sitemaps.of(resolveScope(domain, user, directory).sites.map(({ id }) => id));
}

/** Their readings that are in force. @throws as above */
export async function readingsOf(deps: Deps, domain: string, context: RequestContext): Promise<number[]> {
  return (await sitemapsOf(deps, domain, context)).map(({ reading }) => reading);
}
