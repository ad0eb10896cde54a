import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../src/logs/detect.js';
import { combined } from '../../src/logs/formats/combined.js';
import { common } from '../../src/logs/formats/common.js';
import { LOG_FORMATS } from '../../src/logs/formats/registry.js';
import { virtualHost } from '../../src/logs/formats/virtual-host.js';
import { w3c } from '../../src/logs/formats/w3c.js';

const TIME = '[17/May/2015:10:05:03 +0000]';
const AT = Date.UTC(2015, 4, 17, 10, 5, 3);

describe('combined', () => {
  const parse = combined.createParser();
  const line = (request: string, rest = '200 12 "-" "UA"', head = '1.2.3.4 - -', time = TIME) => `${head} ${time} "${request}" ${rest}`;

  it('reads every field', () => {
    expect(parse(line('GET /a?b=c HTTP/1.1', '200 203023 "http://r.example/x" "Mozilla/5.0 (X11)"', '83.149.9.216 - frank'))).toEqual({
      at: AT,
      ip: '83.149.9.216',
      forwarded: '',
      method: 'GET',
      target: '/a?b=c',
      status: 200,
      bytes: 203_023,
      referrer: 'http://r.example/x',
      agent: 'Mozilla/5.0 (X11)',
      host: '',
      scheme: '',
      contentType: '',
    });
  });

  it.each([
    ['17/May/2015:10:05:03 +0000', AT],
    ['17/May/2015:12:05:03 +0200', AT],
    ['17/May/2015:05:05:03 -0500', AT],
    ['17/May/2015:15:50:03 +0545', AT],
    ['31/Dec/2023:23:59:59 -0100', Date.UTC(2024, 0, 1, 0, 59, 59)],
    ['29/Feb/2024:00:00:00 +0000', Date.UTC(2024, 1, 29)],
    ['30/Jun/2015:23:59:60 +0000', Date.UTC(2015, 6, 1)],
  ])('honours the offset of %s', (time, at) => {
    expect(parse(line('GET / HTTP/1.1', undefined, undefined, `[${time}]`))?.at).toBe(at);
  });

  it.each(['29/Feb/2023:00:00:00 +0000', '31/Apr/2023:00:00:00 +0000', '17/Mai/2015:10:05:03 +0000', '17/May/2015:24:05:03 +0000', '17/May/2015:10:60:03 +0000', '17/May/2015:10:05:61 +0000', '17/May/2015:1a:05:03 +0000', '17/May/2015:10:05:0x +0000', '17-May-2015:10:05:03 +0000', '17/May/2015:10:05:03 +00', ''])(
    'reads no time from %j',
    (time) => {
      expect(parse(line('GET / HTTP/1.1', undefined, undefined, `[${time}]`))).toBeNull();
    },
  );

  it.each([
    ['1.2.3.4 - -', '1.2.3.4'],
    ['2001:db8::1 - -', '2001:db8::1'],
    ['::1 - -', '::1'],
    ['host.example.org - -', 'host.example.org'],
    ['1.2.3.4 - Jo Ann Smith', '1.2.3.4'],
    ['1.2.3.4 - a [b] c', '1.2.3.4'],
  ])('takes the client from %j', (head, ip) => {
    expect(parse(line('GET / HTTP/1.1', undefined, head))).toMatchObject({ ip, forwarded: '' });
  });

  it('takes a list apart into who connected and what proxies say', () => {
    expect(parse(line('GET / HTTP/1.1', undefined, '81.2.69.143, 10.0.0.2, 10.0.0.1 - -'))).toMatchObject({ ip: '10.0.0.1', forwarded: '81.2.69.143,10.0.0.2' });
  });

  it.each([
    ['GET / HTTP/1.1', 'GET', '/'],
    ['GET /', 'GET', '/'],
    ['GET /a b c HTTP/1.1', 'GET', '/a b c'],
    ['GET /\\"q\\" HTTP/1.1', 'GET', '/"q"'],
    ['GET /"q" HTTP/1.1', 'GET', '/"q"'],
    ['GET /" 200 HTTP/1.1', 'GET', '/" 200'],
    ['OPTIONS * HTTP/1.0', 'OPTIONS', '*'],
    ['GET http://shop.example/x HTTP/1.1', 'GET', 'http://shop.example/x'],
    ['CONNECT mail.example:25 HTTP/1.1', 'CONNECT', 'mail.example:25'],
    ['VERSION-CONTROL /x HTTP/1.1', 'VERSION-CONTROL', '/x'],
    ['-', '', ''],
    ['', '', ''],
    ['\\x16\\x03\\x01\\x02\\x00\\x01\\x00\\x01\\xFC\\x03\\x03', '', ''],
    ['\u0016\u0003\u0001', '', ''],
    ['\\n', '', ''],
    ['get / HTTP/1.1', '', ''],
    ['GET', '', ''],
    ['GET nothing HTTP/1.1', '', ''],
    ['145.ll|\'|\'|SGFjS2Vk', '', ''],
  ])('splits the request %j', (request, method, target) => {
    expect(parse(line(request, '400 0 "-" "-"'))).toMatchObject({ method, target, status: 400 });
  });

  it.each([
    ['304 - "-" "-"', { status: 304, bytes: 0, referrer: '', agent: '' }],
    ['- - "-" "-"', { status: null, bytes: 0 }],
    ['200 12 "" ""', { referrer: '', agent: '' }],
    ['200 12 "http://r/\\"x\\"" "a \\"quoted\\" agent \\\\"', { referrer: 'http://r/"x"', agent: 'a "quoted" agent \\' }],
    ['200 12 "-" "caf\\xC3\\xA9 \\x22x\\x22"', { agent: 'café "x"' }],
    ['200 12 "-" "UA" "81.2.69.143" 0.003', { agent: 'UA' }],
    ['200 12 "-" "Mozilla/5.0 (compatible; cut off', { agent: 'Mozilla/5.0 (compatible; cut off' }],
    ['200 12', { status: 200, bytes: 12, referrer: '', agent: null }],
    ['200 12 0.5 xyz', { agent: null }],
  ])('reads what follows the request: %s', (rest, expected) => {
    expect(parse(line('GET / HTTP/1.1', rest))).toMatchObject(expected);
  });

  it.each([
    '',
    ' ',
    '"',
    '[',
    'no log line at all',
    '1.2.3.4 - - "GET / HTTP/1.1" 200 12',
    `1.2.3.4 - - ${TIME}`,
    `1.2.3.4 - - ${TIME} "GET / HTTP/1.1`,
    `1.2.3.4 - - ${TIME} "GET / HTTP/1.1"`,
    `1.2.3.4 - - ${TIME} "GET / HTTP/1.1" abc 12`,
    `1.2.3.4 - - ${TIME} "GET / HTTP/1.1" 20 12`,
    `1.2.3.4 - - ${TIME} "GET / HTTP/1.1" 200 1x2`,
    `1.2.3.4 - - ${TIME} "GET / HTTP/1.1" 200 99999999999999999999 "-" "-"`,
    `1.2.3.4 ${TIME} "GET / HTTP/1.1" 200 12 "-" "-"`,
    ` - - ${TIME} "GET / HTTP/1.1" 200 12 "-" "-"`,
    `shop.example:443 1.2.3.4 - - ${TIME} "GET / HTTP/1.1" 200 12 "-" "-"`,
    `shop.example ::1 - - ${TIME} "GET / HTTP/1.1" 200 12 "-" "-"`,
    '\u0016\u0003\u0001\u0002\u0000\u0001',
    '{"level":"info","ts":1716723772.6}',
    '#Fields: date time c-ip',
  ])('makes nothing of %j', (text) => {
    expect(parse(text)).toBeNull();
  });

  it('reads a line of any bytes without failing', () => {
    let seed = 7;
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const full = line('GET /a?b=c HTTP/1.1', '200 12 "http://r/" "agent"');
    for (let round = 0; round < 3_000; round += 1) {
      const damaged = Array.from(full, (letter) => (next(20) === 0 ? String.fromCharCode(next(300)) : letter)).join('').slice(0, next(full.length + 1));
      for (const format of LOG_FORMATS) expect(() => format.createParser()(damaged)).not.toThrow();
    }
  });

  it('is not slowed down by a line made to do so', () => {
    for (const text of ['" '.repeat(32_000), `1.2.3.4 - -${' ['.repeat(30_000)}`, `1.2.3.4 - - ${TIME} "${'\\'.repeat(60_000)}`, `1.2.3.4 - - ${TIME} "${'" 2'.repeat(20_000)}`]) {
      const started = performance.now();
      for (const format of LOG_FORMATS) format.createParser()(text);
      expect(performance.now() - started).toBeLessThan(1_000);
    }
  });
});

describe('common', () => {
  it('reads lines without agents, and only those', () => {
    const parse = common.createParser();
    expect(parse(`1.2.3.4 - - ${TIME} "GET / HTTP/1.0" 200 12`)).toMatchObject({ agent: null, bytes: 12 });
    expect(parse(`1.2.3.4 - - ${TIME} "GET / HTTP/1.0" 304 -`)).toMatchObject({ agent: null, bytes: 0 });
    expect(parse(`1.2.3.4 - - ${TIME} "GET / HTTP/1.0" 200 12 "-" "UA"`)).toBeNull();
  });
});

describe('combined with virtual host', () => {
  const parse = virtualHost.createParser();
  const line = (head: string) => `${head} - - ${TIME} "GET / HTTP/1.1" 200 12 "-" "UA"`;

  it.each([
    ['shop.example:443 1.2.3.4', 'shop.example', 'https', '1.2.3.4'],
    ['Shop.Example:80 1.2.3.4', 'shop.example', 'http', '1.2.3.4'],
    ['shop.example:8080 1.2.3.4', 'shop.example', '', '1.2.3.4'],
    ['shop.example 1.2.3.4', 'shop.example', '', '1.2.3.4'],
    ['shop.example. ::1', 'shop.example', '', '::1'],
    ['localhost:80 10.0.0.2, 81.2.69.143', 'localhost', 'http', '81.2.69.143'],
    ['[2001:db8::1]:443 2001:db8::2', '2001:db8::1', 'https', '2001:db8::2'],
    ['1.2.3.4:80 5.6.7.8', '1.2.3.4', 'http', '5.6.7.8'],
  ])('%s', (head, host, scheme, ip) => {
    expect(parse(line(head))).toMatchObject({ host, scheme, ip, agent: 'UA' });
  });

  it.each(['1.2.3.4', 'sh_op!.example 1.2.3.4', ' 1.2.3.4', 'shop.example:99999999 1.2.3.4'])('makes nothing of the head %j', (head) => {
    expect(parse(line(head))).toBeNull();
  });
});

describe('W3C extended', () => {
  const read = (text: string) => {
    const parse = w3c.createParser();
    return text.split('\n').map((line) => parse(line));
  };

  it('follows columns that change midway', () => {
    const [, first, , second, , third] = read(
      [
        '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-bytes',
        '2018-01-01 08:09:10 127.0.0.1 GET /a q=100 80 - 81.2.69.143 Mozilla/5.0+(compatible;+bingbot/2.0;++http://www.bing.com/bingbot.htm) - 200 77',
        '#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs-host sc-status',
        '2018-01-01 09:10:11 POST /b - 2001:db8::1 Shop.Example:443 404',
        '#Fields: c-ip cs-uri-stem date',
        '1.2.3.4 /c 2018-01-02',
      ].join('\n'),
    );
    expect(first).toEqual({
      at: Date.UTC(2018, 0, 1, 8, 9, 10),
      ip: '81.2.69.143',
      forwarded: '',
      method: 'GET',
      target: '/a?q=100',
      status: 200,
      bytes: 77,
      referrer: '',
      agent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
      host: '',
      scheme: 'http',
      contentType: '',
    });
    expect(second).toMatchObject({ method: 'POST', target: '/b', ip: '2001:db8::1', host: 'shop.example', status: 404, bytes: null, agent: null });
    expect(third).toMatchObject({ at: Date.UTC(2018, 0, 2), method: 'GET', target: '/c', status: null });
  });

  it('takes the date from the #Date line where there is no such column', () => {
    expect(read('#Date: 2000-10-09 16:44:49\n#Fields: time c-ip cs-method cs-uri-stem sc-status\n16:44:50 1.1.1.1 GET /x 200').at(-1)).toMatchObject({ at: Date.UTC(2000, 9, 9, 16, 44, 50) });
  });

  it('takes tabs, several blanks and quoted cells', () => {
    const record = read('#Fields:  c-ip  date  time  cs-method  cs-uri  sc-status cs(Referrer) cs(User-Agent)\n64.103.37.2      2001-10-31\t00:00:18  GET  /a/b.gif    200  "http://r.example/c d"   "Mozilla/4.5 [en] (WinNT; I)"').at(-1);
    expect(record).toMatchObject({ at: Date.UTC(2001, 9, 31, 0, 0, 18), target: '/a/b.gif', referrer: 'http://r.example/c d', agent: 'Mozilla/4.5 [en] (WinNT; I)' });
  });

  it.each([
    ['no columns yet', '2018-01-01 08:09:10 127.0.0.1 GET / - 200'],
    ['a firewall has no pages', '#Fields: date time action protocol src-ip dst-ip\n2004-09-03 07:11:54 OPEN UDP 192.168.1.103 192.168.1.108'],
    ['a bad date', '#Fields: date time c-ip cs-uri-stem\n2018-13-01 08:09:10 1.1.1.1 /'],
    ['a bad time', '#Fields: date time c-ip cs-uri-stem\n2018-12-01 8:9:10 1.1.1.1 /'],
    ['a cell short', '#Fields: date time c-ip cs-uri-stem sc-status\n2018-12-01 08:09:10 1.1.1.1 /'],
    ['nothing', ''],
  ])('makes nothing of a row: %s', (_, text) => {
    expect(read(text).at(-1)).toBeNull();
  });

  it('knows requests that are none', () => {
    expect(read('#Fields: date time c-ip cs-method cs-uri-stem\n2000-10-09 16:44:49 1.1.1.1 [2]USER anonymous').at(-1)).toMatchObject({ method: '', target: '' });
  });
});

describe('finding out the layout', () => {
  const ua = `${TIME} "GET / HTTP/1.1" 200 12 "-" "UA"`;
  const bare = `${TIME} "GET / HTTP/1.1" 200 12`;

  it.each([
    ['combined', [`1.2.3.4 - - ${ua}`, `1.2.3.5 - - ${ua}`]],
    ['combined', ['rubbish', '', `1.2.3.4 - - ${ua}`, `1.2.3.4 - - ${bare}`]],
    // Of lines without agents both layouts read as much; the first in the list does no harm.
    ['combined', [`1.2.3.4 - - ${bare}`]],
    ['vhost', [`shop.example:443 1.2.3.4 - - ${ua}`]],
    ['vhost', [`shop.example ::1 - - ${ua}`, `other.example ::1 - - ${ua}`, 'rubbish']],
    ['w3c', ['#Version: 1.0', '#Fields: date time c-ip cs-uri-stem', '2018-01-01 08:09:10 1.1.1.1 /']],
    ['w3c', ['#Version: 1.0', '#Fields: date time c-ip cs-uri-stem']],
    [undefined, ['rubbish', '{"a":1}']],
    [undefined, []],
  ])('%s', (name, lines) => {
    expect(detectFormat(lines, LOG_FORMATS)?.name).toBe(name);
  });
});
