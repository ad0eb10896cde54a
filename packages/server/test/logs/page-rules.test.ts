import { describe, expect, it } from 'vitest';
import { countAs, isAsset } from '../../src/logs/page-rules.js';
import { namedHost, pageUrl } from '../../src/logs/page-url.js';
import type { LogRecord } from '../../src/logs/record.js';
import { shop } from './importing.js';

const record = (changes: Partial<LogRecord> = {}): LogRecord => ({
  at: 0,
  ip: '1.2.3.4',
  forwarded: '',
  method: 'GET',
  target: '/',
  status: 200,
  bytes: 1,
  referrer: '',
  agent: 'UA',
  host: '',
  scheme: '',
  contentType: '',
  ...changes,
});
const isForShop = ({ host, target }: LogRecord): boolean => {
  const named = namedHost(target);
  return (host === '' || shop.hosts(host)) && named !== null && (named === undefined || shop.hosts(named));
};
const counted = (changes: Partial<LogRecord>, isCrawler = false) => {
  const each = record(changes);
  const result = countAs(each, isForShop(each), isCrawler);
  return result.as === 'refused' ? result.reason : result.as;
};

describe('what a line counts as', () => {
  it.each<[Partial<LogRecord>, string]>([
    [{}, 'visit'],
    [{ status: 299 }, 'visit'],
    [{ status: 304 }, 'visit'],
    [{ target: '/x.css', contentType: 'text/html; charset=utf-8' }, 'visit'],
    [{ contentType: 'Application/XHTML+xml' }, 'visit'],
    [{ contentType: 'application/json' }, 'asset'],
    [{ contentType: 'text/htmlish' }, 'asset'],
    [{ target: '/feed/', contentType: 'text/html' }, 'asset'],
    [{ status: null }, 'visit'],
    [{ status: 199 }, 'status'],
    [{ status: 300 }, 'status'],
    [{ status: 301 }, 'status'],
    [{ status: 404 }, 'status'],
    [{ status: 500 }, 'status'],
    [{ method: 'HEAD' }, 'method'],
    [{ method: 'POST' }, 'method'],
    [{ method: 'OPTIONS', target: '*' }, 'method'],
    [{ method: '', target: '' }, 'not_a_log_line'],
    [{ target: '/logo.png' }, 'asset'],
    [{ host: 'www.shop.example' }, 'visit'],
    [{ host: 'other.example' }, 'unknown_site'],
    [{ target: 'http://shop.example/x' }, 'visit'],
    [{ target: 'http://other.example/x' }, 'unknown_site'],
    // The first rule that applies decides.
    [{ method: 'POST', status: 404, target: '/logo.png' }, 'method'],
    [{ status: 404, target: '/logo.png' }, 'status'],
    [{ host: 'other.example', method: 'POST' }, 'unknown_site'],
  ])("a person's %j is %s", (changes, result) => {
    expect(counted(changes)).toBe(result);
  });

  it.each<[Partial<LogRecord>, string]>([
    [{}, 'spider'],
    [{ method: 'POST', status: 404, target: '/logo.png' }, 'spider'],
    [{ method: 'OPTIONS', target: '*' }, 'spider'],
    [{ method: '', target: '' }, 'not_a_log_line'],
    [{ host: 'other.example' }, 'unknown_site'],
  ])("a crawler's %j is %s", (changes, result) => {
    expect(counted(changes, true)).toBe(result);
  });
});

describe('what is a page', () => {
  it.each([
    '/',
    '/about',
    '/about/',
    '/index.html',
    '/index.php?image=x.png',
    '/Default.aspx',
    '/shop;jsessionid=1.2',
    '/v1.2/notes',
    '/user/john.smith',
    '/a.b.c/',
    '/search?q=logo.png',
    '/%E4%BD%A0%E5%A5%BD',
    '/feedback',
    '/rss-guide',
    'http://shop.example/page',
    'http://shop.example',
  ])('%s is', (target) => {
    expect(isAsset(target)).toBe(false);
  });

  it.each([
    '/logo.png',
    '/LOGO.PNG?v=3',
    '/a/b/app.min.js',
    '/style.css;jsessionid=abc',
    '/fonts/x.woff2#iefix',
    '/favicon.ico',
    '/robots.txt',
    '/sitemap.xml',
    '/.well-known/security.txt',
    '/.well-known/acme-challenge/abc',
    '/feed',
    '/blog/feed/',
    '/rss',
    '/atom.xml',
    '/xmlrpc.php',
    '/wp-cron.php?doing',
    '/wp-json/wp/v2/posts',
    '/file.PDF',
    '/backup.tar.gz',
    'http://shop.example/logo.png',
  ])('%s is not', (target) => {
    expect(isAsset(target)).toBe(true);
  });
});

describe('the url of a page', () => {
  it.each<[Partial<LogRecord>, string | null]>([
    [{ target: '/a?b=c' }, 'https://shop.example/a?b=c'],
    [{ target: '/', scheme: 'http' }, 'http://shop.example/'],
    [{ target: '/', host: 'www.shop.example', scheme: 'https' }, 'https://www.shop.example/'],
    [{ target: 'http://shop.example:8080/x' }, 'http://shop.example:8080/x'],
    [{ target: '*' }, 'https://shop.example/'],
    [{ target: '/', host: 'evil.example' }, null],
    [{ target: 'http://evil.example/' }, null],
    [{ target: 'http://[' }, null],
  ])('%j is %j', (changes, url) => {
    const each = record(changes);
    expect(isForShop(each) ? pageUrl(each, shop.domain) : null).toBe(url);
  });
});
