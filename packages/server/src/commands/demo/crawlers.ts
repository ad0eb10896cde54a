import { type Article, archivePath, CRAWLED_ARCHIVE, listedAt } from './articles.js';
import { combinedLine } from './log-line.js';
import type { Random } from './random.js';
import type { DemoSite } from './sites.js';

/** Requests a day on a site of 500 daily sessions, and how often one ends well. */
interface Crawler {
  readonly agent: string;
  readonly perDay: number;
  readonly well: number;
  /** One of the networks that its operator publishes, without the last part; absent where none is published, or none is shown. */
  readonly network?: string;
  /** The last parts that are in the network; all of them where it is absent. */
  readonly hosts?: readonly [first: number, last: number];
}

const compatible = (token: string) => `Mozilla/5.0 (compatible; ${token})`;

const CRAWLERS: readonly Crawler[] = [
  { agent: compatible('Baiduspider/2.0; +http://www.baidu.com/search/spider.html'), perDay: 190, well: 0.95 },
  { agent: compatible('Googlebot/2.1; +http://www.google.com/bot.html'), perDay: 230, well: 0.97, network: '66.249.66' },
  { agent: compatible('bingbot/2.0; +http://www.bing.com/bingbot.htm'), perDay: 130, well: 0.96, network: '157.55.39' },
  { agent: 'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)', perDay: 60, well: 0.95 },
  { agent: compatible('YandexBot/3.0; +http://yandex.com/bots'), perDay: 40, well: 0.95 },
  { agent: 'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)', perDay: 85, well: 0.9 },
  { agent: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)', perDay: 95, well: 0.93, network: '20.171.206' },
  { agent: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', perDay: 70, well: 0.94, network: '216.73.216' },
  { agent: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)', perDay: 35, well: 0.96, network: '135.234.64' },
  { agent: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot', perDay: 28, well: 0.97, network: '9.129.4' },
  { agent: compatible('PerplexityBot/1.0; +https://perplexity.ai/perplexitybot'), perDay: 22, well: 0.95, network: '18.97.9', hosts: [96, 103] },
  { agent: compatible('AhrefsBot/7.0; +http://ahrefs.com/robot/'), perDay: 75, well: 0.9 },
  { agent: compatible('SemrushBot/7~bl; +http://www.semrush.com/bot.html'), perDay: 60, well: 0.9 },
  { agent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', perDay: 18, well: 0.99 },
  { agent: compatible('UptimeRobot/2.0; http://www.uptimerobot.com/'), perDay: 96, well: 1 },
  { agent: 'curl/8.5.0', perDay: 9, well: 0.7 },
  { agent: 'python-requests/2.32.3', perDay: 25, well: 0.5 },
];

/** Of a crawler whose networks are known, how many requests somebody else made under its name. */
const FORGED = 0.07;
/** Reserved for documentation (RFC 5737): nobody's address, so that nobody is accused. */
const DOCUMENTATION_NETWORKS = ['192.0.2', '198.51.100', '203.0.113'];
/** Thins the daily figures above, so that people stay the larger part. */
const DENSITY = 0.35;
const PROBES = ['/wp-login.php', '/.env', '/old/page.html', '/index.php?id=1', '/sitemap.xml', '/robots.txt'];
/** Of what ends well, what is spent on the same page with parameters, and on pages that nobody sees any more. */
const WITH_PARAMETERS = 0.08;
const OF_THE_ARCHIVE = 0.03;
const PARAMETERS = ['?page=2', '?page=3', '?sort=new'];

function pathAt(site: DemoSite, articles: readonly Article[], at: number, random: Random): string {
  if (random.chance(OF_THE_ARCHIVE)) return archivePath(random.whole(1, CRAWLED_ARCHIVE));
  const { path } = random.weighted(listedAt(site, articles, at));
  return random.chance(WITH_PARAMETERS) && !path.includes('?') ? path + random.pick(PARAMETERS) : path;
}

/** The access log that the site's crawlers left between two instants (milliseconds UTC), in combined format, in order of time. */
export function crawlerLog(site: DemoSite, articles: readonly Article[], from: number, to: number, random: Random): string[] {
  const lines: { at: number; line: string }[] = [];
  const days = (to - from) / 86_400_000;
  for (const crawler of CRAWLERS) {
    const network = random.pick(DOCUMENTATION_NETWORKS);
    const requests = random.poisson(DENSITY * crawler.perDay * days * Math.sqrt(site.sessionsPerDay / 500));
    for (let made = 0; made < requests; made++) {
      const at = from + Math.floor(random.next() * (to - from));
      const well = random.chance(crawler.well);
      const path = well ? pathAt(site, articles, at, random) : random.pick(PROBES);
      const status = well ? random.pick([200, 200, 200, 200, 304]) : random.pick([404, 404, 301, 403]);
      const size = status === 200 ? random.whole(4_000, 90_000) : random.whole(0, 600);
      const { network: own, hosts = [1, 254] } = crawler;
      const address = own === undefined || random.chance(FORGED) ? `${network}.${random.whole(1, 254)}` : `${own}.${random.whole(...hosts)}`;
      lines.push({ at, line: combinedLine({ at, ip: address, path, status, size, agent: crawler.agent }) });
    }
  }
  return lines.toSorted((a, b) => a.at - b.at).map(({ line }) => line);
}
