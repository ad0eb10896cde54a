import { AGENTS, damaged, hostileText, hostileValue, randomBytes } from './hostile.js';
import type { Random } from './random.js';

const UA = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
const NEWLINE = 0x0a;

/** For each layout the lines that a log begins with, and lines as they stand in one. All made up. */
export const LAYOUTS: readonly { readonly format: string; readonly head: readonly string[]; readonly lines: readonly string[] }[] = [
  {
    format: 'combined',
    head: [],
    lines: [
      `81.2.69.143 - - [01/Mar/2026:10:05:03 +0000] "GET /a?b=c HTTP/1.1" 200 512 "https://r.example/" "${UA}"`,
      `"81.2.69.143, 10.0.0.2" 10.0.0.1 - - [2026-03-01 10:05:03.250 +0100] "GET /a HTTP/1.1" 200 512 "-" "${UA}"`,
    ],
  },
  { format: 'common', head: [], lines: ['81.2.69.143 - frank [01/Mar/2026:10:05:03 +0000] "GET /a HTTP/1.0" 200 512'] },
  { format: 'vhost', head: [], lines: [`fuzz.example:443 81.2.69.143 - - [01/Mar/2026:10:05:03 +0000] "GET /a HTTP/1.1" 200 512 "-" "${UA}"`] },
  { format: 'w3c', head: ['#Software: IIS', '#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) cs(Referer) sc-status sc-bytes'], lines: ['2026-03-01 10:05:03 GET /a b=c 81.2.69.143 Mozilla/5.0+(X11)+Firefox/140.0 - 200 512'] },
  {
    format: 'cloudfront',
    head: ['#Version: 1.0', '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query'],
    lines: ['2026-03-01\t10:05:03\tLHR3\t2390\t81.2.69.143\tGET\tfuzz.example\t/a\t200\t-\tMozilla/5.0%20(X11)%20Firefox/140.0\tb=c'],
  },
  { format: 'alb', head: [], lines: [`h2 2026-03-01T10:05:03.123456Z app/my-lb/50dc 81.2.69.143:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 "GET https://fuzz.example:443/a?b=c HTTP/2.0" "${UA}" ECDHE TLSv1.2 arn:aws:x "Root=1-58" "fuzz.example" "arn:y" 0 2026-03-01T10:05:03.1Z "forward" "-" "-"`] },
  { format: 'elb', head: [], lines: [`2026-03-01T10:05:03.123456Z my-lb 81.2.69.143:2817 10.0.0.1:80 0.00007 0.001 0.00006 200 200 0 29 "GET http://fuzz.example:80/a HTTP/1.1" "${UA}" - -`] },
  { format: 'traefik', head: [], lines: [`{"ClientAddr":"81.2.69.143:5000","ClientHost":"81.2.69.143","DownstreamStatus":200,"RequestHost":"fuzz.example","RequestMethod":"GET","RequestPath":"/a","StartUTC":"2026-03-01T10:05:03.000000001Z","request_User-Agent":"${UA}"}`] },
  { format: 'haproxy', head: [], lines: [`Mar  1 10:05:03 lb haproxy[7]: 81.2.69.143:53332 [01/Mar/2026:10:05:03.143] web~ app/one 0/0/7/14/21 200 1139 - - ---- 2/1/0/0/0 0/0 {fuzz.example|${UA}|https://r.example/} {} "GET /a?b HTTP/1.1"`] },
  { format: 'caddy', head: [], lines: [`{"level":"info","ts":1772359503.5,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"81.2.69.143","method":"GET","host":"fuzz.example","uri":"/a","headers":{"User-Agent":["${UA}"]}},"size":3768,"status":200}`] },
  { format: 'nginx-json', head: [], lines: [`{"time_iso8601":"2026-03-01T12:05:03+02:00","remote_addr":"81.2.69.143","request":"GET /a?b=c HTTP/2.0","status":"200","body_bytes_sent":"77","http_user_agent":"${UA}","host":"fuzz.example"}`] },
  { format: 'cloudflare', head: [], lines: [`{"ClientIP":"81.2.69.143","ClientRequestHost":"fuzz.example","ClientRequestMethod":"GET","ClientRequestURI":"/a","ClientRequestUserAgent":"${UA}","EdgeStartTimestamp":1772359503100000000,"EdgeResponseStatus":200}`] },
  { format: 's3', head: [], lines: [`${'a1'.repeat(32)} fuzz.example [01/Mar/2026:10:05:03 +0000] 81.2.69.143 - 3E57427F3EXAMPLE WEBSITE.GET.OBJECT a "GET /a?b=c HTTP/1.1" 200 - 2662 2662 70 10 "https://r.example/" "${UA}" - id= - ECDHE - fuzz.example TLSv1.2 - -`] },
  { format: 'iis', head: [], lines: ['81.2.69.143, -, 03/01/26, 10:05:03, W3SVC2, WEB1, 172.21.13.45, 4502, 163, 3223, 200, 0, GET, /a, b=c,'] },
  { format: 'csv2mysql', head: [], lines: [`fuzz.example,443,81.2.69.143,-,-,[01/Mar/2026:10:05:03 +0000],663,4766,5429,410,2,2247,1977,200,"HTTP/1.1","GET","/a","?b=c","https://r.example/","${UA}","-",-`] },
];

const WORDS = /[A-Za-z0-9.+/%:-]+/gu;
const DATES = ['31/Dec/9999:23:59:59 +0000', '00/Foo/0000:99:99:99 +9999', '29/Feb/1900:00:00:00 -0000', '2026-13-45T99:99:99Z', '-1', '99999999999999999999', '1969-12-31T23:59:59Z', '0001-01-01T00:00:00Z'];

function changed(random: Random, line: string): string {
  const words = [...line.matchAll(WORDS)];
  const word = random.pick(words);
  const put = random.pick([() => hostileText(random), () => random.pick(AGENTS), () => random.pick(DATES), () => JSON.stringify(hostileValue(random)), () => '']);
  return `${line.slice(0, word.index)}${put()}${line.slice(word.index + word[0].length)}`;
}

/** One line as bytes without a line break: like one of the layout's, but for what was done to it. */
export function logLine(random: Random, lines: readonly string[]): Buffer {
  const kind = random.below(60);
  let bytes: Buffer;
  if (kind === 0) bytes = randomBytes(random, 3_000);
  else if (kind === 1) bytes = Buffer.from(`{"request":${'{"a":'.repeat(random.below(10_000))}`);
  else if (kind === 2 && random.chance(0.2)) bytes = Buffer.alloc(60_000 + random.below(10_000), random.pick(['"', ' ', '\\', 'x', '[']));
  else {
    // Lines differ in what they ask for, or most would be one and the same.
    let line = random.pick(lines).replace('/a', `/page/${random.below(1e6)}`);
    for (let change = random.below(4); change > 0; change -= 1) line = changed(random, line);
    bytes = kind < 12 ? damaged(random, Buffer.from(line)) : Buffer.from(line);
  }
  return Buffer.from(bytes.map((byte) => (byte === NEWLINE ? 0x20 : byte)));
}
