import type { RefusalReason } from '@footfall/contract';
import { ASSET_ENDINGS, MACHINE_PATHS } from '@footfall/contract/page-paths';
import type { LogRecord } from './record.js';

/**
 * What a line of a log counts as. The rules, in order; the first that applies decides:
 *
 * 1. What was sent is not a request of HTTP (binary rubbish, a timeout without request): refused, `not_a_log_line`.
 * 2. The line names a virtual host, or an absolute url, that is not the site's: refused, `unknown_site`.
 * 3. The agent is a crawler's: a spider hit, whatever the method, path and status (both are kept).
 * 4. The method is not GET: refused, `method`.
 * 5. The status is neither 200 to 299 nor 304: refused, `status`. A log without statuses passes.
 * 6. The log records the answer's media type, and it is neither text/html nor application/xhtml+xml: refused, `asset`.
 * 7. The path is an address that machines ask for, or, where the media type is not recorded, a file that is no page: refused, `asset`.
 * 8. Anything else is a page view.
 */
export type Counted = { readonly as: 'visit' | 'spider' } | { readonly as: 'refused'; readonly reason: RefusalReason };

const VISIT: Counted = { as: 'visit' };
const SPIDER: Counted = { as: 'spider' };
const NOT_A_REQUEST: Counted = { as: 'refused', reason: 'not_a_log_line' };
const METHOD: Counted = { as: 'refused', reason: 'method' };
const STATUS: Counted = { as: 'refused', reason: 'status' };
const ASSET: Counted = { as: 'refused', reason: 'asset' };
const OTHER_SITE: Counted = { as: 'refused', reason: 'unknown_site' };

export function countAs(record: LogRecord, isForSite: boolean, isCrawler: boolean): Counted {
  if (record.method === '') return NOT_A_REQUEST;
  if (!isForSite) return OTHER_SITE;
  if (isCrawler) return SPIDER;
  if (record.method !== 'GET') return METHOD;
  const { status } = record;
  if (status !== null && status !== 304 && (status < 200 || status > 299)) return STATUS;
  const { target, contentType } = record;
  if (contentType === '') return isAsset(target) ? ASSET : VISIT;
  return isPageType(contentType) && !isMachinePath(pathOf(target)) ? VISIT : ASSET;
}

const ENDINGS: ReadonlySet<string> = new Set(ASSET_ENDINGS);
const MACHINE = new RegExp(MACHINE_PATHS, 'u');

const DOT = 46;
const SLASH = 47;

/** Whether a request target (path with query, or absolute url) is for something that is not a page. */
export function isAsset(target: string): boolean {
  const path = pathOf(target);
  // The ending first: most of what is left out of a log is told by it, and reading the whole path takes longer.
  return ENDINGS.has(endingOf(path)) || isMachinePath(path);
}

/** What stands behind the dot in the last part of a path, in small letters; '' without one. */
function endingOf(path: string): string {
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const code = path.charCodeAt(at);
    if (code === SLASH) return '';
    if (code === DOT) return path.slice(at + 1).toLowerCase();
  }
  return '';
}

function isMachinePath(path: string): boolean {
  return MACHINE.test(path.toLowerCase());
}

/** Whether a Content-Type is one of pages. */
function isPageType(contentType: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/iu.test(contentType);
}

/** The path alone, without query, fragment and `;jsessionid=`. */
function pathOf(target: string): string {
  const start = target.startsWith('/') ? 0 : Math.max(0, target.indexOf('/', target.indexOf('://') + 3));
  let end = target.length;
  for (const mark of ['?', '#', ';']) {
    const at = target.indexOf(mark, start);
    if (at !== -1 && at < end) end = at;
  }
  return target.slice(start, end);
}
