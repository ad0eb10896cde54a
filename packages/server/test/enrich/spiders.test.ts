import { describe, expect, it } from 'vitest';
import { SPIDER_TYPES } from '@footfall/contract';
import { DEFAULT_SPIDER_RULES } from '../../src/enrich/data/default-spider-rules.js';
import { createSpiderClassifier } from '../../src/enrich/spider-classifier.js';
import { createDetector } from '../../src/enrich/spider-detector.js';
import { compileRules, type SpiderRule } from '../../src/enrich/spider-rules.js';
import { CHROME } from './arrivals.js';

const rule = (id: number, name: string, keywords: string[], enabled = true): SpiderRule => ({ id, type: 'other', name, keywords, enabled });

describe('operator rules', () => {
  const names = (rules: SpiderRule[], agent: string) => compileRules(rules)(agent)?.rule.name ?? null;

  it.each<[string, SpiderRule[], string, string | null]>([
    ['any keyword of a rule will do', [rule(1, 'A', ['foo', 'bar'])], 'x bar y', 'A'],
    ['letter case does not matter', [rule(1, 'A', ['FooBot'])], 'mozilla FOOBOT/1', 'A'],
    ['the longest keyword wins', [rule(1, 'A', ['bot']), rule(2, 'B', ['foobot-image']), rule(3, 'C', ['foobot'])], 'foobot-image/2', 'B'],
    ['wherever it stands', [rule(1, 'A', ['first']), rule(2, 'B', ['secondly'])], 'first secondly', 'B'],
    ['of equals the earlier rule wins', [rule(9, 'A', ['abcd']), rule(1, 'B', ['wxyz'])], 'wxyz abcd', 'A'],
    ['a disabled rule matches nothing', [rule(1, 'A', ['foobot'], false), rule(2, 'B', ['foo'])], 'foobot', 'B'],
    ['a blank keyword matches nothing', [rule(1, 'A', ['', '  '])], 'anything', null],
    ['blanks around a keyword do not count', [rule(1, 'A', [' foo '])], 'xfoox', 'A'],
    ['blanks inside a keyword do', [rule(1, 'A', ['foo bot'])], 'foobot', null],
    ['keywords of one and two letters', [rule(1, 'A', ['x']), rule(2, 'B', ['yz'])], 'ayzx', 'B'],
    ['a keyword is text, not a pattern', [rule(1, 'A', ['a.*b', '('])], 'axxb', null],
    ['a keyword of other letters', [rule(1, 'A', ['搜狗蜘蛛'])], 'x 搜狗蜘蛛 y', 'A'],
    ['longer than the agent', [rule(1, 'A', ['foobot'])], 'foo', null],
    ['no rules', [], 'Googlebot', null],
    ['prototype words are words', [rule(1, 'A', ['__proto__'])], 'x __PROTO__ y', 'A'],
  ])('%s', (_, rules, agent, expected) => {
    expect(names(rules, agent)).toBe(expected);
  });

  it('agrees with trying every keyword one by one', () => {
    const rules = Array.from({ length: 60 }, (_, id) => rule(id + 1, `n${id}`, [`${(id * 7) % 10}${id % 4}${id % 3}`, `k${id % 13}${id % 5}x`], id % 6 !== 0));
    const match = compileRules(rules);
    for (let seed = 1; seed <= 400; seed += 1) {
      const agent = Array.from({ length: 30 }, (_, at) => '0123456789kx'[(seed * 31 + at * at * 7 + at * seed) % 12]).join('');
      let best: [number, string] = [0, ''];
      for (const { enabled, keywords, name } of rules) {
        for (const keyword of enabled ? keywords : []) if (agent.includes(keyword) && keyword.length > best[0]) best = [keyword.length, name];
      }
      expect([agent, match(agent)?.rule.name ?? '']).toEqual([agent, best[1]]);
    }
  });

  it('gives rule, type, name and the keyword as the reason; the generic detector comes after', () => {
    const spiders = createSpiderClassifier([{ id: 42, type: 'mine', name: 'House robot', keywords: ['HouseRobot'], enabled: true }]);
    expect(spiders.classify('houserobot/1.0')).toEqual({ spiderId: 42, type: 'mine', name: 'House robot', reason: 'HouseRobot' });
    expect(spiders.classify('otherbot/1.0')).toMatchObject({ spiderId: 0, name: 'otherbot' });
    expect(spiders.classify(CHROME)).toBeNull();
  });

  it('forgets what it remembers when the rules change', () => {
    const spiders = createSpiderClassifier([]);
    expect(spiders.classify(CHROME)).toBeNull();
    spiders.useRules([rule(5, 'Everybody', ['chrome/'])]);
    expect(spiders.classify(CHROME)).toMatchObject({ spiderId: 5 });
    spiders.useRules([]);
    expect(spiders.classify(CHROME)).toBeNull();
  });

  it('says nothing of a source that records no agents', () => {
    expect(createSpiderClassifier([]).classify(null)).toBeNull();
  });
});

describe('the generic detector', () => {
  const detect = createDetector();

  it.each([
    ['', 'other', 'Empty agent', 'empty agent'],
    ['-', 'other', 'Empty agent', 'empty agent'],
    ['Mozilla/5.0 (compatible; FooBot/1.2; +http://foo.example/bot)', 'other', 'FooBot', 'crawler word'],
    ['Mozilla/5.0 (compatible; Acme/2.0; +https://acme.example/)', 'other', 'Acme', 'contact in agent'],
    ['my-crawler-3.1', 'other', 'my-crawler', 'crawler word'],
    ['someclient/2.1 (ops@corp.example)', 'other', 'someclient', 'contact in agent'],
    ['python-requests/2.31.0', 'library', 'python-requests', 'library name'],
    ['Java/17.0.2', 'library', 'Java', 'library name'],
    ['gPXE/0.9.7', 'library', 'gPXE', 'bare product name'],
    ['AcmeFeedFetcher/1.0', 'feed', 'AcmeFeedFetcher', 'feed reader'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36', 'other', 'HeadlessChrome', 'automated browser'],
    ['Mozilla/5.0 AppleWebKit/534.34 (KHTML, like Gecko) PhantomJS/1.9.2 Safari/534.34', 'other', 'PhantomJS', 'automated browser'],
    ['acme-agent/1.0', 'other', 'acme-agent', 'crawler word'],
    ['Mozilla/5.0 (watchOS 9.1; Watch; compatible; AcmeAgent)', 'other', 'AcmeAgent', 'crawler word'],
    ['Mozilla/5.0 (Linux; Android 8.0; CUBOT_X18) AppleWebKit/537.36 (compatible; EvilSpider/1)', 'other', 'EvilSpider', 'crawler word'],
    ['Mozilla/4.0 (compatible; Wanderer)', 'library', 'Wanderer', 'bare product name'],
    ['Wanderer/1.0 (Acme Classification Engine)', 'library', 'Wanderer', 'bare product name'],
    ['Wanderer/v0-570-g26f8c96', 'library', 'Wanderer', 'bare product name'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/534.34 (KHTML, like Gecko) pagegrab Safari/534.34', 'other', 'pagegrab', 'automated browser'],
    ['Mozilla/5.0 (Linux; U; Android 4.1.2; en-us; Acme screenshot-maker Build/Q3) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30', 'other', 'Acme', 'crawler word'],
    ['Wanderer (ops at corp dot example)', 'other', 'Wanderer', 'contact in agent'],
    ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; .NET CLR 2.0.50727; PTST 2.386)', 'monitor', 'PTST', 'monitor'],
    ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; AcmeBot)', 'other', 'AcmeBot', 'crawler word'],
    ['Acme http client/11.2(385) (Android)', 'library', 'Acme', 'library name'],
    ['acme-thumbnails/1.0', 'other', 'acme-thumbnails', 'crawler word'],
    ['Twitter Links Resolver', 'other', 'Twitter', 'crawler word'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X) Word/14.62.0', 'library', 'Word', 'library name'],
  ])('%j is a %s called %s', (agent, type, name, reason) => {
    expect(detect(agent)).toEqual({ type, name, reason });
  });

  it.each([
    CHROME,
    'Mozilla/5.0 (Linux; Android 7.0; CUBOT_NOTE_S Build/NRD90M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.137 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 6.0; CUBOT DINOSAUR) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.137 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 10_3_2 like Mac OS X) AppleWebKit/603.2.4 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30 SogouMSE,SogouMobileBrowser/3.7.4',
    'LG/KU990i/v10a Browser/Obigo-Q05A/3.6 MMS/LG-MMS-V1.0/1.2 Java/ASVM/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1',
    'Nokia6100/1.0 (04.01) Profile/MIDP-1.0 Configuration/CLDC-1.0',
    'Opera/9.80 (Linux armv7l; U; NETRANGEMMH;HbbTV/1.1.1;CE-HTML/1.0;Vendor/THOM) Presto/2.12.362 Version/12.11',
    'w3m/0.5.3',
    'Dillo/2.2',
    'Lynx/2.8.8dev.3 libwww-FM/2.14 SSL-MM/1.4.1',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'Mozilla/5.0 (Linux; Android 13; SM-S908B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 12; M2102J20SG Build/SKQ1; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/98 Mobile Safari/537.36 MicroMessenger/8.0.30 NetType/WIFI Language/zh_CN',
    // Words that stand for something else in a telephone's name, and what toolbars, proxies and updates leave in Internet Explorer's agent.
    'Mozilla/5.0 (Linux; Android 4.4.2; Acme Discovery II Build/KOT49H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/49.0.2623.91 Mobile Safari/537.36',
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; ACME; Radar; Orange)',
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; WOW64; Trident/7.0; SLCC2; .NET4.0E; GWX:DOWNLOADED; ms-office)',
    'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Trident/4.0; GTB7.4; acme OptimizedIE8;ENGB)',
    'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Trident/4.0; ACME (AutoProxy-North); MS-RTC EA 2)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; acme OptimizedIE8;ENGB; rv:11.0) like Gecko',
    'Mozilla/5.0+(Windows+NT+5.1;+rv:25.0)+Gecko/20100101+Firefox/25.0',
    'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1; acme OptimizedIE8;ZHCN)',
    'Mozilla/5.0 (Windows; U; Windows NT 5.1; en-US) AppleWebKit/527+ (KHTML, like Gecko) QtWeb Internet Browser/1.7 http://www.QtWeb.net',
    'Mozilla/5.0 (ACME; ACME-GT-1/1.0; U; Tizen/1.0 like Android; en-us) AppleWebKit/534.46 (KHTML, like Gecko) SLP Browser/1.0 Mobile',
    // An app with a library of Analysys in it, which counts what people do there.
    'Mozilla/5.0 (Linux; Android 12; ACME-GT1 Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/98.0.4758.101 Mobile Safari/537.36 AcmeApp/5.1 AnalysysAgent/Hybrid',
    'Links (2.8; Linux 3.17.2 i686; GNU C 4.8.2; x)',
    'Roku4640X/DVP-7.70 (297.70E04154A)',
    'AcmeRadio/2.1 (Acme GT-100; OS 18; 1080x1920)',
  ])('%s is a person', (agent) => {
    expect(detect(agent)).toBeNull();
  });

  it('bounds the name it derives, and survives rubbish', () => {
    expect(detect(`${'x'.repeat(5_000)}bot`)?.name.length).toBeLessThanOrEqual(64);
    for (const agent of ['\u0000\u0001', '\uD800bot', '((((((((', ';'.repeat(1_000), '+http'.repeat(200), ' bot '.repeat(200)]) {
      expect(() => detect(agent)).not.toThrow();
    }
  });
});

describe('the shipped rules', () => {
  const spiders = createSpiderClassifier(DEFAULT_SPIDER_RULES);

  it.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'search_engine', 'Googlebot'],
    ['Googlebot-Image/1.0', 'search_engine', 'Googlebot-Image'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'search_engine', 'Bingbot'],
    ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', 'search_engine', 'Baiduspider'],
    ['Mozilla/5.0 (compatible; Baiduspider-render/2.0; +http://www.baidu.com/search/spider.html)', 'search_engine', 'Baiduspider-render'],
    ['Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)', 'search_engine', 'Sogou'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/91 Safari/537.36; 360Spider', 'search_engine', '360Spider'],
    ['Mozilla/5.0 (compatible; YisouSpider/5.0; http://help.yisou.com/)', 'search_engine', 'Shenma'],
    ['Mozilla/5.0 (Linux; Android 8.0; Pixel 2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/72 Mobile Safari/537.36; ToutiaoSpider/1.0; http://web.toutiao.com/media_cooperation/', 'search_engine', 'ToutiaoSpider'],
    ['Mozilla/5.0 (compatible; Yeti/1.1; +http://naver.me/spd)', 'search_engine', 'Naver Yeti'],
    ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 'search_engine', 'YandexBot'],
    ['Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)', 'search_engine', 'YandexImages'],
    ['Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)', 'ai_training', 'Bytespider'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)', 'ai_training', 'GPTBot'],
    ['CCBot/2.0 (https://commoncrawl.org/faq/)', 'ai_training', 'CCBot'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot', 'ai_search', 'OAI-SearchBot'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot', 'ai_assistant', 'ChatGPT-User'],
    ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'seo_tool', 'AhrefsBot'],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'social_preview', 'Facebook'],
    ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)', 'social_preview', 'LinkedInBot'],
    ['Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'monitor', 'UptimeRobot'],
    ['Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)', 'feed', 'Feedly'],
    ['Mozilla/5.0 zgrab/0.x', 'security_scanner', 'ZGrab'],
    ['curl/8.4.0', 'library', 'curl'],
  ])('%s', (agent, type, name) => {
    expect(spiders.classify(agent)).toMatchObject({ type, name });
  });

  it('have distinct keys and keywords, known types, and no keyword that is too short', () => {
    const keys = DEFAULT_SPIDER_RULES.map(({ key }) => key);
    const keywords = DEFAULT_SPIDER_RULES.flatMap((each) => each.keywords.map((keyword) => keyword.toLowerCase()));
    expect(DEFAULT_SPIDER_RULES.length).toBeGreaterThan(500);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keywords.filter((keyword, at) => keywords.indexOf(keyword) !== at)).toEqual([]);
    expect(keywords.filter((keyword) => keyword.length < 4)).toEqual(['y!j']);
    expect(keywords.filter((keyword) => keyword !== keyword.trim() || keyword === '')).toEqual([]);
    expect(keys.filter((key) => !/^[a-z0-9-]+$/u.test(key))).toEqual([]);
    expect(new Set(DEFAULT_SPIDER_RULES.map(({ type }) => type))).toEqual(new Set(SPIDER_TYPES));
  });
});
