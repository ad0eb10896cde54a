import type { CountedSite } from '../enrich/site.js';
import type { LogRecord } from './record.js';

/**
 * The full url of a request: the virtual host of the line, else the site's domain, and https unless the line tells otherwise.
 * Null when the line is about a host that is not the site's: several sites may share a log, and a proxy may be asked for any.
 */
export function pageUrl(record: LogRecord, site: CountedSite): string | null {
  if (record.host !== '' && !site.hosts(record.host)) return null;
  const origin = `${record.scheme === '' ? 'https' : record.scheme}://${record.host === '' ? site.domain : record.host}`;
  if (record.target.startsWith('/')) return origin + record.target;
  if (!/^https?:\/\//iu.test(record.target)) return `${origin}/`;
  if (!URL.canParse(record.target) || !site.hosts(new URL(record.target).hostname)) return null;
  return record.target;
}
