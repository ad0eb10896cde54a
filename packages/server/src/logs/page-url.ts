import type { LogRecord } from './record.js';

/** The host that the target of a request names: undefined where it is a path, null for an absolute url that can not be read. */
export function namedHost(target: string): string | null | undefined {
  if (target.startsWith('/') || !isUrl(target)) return undefined;
  return URL.canParse(target) ? new URL(target).hostname : null;
}

/** The full url of a request for a site: the virtual host of the line, else the site's domain, and https unless the line tells otherwise. */
export function pageUrl({ host, scheme, target }: Pick<LogRecord, 'host' | 'scheme' | 'target'>, domain: string): string {
  if (!target.startsWith('/') && isUrl(target)) return target;
  const origin = `${scheme === '' ? 'https' : scheme}://${host === '' ? domain : host}`;
  return target.startsWith('/') ? origin + target : `${origin}/`;
}

function isUrl(target: string): boolean {
  return /^https?:\/\//iu.test(target);
}
