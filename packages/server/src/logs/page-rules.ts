import type { RefusalReason } from '@footfall/contract';
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
  const path = pathOf(record.target);
  if (isMachinePath(path)) return ASSET;
  return (record.contentType === '' ? hasAssetEnding(path) : !isPageType(record.contentType)) ? ASSET : VISIT;
}

/** Endings of files that are not pages. What is not here (.html, .php, .aspx, .jsp, no ending) is one. */
const ASSET_ENDINGS = new Set(
  (
    'gif jpg jpeg jpe png apng webp avif svg svgz ico cur bmp tif tiff heic psd ' +
    'css scss less map js mjs cjs ts jsx wasm json jsonld json5 webmanifest manifest appcache ' +
    'woff woff2 ttf otf eot ' +
    'mp3 mp4 m4a m4v m4s m3u m3u8 mpd ogg oga ogv opus webm wav flac aac avi mov mpg mpeg wmv flv swf mkv ts vtt srt ' +
    'xml xsl xsd rss atom rdf txt csv tsv yml yaml toml ini conf log sql bak env md ' +
    'pdf doc docx xls xlsx ppt pptx odt ods odp rtf epub mobi ps ' +
    'zip gz tgz tar bz2 xz zst 7z rar jar war apk ipa exe msi dmg pkg deb rpm iso img bin dll cab asc sig md5 sha1 sha256 torrent ' +
    'flashxml class cfg dat db key pem crt'
  ).split(' '),
);

/** Addresses that programs ask for, whatever their ending: feeds, remote calls, checks, and what browsers fetch on their own. */
const MACHINE_PATHS =
  /^\/(?:\.well-known|wp-json|wp-includes|wp-content|cdn-cgi|_next\/(?:static|image|data)|server-status|nginx_status)(?:\/|$)|^\/(?:xmlrpc|wp-cron|wp-admin\/admin-ajax)\.php$|(?:^|\/)(?:feeds?|rss|rss2|atom)\/?$/u;

/** Whether a path (of `pathOf`) ends as a file does that is no page. */
function hasAssetEnding(path: string): boolean {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') && ASSET_ENDINGS.has(path.slice(dot + 1));
}

function isMachinePath(path: string): boolean {
  return MACHINE_PATHS.test(path);
}

/** Whether a request target (path with query, or absolute url) is for something that is not a page. */
export function isAsset(target: string): boolean {
  const path = pathOf(target);
  return hasAssetEnding(path) || isMachinePath(path);
}

/** Whether a Content-Type is one of pages. */
function isPageType(contentType: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/iu.test(contentType);
}

/** The path alone, lower case, without query, fragment and `;jsessionid=`. */
function pathOf(target: string): string {
  const start = target.startsWith('/') ? 0 : Math.max(0, target.indexOf('/', target.indexOf('://') + 3));
  let end = target.length;
  for (const mark of ['?', '#', ';']) {
    const at = target.indexOf(mark, start);
    if (at !== -1 && at < end) end = at;
  }
  return target.slice(start, end).toLowerCase();
}
