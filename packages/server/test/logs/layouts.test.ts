import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chooseFormat } from '../../src/logs/choose-format.js';
import { detectFormat } from '../../src/logs/detect.js';
import { LOG_FORMATS } from '../../src/logs/formats/registry.js';
import type { LogRecord } from '../../src/logs/record.js';
import { fileSource } from '../../src/logs/source.js';
import { accounted, createStore } from './importing.js';

const AT = Date.UTC(2026, 2, 1, 10, 5, 3);
const parserOf = (format: string, dateFormat?: string, timeFormat?: string) => {
  const layout = chooseFormat({ format, dateFormat, timeFormat });
  if (layout === undefined) throw new Error(format);
  return layout.createParser();
};
const UA = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';

/** One made-up line of each layout, and what it says. */
const LINES: readonly (readonly [format: string, line: string, expected: Partial<LogRecord>])[] = [
  ['nginx-json', `{"time_iso8601":"2026-03-01T12:05:03+02:00","remote_addr":"10.0.0.1","http_x_forwarded_for":"81.2.69.143","request":"GET /a?b=c HTTP/2.0","status":"200","body_bytes_sent":"77","http_referer":"https://r.example/","http_user_agent":"${UA}","host":"shop.example","scheme":"https"}`,
    { at: AT, ip: '10.0.0.1', forwarded: '81.2.69.143', method: 'GET', target: '/a?b=c', status: 200, bytes: 77, referrer: 'https://r.example/', agent: UA, host: 'shop.example', scheme: 'https' }],
  ['nginx-json', `{"msec":"1772359503.250","remote_addr":"::1","request_method":"POST","uri":"/x","args":"y=1","status":404,"sent_http_content_type":"text/html"}`,
    { at: AT + 250, ip: '::1', method: 'POST', target: '/x?y=1', status: 404, bytes: null, agent: null, contentType: 'text/html' }],
  ['nginx-json', String.raw`{"time_local":"01/Mar/2026:10:05:03 +0000","remote_addr":"1.2.3.4","request":"\x16\x03\x01","status":400,"http_user_agent":""}`,
    { at: AT, ip: '1.2.3.4', method: '', target: '', status: 400, agent: '' }],
  ['caddy', `web  | {"level":"info","ts":1772359503.5,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"10.5.1.1","client_ip":"81.2.69.143","proto":"HTTP/2.0","method":"GET","host":"shop.example:443","uri":"/a","headers":{"User-Agent":["${UA}"],"Referer":["https://r.example/"],"X-Forwarded-For":["9.9.9.9"]},"tls":{"proto":"h2"}},"size":3768,"status":200,"resp_headers":{"Content-Type":["text/html; charset=utf-8"]}}`,
    { at: AT + 500, ip: '81.2.69.143', forwarded: '', method: 'GET', target: '/a', status: 200, bytes: 3_768, agent: UA, referrer: 'https://r.example/', host: 'shop.example', scheme: 'https', contentType: 'text/html; charset=utf-8' }],
  ['alb', `h2 2026-03-01T10:05:03.123456Z app/my-lb/50dc 81.2.69.143:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 "GET https://shop.example:443/a?b=c HTTP/2.0" "${UA}" ECDHE TLSv1.2 arn:aws:x "Root=1-58" "www.shop.example" "arn:y" 0 2026-03-01T10:05:03.1Z "forward" "-" "-"`,
    { at: AT + 123, ip: '81.2.69.143', method: 'GET', target: '/a?b=c', status: 200, bytes: 366, agent: UA, host: 'www.shop.example', scheme: 'https' }],
  ['elb', `2026-03-01T10:05:03.123456Z my-lb 81.2.69.143:2817 10.0.0.1:80 0.00007 0.001 0.00006 200 200 0 29 "GET http://shop.example:80/ HTTP/1.1" "curl/8" - -`,
    { at: AT + 123, ip: '81.2.69.143', method: 'GET', target: '/', status: 200, bytes: 29, agent: 'curl/8', host: 'shop.example', scheme: 'http' }],
  ['elb', '2026-03-01T10:05:03Z my-lb 81.2.69.143:2817 - -1 -1 -1 400 0 0 0 "- http://shop.example:80- " "-" - -', { method: '', target: '', status: 400, agent: '' }],
  ['traefik', `192.0.2.1 - - [01/Mar/2026:10:05:03 +0000] "GET /a HTTP/1.1" 200 12 "-" "${UA}" 262 "Host-shop" "http://172.19.0.3:80" 2ms`, { at: AT, ip: '192.0.2.1', target: '/a', agent: UA }],
  ['traefik', `{"ClientAddr":"81.2.69.143:5000","ClientHost":"81.2.69.143","DownstreamContentSize":12,"DownstreamStatus":200,"RequestHost":"shop.example","RequestMethod":"GET","RequestPath":"/a","RequestScheme":"https","StartUTC":"2026-03-01T10:05:03.000000001Z","request_User-Agent":"${UA}","time":"2026-03-01T11:05:04+01:00"}`,
    { at: AT, ip: '81.2.69.143', method: 'GET', target: '/a', status: 200, bytes: 12, agent: UA, host: 'shop.example', scheme: 'https' }],
  ['haproxy', `Mar  1 10:05:03 lb haproxy[7]: 81.2.69.143:53332 [01/Mar/2026:10:05:03.143] web~ app/one 0/0/7/14/21 200 1139 - - ---- 2/1/0/0/0 0/0 {shop.example|${UA}|https://r.example/} {} "GET /a?b HTTP/1.1"`,
    { at: AT + 143, ip: '81.2.69.143', method: 'GET', target: '/a?b', status: 200, bytes: 1_139, agent: UA, host: 'shop.example', referrer: 'https://r.example/', scheme: 'https' }],
  ['haproxy', '81.2.69.143:1 [01/Mar/2026:10:05:03.143] web web/<NOSRV> -1/-1/-1/-1/0 400 187 - - PR-- 2/1/0/0/0 0/0 "<BADREQ>"', { method: '', status: 400, agent: null }],
  ['cloudflare', `{"ClientIP":"81.2.69.143","ClientRequestHost":"shop.example","ClientRequestMethod":"GET","ClientRequestURI":"/a","ClientRequestUserAgent":"${UA}","ClientRequestReferer":"","EdgeStartTimestamp":1772359503100000000,"EdgeResponseBytes":12,"EdgeResponseStatus":200}`,
    { at: AT + 100, ip: '81.2.69.143', target: '/a', status: 200, bytes: 12, agent: UA, host: 'shop.example' }],
  ['s3', `${'a1'.repeat(32)} shop.example [01/Mar/2026:12:05:03 +0200] 81.2.69.143 - 3E57427F3EXAMPLE WEBSITE.GET.OBJECT a/index.html "GET /a/?b=c HTTP/1.1" 200 - 2662 2662 70 10 "https://r.example/" "${UA}" - id= - ECDHE - shop.example TLSv1.2 - -`,
    { at: AT, ip: '81.2.69.143', method: 'GET', target: '/a/?b=c', status: 200, bytes: 2_662, referrer: 'https://r.example/', agent: UA, host: 'shop.example' }],
  ['s3', `${'a1'.repeat(32)} shop.example [01/Mar/2026:10:05:03 +0000] 81.2.69.143 arn:aws:iam::1:user/x 3E57427F3EXAMPLE REST.GET.OBJECT a.html "GET /shop.example/a.html HTTP/1.1" 404 NoSuchKey 243 - 70 - "-" "-" - id= SigV4 ECDHE AuthHeader s3.eu-west-1.amazonaws.com TLSv1.2 - -`,
    { at: AT, target: '/a.html', status: 404, bytes: 243, referrer: '', agent: '', host: '' }],
  ['iis', '81.2.69.143, -, 03/01/26, 10:05:03, W3SVC2, WEB1, 172.21.13.45, 4502, 163, 3223, 200, 0, GET, /a, b=c,', { at: AT, ip: '81.2.69.143', method: 'GET', target: '/a?b=c', status: 200, bytes: 3_223, agent: null }],
  ['iis', '81.2.69.143, -, 3/1/2026, 10:05:03, W3SVC2, WEB1, 172.21.13.45, 4502, 163, 3223, 304, 0, GET, /a, -,', { at: AT, target: '/a', status: 304 }],
  ['csv2mysql', `shop.example,443,81.2.69.143,-,-,[01/Mar/2026:12:05:03 +0200],663,4766,5429,410,2,2247,1977,200,"HTTP/1.1","GET","/a","?b=c","https://r.example/","${UA}","-",-`,
    { at: AT, ip: '81.2.69.143', host: 'shop.example', method: 'GET', target: '/a?b=c', status: 200, bytes: 410, referrer: 'https://r.example/', agent: UA, scheme: 'https' }],
  ['csv2mysql', `shop.example,80,81.2.69.143,-,-,[01/Mar/2026:10:05:03 +0000],663,4766,5429,410,2,2247,1977,200,"HTTP/1.1","GET","/a","","-","${UA}","-",-`, { target: '/a', referrer: '', scheme: 'http' }],
  ['combined', `81.2.69.143 GB - [2026-03-01 10:05:03.250917] "GET /a HTTP/1.1" 200 7113 "-" "${UA}" www.shop.example 10.0.0.1 443 - + "-" Vea2 TLSv1.2 701 12118 -% 88871`, { at: AT + 250, ip: '81.2.69.143', target: '/a', bytes: 7_113, agent: UA }],
  ['combined', `81.2.69.143 - - [2026-03-01T12:05:03 +0200] "GET /a HTTP/1.1" 200 7113 "-" "${UA}"`, { at: AT }],
  ['combined', `81.2.69.143, 10.0.0.2 10.0.0.1 - - [01/Mar/2026:10:05:03 +0000] "GET /a HTTP/1.1" 200 7 "-" "${UA}"`, { ip: '10.0.0.1', forwarded: '81.2.69.143,10.0.0.2' }],
  ['combined', `"81.2.69.143, 10.0.0.2" 10.0.0.1 - - [01/Mar/2026:10:05:03 +0000] "GET /a HTTP/1.1" 200 7 "-" "${UA}"`, { ip: '10.0.0.1', forwarded: '81.2.69.143,10.0.0.2' }],
  ['combined', `"-" 81.2.69.143 - - [01/Mar/2026:10:05:03 +0000] "GET /a HTTP/1.1" 200 7 "-" "${UA}"`, { ip: '81.2.69.143', forwarded: '' }],
];

describe('layouts', () => {
  it.each(LINES)('%s reads %s', (format, line, expected) => {
    expect(parserOf(format)(line)).toMatchObject(expected);
  });

  it.each(LINES)('auto finds %s by reading %s', (format, line) => {
    const found = detectFormat([line], LOG_FORMATS)?.name;
    // A line of Traefik in common log format is one of combined with more behind.
    expect(found).toBe(format === 'traefik' && !line.startsWith('{') ? 'combined' : format);
  });

  it('S3: what the service does by itself is nobody\'s request', () => {
    expect(parserOf('s3')(`${'a1'.repeat(32)} shop.example [01/Mar/2026:10:05:03 +0000] - AmazonS3 3E57 S3.EXPIRE.OBJECT a.html "-" - - - 243 - - "-" "-" -`)).toBeNull();
  });

  it.each(['[2026-02-30 10:05:03]', '[2026-03-01 25:05:03]', '[2026-03-01 10:05:03', '[2026-03-01]'])('reads no time from %s', (time) => {
    expect(parserOf('combined')(`81.2.69.143 - - ${time} "GET /a HTTP/1.1" 200 7 "-" "${UA}"`)).toBeNull();
  });

  it('CloudFront: tabs, encoded agents, the host that the visitor asked for', () => {
    const parse = parserOf('cloudfront');
    const fields = 'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for sc-content-type';
    expect(parse('#Version: 1.0')).toBeNull();
    expect(parse(`#Fields: ${fields}`)).toBeNull();
    expect(parse(['2026-03-01', '10:05:03', 'LHR3-C1', '2390', '10.0.0.1', 'GET', 'd111.cloudfront.net', '/a', '200', '-', 'Mozilla/5.0%20(X11;%2520Linux)%20C++', 'b=c', '-', 'Hit', 'id==', 'shop.example', 'https', '23', '0.001', '81.2.69.143', 'text/html;%20charset=utf-8'].join('\t'))).toEqual({
      at: AT, ip: '10.0.0.1', forwarded: '81.2.69.143', method: 'GET', target: '/a?b=c', status: 200, bytes: 2_390, referrer: '', agent: 'Mozilla/5.0 (X11; Linux) C++', host: 'shop.example', scheme: 'https', contentType: 'text/html; charset=utf-8',
    });
  });

  it('none of them fails on rubbish or on deep JSON', () => {
    const rubbish = ['', '{', '{}', '[]', '{"request":[]}', `{"a":${'['.repeat(20_000)}`, `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, '{"request":{"uri":7},"status":1}', '\u0000', '"'.repeat(60_000), ' '.repeat(60_000), `h2 ${'"'.repeat(30_000)}`, '{"ClientRequestURI":"/","ClientIP":"x"}'];
    for (const format of LOG_FORMATS) for (const line of rubbish) expect(format.createParser()(line)).toBeNull();
  });
});

describe('format strings', () => {
  const line = `shop.example:443 81.2.69.143 - frank [01/Mar/2026:12:05:03 +0200] "GET /a\\"q\\"?b HTTP/1.1" 200 77 "https://r.example/" "${UA}" 0.003`;
  const expected = { at: AT, ip: '81.2.69.143', method: 'GET', target: '/a"q"?b', status: 200, bytes: 77, referrer: 'https://r.example/', agent: UA };

  it.each([
    ['goaccess', '%v:%^ %h %^ %e [%d:%t %^] "%r" %s %b "%R" "%u"'],
    ['Apache', String.raw`%v:%p %h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\"`],
    ['nginx', '$host:$server_port $remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"'],
  ])('%s: %s', (_, format) => {
    expect(parserOf(format)(line)).toMatchObject({ ...expected, host: 'shop.example' });
    expect(parserOf(format)('rubbish')).toBeNull();
  });

  it.each([
    ['%x %h "%m" "%U" "%q" %s', '%Y-%m-%dT%H:%M:%S%z', undefined, '2026-03-01T12:05:03+02:00 ::1 "GET" "/a" "b=c" 304', { at: AT, ip: '::1', target: '/a?b=c', status: 304, agent: null }],
    ['%d\\t%t\\t%h\\t%r', '%Y-%m-%d', '%H:%M:%S', '2026-03-01\t10:05:03.250\t1.2.3.4\tGET / HTTP/1.1', { at: AT + 250, target: '/' }],
    ['%x~%h~"%r"', '%s', undefined, '1772359503.5~1.2.3.4~"GET / HTTP/1.1"', { at: AT + 500 }],
    ['[%d:%t %^] ~h{, } "%r"', undefined, undefined, '[01/Mar/2026:10:05:03 +0000] 8.8.8.8, 81.2.69.143 "GET / HTTP/1.1"', { at: AT, ip: '81.2.69.143', forwarded: '8.8.8.8, 81.2.69.143' }],
    ['$http_x_forwarded_for|$time_iso8601|$request_method|$request_uri|$sent_http_content_type', undefined, undefined, '81.2.69.143|2026-03-01T10:05:03+00:00|GET|/a|text/css', { ip: '81.2.69.143', contentType: 'text/css', target: '/a' }],
  ] as const)('%s', (format, dateFormat, timeFormat, text, record) => {
    expect(parserOf(format, dateFormat, timeFormat)(text)).toMatchObject(record);
  });

  it.each([
    ['%d:%t "%r"', 'no address'],
    ['%h [%d:%t]', 'no request'],
    ['%h "%r"', 'no time'],
    ['%h%r %d', 'side by side'],
    ['%h %Z "%r" %x', '%Z is none'],
    ['apache', 'there is no log layout "apache"'],
  ])('refuses %s, saying %s', (format, message) => {
    expect(() => chooseFormat({ format })).toThrow(message);
  });

  it('refuses a time format that it does not know', () => {
    expect(() => chooseFormat({ format: '%x %h "%r"', dateFormat: '%Q' })).toThrow('the time format has %Q');
  });

  it('is not slowed down by a line made to do so', () => {
    const parsers = [parserOf('%v:%^ %h %^ %e [%d:%t %^] "%r" %s %b "%R" "%u"'), ...LOG_FORMATS.map((format) => format.createParser())];
    for (const text of ['" '.repeat(32_000), '{'.repeat(60_000), 'a:1 ['.repeat(12_000), `1:1 [x] ${'a/b '.repeat(15_000)}`, '0/'.repeat(30_000)]) {
      const started = performance.now();
      for (const parse of parsers) parse(text);
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });
});

const shared = new URL('../../../../../shared/data/', import.meta.url);
const sample = (name: string) => new URL(`formats/${name}`, shared);

describe.skipIf(!existsSync(shared))('published samples of layouts (needs ../shared/data/formats)', () => {
  it.each([
    ['lnav_logfile_caddy_log.0', 'caddy'],
    ['lnav_logfile_caddy_log.1', 'caddy'],
    ['lnav_logfile_cloudflare.1', 'cloudflare'],
    ['lnav_logfile_cloudflare.json', 'cloudflare'],
    ['lnav_logfile_haproxy.0', 'haproxy'],
    ['beats_nginx_with_host.log', 'vhost'],
    ['beats_nginx_xff_list.log', 'combined'],
    ['beats_apache_mixed.log', 'combined'],
    ['beats_traefik_clf.log', 'combined'],
    ['rla_apache_common.log', 'combined'],
    ['beats_iis10_changing_fields.log', 'w3c'],
    ['brianary_u_ex160110.log', 'w3c'],
    ['brianary_ex010320.log', 'iis'],
    ['rla_2012-10-05-16-18-11-F9AAC5D1A55AEBAD', 's3'],
  ])('%s is found to be %s, and every line is accounted for', async (name, format) => {
    const lines = readFileSync(sample(name), 'utf8').split('\n').filter((line) => line.trim() !== '');
    expect(detectFormat(lines, LOG_FORMATS)?.name).toBe(format);
    const { report } = await createStore().import([fileSource(sample(name).pathname)]);
    expect(accounted(report)).toBe(report.lines);
    expect(report.lines - (report.refused.not_a_log_line ?? 0) - (report.refused.heading ?? 0)).toBeGreaterThan(0);
  });

  it('a log of columns with commas is read by a format string', async () => {
    const format = { format: '%v,%^,%h,%^,%^,[%d:%t %^],%^,%^,%^,%^,%^,%^,%b,%s,"%^","%m","%U","%q","%R","%u","%^",%^' };
    const { report } = await createStore().import([fileSource(new URL('logs/wtf_apache_csv_farmwork.log', shared).pathname)], { format });
    // The layout's own counts: 4,838 lines, of which 596 are POST and 6 HEAD.
    expect(report.lines).toBe(4_838);
    expect(report.refused.not_a_log_line ?? 0).toBeLessThan(50);
    expect(report.visits + report.spider_hits).toBeGreaterThan(1_000);
  });
});
