/**
 * What operators publish of where their crawlers come from: networks, as they were on the day named, and the domains of their hosts. Facts from the operators' own files (`source`), adjacent networks laid
 * together. A newer copy of such a file is put into the data folder: docs/crawler-verification.md.
 */

/** Addresses from which a crawler comes, and nobody else. */
export interface CrawlerList {
  /** What the operator calls it; a file of that name in the data folder stands in its place. */
  readonly key: string;
  /** The names of the crawlers' rules. */
  readonly crawlers: readonly string[];
  /** Domains of its hosts, whose names lead back to their addresses; [] where it names none. */
  readonly hosts: readonly string[];
  readonly source: string;
  /** When the operator made the list of networks: a date, `YYYY-MM-DD`; '' without one. */
  readonly asOf: string;
  /** [] where it publishes none: then only hosts tell. */
  readonly networks: readonly string[];
}

const networksIn = (text: string): readonly string[] => text.trim().split(/\s+/u);
/** IPv4 networks with one length of prefix. */
const sized = (bits: number, text: string): readonly string[] => networksIn(text).map((address) => `${address}/${bits}`);

export const CRAWLER_LISTS: readonly CrawlerList[] = [
  {
    key: 'googlebot',
    crawlers: ['Googlebot', 'Googlebot-Image', 'Googlebot-News', 'Googlebot-Video', 'Googlebot-Mobile', 'Google-InspectionTool', 'Google StoreBot'],
    // Google names googleusercontent.com too, for what its users make it fetch; but everybody's machine in its cloud has a name there.
    hosts: ['googlebot.com', 'google.com'],
    source: 'https://developers.google.com/static/crawling/ipranges/common-crawlers.json',
    asOf: '2026-09-03',
    networks: [
      ...networksIn(`
        66.249.64.0/23 66.249.66.0/24 66.249.67.0/26 66.249.67.64/27 66.249.68.0/22 66.249.72.0/22 66.249.76.0/23 66.249.78.0/24 66.249.79.0/26 66.249.79.64/27 66.249.79.128/25
        192.178.4.0/24 192.178.5.0/27 192.178.6.0/23 34.22.85.0/27`),
      ...sized(28, `
        34.64.82.64 34.65.242.112 34.80.50.80 34.88.194.0 34.89.10.80 34.89.198.80 34.96.162.48 34.100.182.96 34.101.50.144 34.118.66.0 34.118.254.0 34.126.178.96
        34.146.150.144 34.147.110.144 34.151.74.144 34.152.50.64 34.154.114.144 34.155.98.32 34.165.18.176 34.175.160.64 34.176.130.16 35.247.243.240`),
      ...networksIn(`
        2::/64 c::/64 f::/64 10::/60 20::/59 40::/61 48::/62 4c::/63 4e::/64 50::/61 58::/63 60::/59 80::/61 88::/64 90::/61 a0::/61 a8::/62 ac::/63 ae::/64 b0::/62
        b4::/63 b6::/64`).map((end) => `2001:4860:4801:${end}`),
    ],
  },
  {
    key: 'bingbot',
    crawlers: ['Bingbot'],
    hosts: ['search.msn.com'],
    source: 'https://www.bing.com/toolbox/bingbot.json',
    asOf: '2024-01-03',
    networks: [
      ...networksIn('40.77.188.0/22 199.30.24.0/23 40.77.178.0/23 40.77.139.0/25 20.15.133.160/27'),
      ...sized(24, '157.55.39.0 207.46.13.0 40.77.167.0 13.66.139.0 13.66.144.0 52.167.144.0 65.55.210.0 40.77.202.0 40.77.177.0'),
      ...sized(28, `
        13.67.10.16 13.69.66.240 13.71.172.224 139.217.52.0 191.233.204.224 20.36.108.32 20.43.120.16 40.79.131.208 40.79.186.176 52.231.148.0 20.79.107.240 51.105.67.0
        20.125.163.80 20.74.197.0`),
    ],
  },
  {
    key: 'applebot',
    crawlers: ['Applebot'],
    hosts: ['applebot.apple.com'],
    source: 'https://search.developer.apple.com/applebot.json',
    asOf: '2026-09-15',
    networks: [
      ...sized(27, '17.241.208.160 17.241.193.160 17.241.200.160'),
      ...sized(28, '17.166.192.48 17.166.240.48 17.166.248.48'),
      ...sized(24, `
        17.166.20.0 17.166.21.0 17.166.22.0 17.166.23.0 17.166.24.0 17.166.25.0 17.166.150.0 17.166.151.0 17.166.152.0 17.166.153.0 17.166.154.0 17.166.155.0
        17.166.232.0 17.166.233.0 17.166.234.0 17.166.235.0 17.166.236.0 17.166.237.0`),
    ],
  },
  {
    key: 'gptbot',
    crawlers: ['GPTBot'],
    hosts: [],
    source: 'https://openai.com/gptbot.json',
    asOf: '2025-10-30',
    networks: [
      ...sized(24, '132.196.86.0 172.182.204.0 172.182.214.0 172.182.215.0 20.171.206.0 20.171.207.0 52.230.152.0'),
      ...sized(25, '172.182.202.0 172.182.207.0 4.227.36.0 74.7.175.128 74.7.227.0 74.7.227.128 74.7.228.0 74.7.230.0 74.7.241.0 74.7.241.128 74.7.242.0 74.7.243.128 74.7.244.0'),
      '20.125.66.80/28',
    ],
  },
  {
    key: 'searchbot',
    crawlers: ['OAI-SearchBot'],
    hosts: [],
    source: 'https://openai.com/searchbot.json',
    asOf: '2026-01-02',
    networks: [
      ...sized(24, '135.234.64.0 51.8.102.0'),
      ...sized(25, `
        20.169.77.0 4.227.36.0 40.67.175.0 74.7.175.128 74.7.228.0 74.7.228.128 74.7.229.0 74.7.229.128 74.7.230.0 74.7.241.128 74.7.242.128 74.7.243.0 74.7.244.0`),
      ...sized(28, `
        104.210.140.128 172.182.193.224 172.182.193.80 172.182.194.144 172.182.194.32 172.182.195.48 172.182.209.208 172.182.211.192 172.182.213.192 172.182.224.0
        172.203.190.128 20.14.99.96 20.168.18.32 20.169.6.224 20.169.7.48 20.171.123.64 20.171.53.224 20.25.151.224 20.42.10.176 40.90.214.16`),
    ],
  },
  {
    key: 'chatgpt-user',
    crawlers: ['ChatGPT-User'],
    hosts: [],
    source: 'https://openai.com/chatgpt-user.json',
    asOf: '2026-08-14',
    networks: [
      '9.129.0.0/17',
      ...sized(28, `
        104.208.184.192 104.210.139.192 104.210.139.224 128.85.198.32 13.65.138.112 13.67.72.16 13.71.2.208 13.76.116.80 13.76.32.208 13.83.167.128 13.83.237.176 132.196.82.48
        134.149.233.80 135.116.136.160 135.13.64.240 135.220.73.208 135.220.73.240 135.237.131.208 135.237.133.48 137.135.191.176 138.91.46.96 145.132.136.96 158.158.5.32
        168.63.252.240 172.162.248.64 172.170.1.80 172.170.225.0 172.170.241.80 172.175.152.224 172.178.140.144 172.178.141.112 172.178.141.128 172.183.143.224 172.183.222.128
        172.192.112.208 172.197.160.192 172.197.203.16 172.199.137.80 172.204.28.224 172.204.96.80 172.205.189.192 172.207.1.32 172.212.172.160 172.215.215.32 191.233.199.160
        191.237.249.64 20.102.212.144 20.113.211.112 20.113.225.112 20.125.112.224 20.125.144.144 20.161.75.208 20.168.7.192 20.169.73.32 20.169.73.64 20.169.78.128 20.169.78.160
        20.169.78.192 20.169.78.48 20.169.78.64 20.169.86.224 20.169.86.240 20.170.184.16 20.170.184.32 20.170.184.48 20.170.184.64 20.170.184.80 20.172.29.32 20.199.211.160
        20.199.242.0 20.200.212.240 20.210.211.192 20.215.187.208 20.215.219.128 20.215.219.160 20.215.219.208 20.218.30.240 20.219.71.192 20.222.36.192 20.227.140.32 20.228.106.176
        20.235.87.224 20.249.63.208 20.250.136.64 20.250.6.128 20.45.178.144 20.55.229.144 20.57.199.192 20.63.180.96 20.63.221.64 20.83.243.176 23.102.140.144 23.102.141.32
        23.98.142.176 23.98.186.176 23.98.186.192 23.98.186.64 23.98.186.96 4.151.119.48 4.151.71.176 4.189.118.208 4.189.119.48 4.197.115.112 4.197.22.112 4.197.64.0 4.197.64.16
        4.197.64.48 4.197.64.64 4.201.232.64 4.205.128.176 4.218.24.64 4.226.200.16 4.226.226.32 40.116.73.208 40.74.200.208 40.81.234.144 40.81.67.96 40.84.221.208 40.84.221.224
        48.221.184.80 48.221.184.96 48.221.40.176 51.116.2.80 51.116.221.96 51.57.0.96 51.59.24.64 51.59.24.80 51.59.48.80 51.8.155.112 51.8.155.48 52.148.129.32 52.156.77.144
        52.159.227.32 52.159.249.96 52.161.49.96 52.165.212.48 52.172.129.160 52.173.219.112 52.173.219.96 52.173.221.16 52.173.221.176 52.173.221.208 52.173.234.16 52.173.234.80
        52.183.217.240 52.190.137.144 52.190.137.16 52.190.139.48 52.190.142.64 52.190.190.16 52.225.75.208 52.231.30.48 52.231.34.176 52.231.39.144 52.231.50.64 52.236.94.144
        52.241.146.208 52.242.132.224 52.242.132.240 52.255.109.112 52.255.109.144 52.255.109.80 52.255.109.96 52.255.111.0 52.255.111.80 57.154.174.112 57.154.175.0 57.154.187.32
        68.154.28.96 68.220.57.64 70.153.189.192 70.153.32.16 70.153.32.32 70.153.87.224 70.156.152.96 74.161.200.96 74.224.217.64 74.226.253.160 74.7.35.112 74.7.35.48 74.7.36.64
        74.7.36.80 74.7.36.96 85.211.128.16 85.211.128.32 9.160.128.16 9.160.128.64 9.160.163.128 9.160.34.144 9.160.36.16 9.160.96.16 9.163.101.48 9.205.128.32 9.205.128.48
        9.205.25.128 9.205.30.128 9.205.30.144 9.205.30.176 9.205.8.48 9.205.8.64 9.223.181.208 9.234.96.192 9.234.97.96`),
    ],
  },
  {
    key: 'anthropic',
    crawlers: ['ClaudeBot', 'Claude-SearchBot', 'Claude-User'],
    hosts: [],
    source: 'https://claude.com/crawling/bots.json',
    asOf: '2026-10-07',
    networks: [
      '216.73.216.0/22',
      ...sized(28, '40.124.101.48 20.102.46.224 20.64.57.208 160.79.106.128 160.79.106.16'),
      ...sized(32, `
        34.162.230.222 34.162.244.71 34.162.191.81 34.150.241.79 34.85.172.162 35.245.175.129 34.182.222.37 34.186.108.163 35.245.89.239 34.182.161.143 34.182.218.27 34.182.220.85
        34.11.34.31 34.182.140.95 136.107.176.208 34.182.226.151 34.182.226.221 35.221.29.174 34.182.225.167 16.58.26.69 18.225.238.228 18.227.226.255 34.162.86.102 136.79.143.251
        136.83.20.215 34.162.111.78 34.162.90.102 34.162.27.34 34.152.124.140 34.153.21.190 34.186.252.4 34.162.153.71`),
    ],
  },
  {
    key: 'perplexitybot',
    crawlers: ['PerplexityBot'],
    hosts: [],
    source: 'https://www.perplexity.ai/perplexitybot.json',
    asOf: '2025-02-07',
    networks: ['18.97.1.228/30', '18.97.9.96/29', ...sized(32, '107.20.236.150 18.210.92.235 3.211.124.183 3.222.232.239 3.224.62.45 3.231.139.107')],
  },
  {
    key: 'perplexity-user',
    crawlers: ['Perplexity-User'],
    hosts: [],
    source: 'https://www.perplexity.ai/perplexity-user.json',
    asOf: '2025-10-17',
    networks: ['18.97.21.0/30', '18.97.43.80/29', ...sized(32, '34.193.163.52 44.208.221.197')],
  },
  {
    key: 'baiduspider',
    crawlers: ['Baiduspider', 'Baiduspider-image', 'Baiduspider-video', 'Baiduspider-news', 'Baiduspider-favo', 'Baiduspider-cpro', 'Baiduspider-ads', 'Baiduspider-render'],
    hosts: ['crawl.baidu.com', 'crawl.baidu.jp'],
    source: 'https://help.baidu.com/question?prod_id=99&class=476&id=2996',
    asOf: '',
    networks: [],
  },
  {
    key: 'yandex',
    crawlers: ['YandexBot', 'YandexImages', 'YandexVideo', 'YandexMedia', 'YandexBlogs', 'YandexNews', 'YandexMobileBot', 'YandexFavicons', 'YandexAdditional'],
    hosts: ['yandex.ru', 'yandex.net', 'yandex.com'],
    source: 'https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html',
    asOf: '',
    networks: [],
  },
  {
    key: 'petalbot',
    crawlers: ['PetalBot'],
    hosts: ['petalsearch.com', 'aspiegel.com'],
    source: 'https://webmaster.petalsearch.com/site/petalbot',
    asOf: '',
    networks: [],
  },
  {
    key: 'seznambot',
    crawlers: ['SeznamBot'],
    hosts: ['seznam.cz'],
    source: 'https://napoveda.seznam.cz/en/seznambot-crawler/',
    asOf: '',
    networks: [],
  },
  {
    key: 'yahoo',
    crawlers: ['Yahoo! Slurp'],
    hosts: ['crawl.yahoo.net'],
    source: 'https://help.yahoo.com/kb/SLN22600.html',
    asOf: '',
    networks: [],
  },
];
