import type { CountedSite } from '../enrich/site.js';
import type { LogRecord } from './record.js';

/** Whether a request was for the site: several sites may share a log, and a proxy may be asked for any. A line without host is. */
export function isForSite({ host, target }: LogRecord, site: CountedSite): boolean {
  if (host !== '' && !site.hosts(host)) return false;
  if (target.startsWith('/') || !isUrl(target)) return true;
  return URL.canParse(target) && site.hosts(new URL(target).hostname);
}

/** The full url of a request for the site: the virtual host of the line, else the site's domain, and https unless the line tells otherwise. */
export function pageUrl({ host, scheme, target }: LogRecord, site: CountedSite): string {
  if (!target.startsWith('/') && isUrl(target)) return target;
  const origin = `${scheme === '' ? 'https' : scheme}://${host === '' ? site.domain : host}`;
  return target.startsWith('/') ? origin + target : `${origin}/`;
}

function isUrl(target: string): boolean {
  return /^https?:\/\//iu.test(target);
}
