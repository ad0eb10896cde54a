import type { SpiderSign } from '@footfall/contract';
import { isbot } from 'isbot';
import { withBlanks } from './text.js';

/** What the generic detector found: see SpiderVerdict. */
export interface DetectedSpider {
  readonly type: string;
  readonly name: string;
  readonly reason: SpiderSign;
}

interface Sign {
  readonly reason: SpiderSign;
  readonly type: string;
  readonly pattern: RegExp;
}

/**
 * Words that look like a crawler's and belong to a telephone, a browser or an add-on of people. They are taken out of the agent
 * before any sign is looked for, so a crawler that borrows such an agent is still known by the rest of it.
 */
const TRAPS =
  /\bcubot(?![a-z])[\w -]*|robot\s*phone|(?:sogou)?mobilebrowser|sogoumse|baidubro(?:wser)?|baiduboxapp|firephp|chromeframe|\bjava\/asvm\/[\d.]+|http:\/\/(?:bsalsa\.com|www\.qtweb\.net)|nokia podcasting|browserpolaris\w*|analysysagent/gu;

/**
 * The model of a telephone, and what else is behind the browser of one with Windows: names that somebody gave a thing, such as Discovery
 * or Radar, tell nothing about who sends the agent.
 */
const MODEL = /;[^;()]*build\/[^;()]*|iemobile\/[\d.]+(?:; [^;()]*)+/gu;

/**
 * An agent with one of these comes from something in a person's hands, whatever isbot makes of the rest: feature phones,
 * televisions, text browsers, in-app browsers and the Java or .NET clutter of their time. Strong signs still win.
 */
const PEOPLE = new RegExp(
  [
    // Telephones before the smartphone, and the browsers they came with.
    String.raw`midp|cldc|obigo|\bmaui\b|_maui|wap browser|windows mobile|nook browser|j2me|symbian|series[46]0|up\.browser|netfront|bada\/|windows ce|palm|brew[/ ]|docomo|kddi|softbank|vodafone|\bmmp\/\d`,
    String.raw`^(?:nokia|lumia|sonyericsson|blackberry|alcatel|mot(?:orola)?-|lge?(?:[-/ ]|\w{0,3}\d)|samsung|sec-|zte|huawei|sagem|sharp|panasonic|philips|sie-|siemens|pantech|sanyo|kyocera|kwc-|haier|lenovo|htc|asus|audiovox|archos|dell|coolpad|tcl|amoi|bird|tianyu|juc\()`,
    // Televisions, consoles, watches.
    String.raw`hbbtv|smart-?tv|googletv|\broku|apple ?tv|viera|netcast|web0s|webos|tizen|aquos|bravia|nintendo|playstation|xbox|watchos`,
    // Browsers for text and of small makers.
    String.raw`\b(?:dillo|netsurf|w3m|elinks|lynx|icebrowser|ice browser|konqueror|amaya|mosaic|opera mini|retawq|edbrowse|browsh)\b|^links \(`,
    // Internet Explorer, in whose brackets toolbars, proxies and updates of Windows leave words of their own.
    String.raw`\(compatible; msie [\d.]+; windows nt .*(?:\.net ?clr|\.net\d|trident\/\d|\bsv1\b|\bgtb\d)|^mozilla\/5\.0 \(windows nt .*trident\/\d.*like gecko`,
    // Browsers inside apps, and apps that name the telephone they run on.
    String.raw`aliapp|alipay|micromessenger|mqqbrowser|\b(?:fxios|crios|edgios|fban|fbav|instagram)\b|ucweb|android application|; tct |\bsdk \d|device.?model: ?\w|^(?!mozilla\/).*\bandroid\b`,
  ].join('|'),
  'u',
);

/** Over the agent in small letters, in order: the first that is found gives the reason and the type. */
const SIGNS: readonly Sign[] = [
  { reason: 'automated browser', type: 'other', pattern: /headless|phantomjs|slimerjs|casperjs|puppeteer|playwright|selenium|webdriver|cypress\/|zombie\.js|htmlunit|wkhtmlto/u },
  { reason: 'feed reader', type: 'feed', pattern: /feed(?:ly|er|fetch|bot|burner|parser|reader|validator|demon|press)|\brss\b|simplepie|magpierss|podcast/u },
  { reason: 'link preview', type: 'social_preview', pattern: /(?:link|url|snippet|card)[ _-]?preview|externalhit|unfurl/u },
  { reason: 'monitor', type: 'monitor', pattern: /uptime|pingdom|\bptst[ /]\d|monitor(?:ing|is|or|ed)?\b|heartbeat|healthcheck|health-check|synthetic/u },
  { reason: 'scanner', type: 'security_scanner', pattern: /scanner|\bscan\b|censys|shodan|nmap|nikto|sqlmap|nuclei|zgrab|masscan|openvas|nessus|vulnerab|acunetix|burp|wpscan|pentest|security(?:bot|crawler|scan)/u },
  { reason: 'seo tool', type: 'seo_tool', pattern: /\bseo\b|seo[- _]?(?:bot|crawl|spider|check|tool|scan|analy)|backlink|serp/u },
  { reason: 'archiver', type: 'other', pattern: /archiv(?:er|e\.org|e-it|ing|ebot)|heritrix|wayback/u },
  { reason: 'crawler word', type: 'other', pattern: /bot(?![a-z])|\bbot|crawl|spider|slurp|robot|scrap(?:er|y|ing|e\b)|harvest|indexer|\bagent\b.*@|(?<=[a-z][-_]?)(?<!\buser[-_]?)agent\b|searchbot|fetcher|checker|validator|screen ?shot|web(?:thumb|snap|shot|screen|miner)|thumbnails?\b|\bextractor\b|\bretriev(?:al|er)\b|\blinks? ?(?:resolv|exam|valid|sleuth)/u },
  { reason: 'library name', type: 'library', pattern: /http client|^[a-z]*download ?manager\b|\(macintosh[^)]*\) (?:word|excel|powerpoint)\/\d/u },
  { reason: 'contact in agent', type: 'other', pattern: /\+\s?https?:|\(\s*https?:|;\s*https?:\/\/|\bhttps?:\/\/[\w.-]+\/?[^ ]*(?:bot|crawl|about|help|info)|(?<![\w.+-])[\w.+-]{2,}@[\w-]+\.[a-z]{2,}|@localhost\b|\bat [\w-]+ dot [a-z]{2,}|\bcontact[:=]/u },
];

/** A program's own name and version and next to nothing else: what HTTP libraries send when nobody sets an agent. */
const LIBRARY = /^(?!mozilla|opera|dillo|netsurf|w3m|e?links|lynx)[a-z][\w.+:-]{1,40}(?:[ /]v?\d[\w.+-]*)?(?:\s+\([^()]{0,40}\))?$/u;
/** The same with a remark in brackets, or with a made-up browser's beginning around it, where nothing names a system, an engine or a browser. */
const BARE = /^(?!mozilla|opera)[a-z][\w.,:;+&'"/ -]{1,60}(?:\([a-z .,;:'-]*\))?$|^mozilla\/\d\.0 \(compatible; (?!msie)[^;)]+\)$/u;
const BROWSER = /windows|mac ?os|macintosh|linux|x11|bsd|android|\b(?:iphone|ipad|ipod|ios\b|watch\d)|darwin|unix|sunos|solaris|amiga|os\/2|beos|haiku|risc ?os|tizen|kaios|gecko|webkit|khtml|trident|presto|msie|opera|firefox|chrome|safari|browser|browse|\bnet(?:front|positive)|sleipnir|mobile|phone|profile\/|explorer|omniweb|player|itunes|\btv\b|java|app\b|\bbuild\//u;
const LIBRARY_NAMES =
  /\b(?:python|urllib|aiohttp|httpx|requests|curl|wget|go-http|java\/\d|okhttp|apache-?http|http-?client|httpie|axios|node-fetch|undici|got\/|libwww|lwp|perl|ruby|faraday|guzzle|php\/|symfony|winhttp|powershell|restsharp|reqwest|hyper\/|scrapy|mechanize|jersey|unirest|postman|insomnia|typhoeus|zend|pycurl|cpp-|libcurl|jakarta|dart\/)/u;

/**
 * Agents that claim to be a browser and get its own wording wrong, as scripts with a made-up agent do: Chrome never leaves out `(KHTML,
 * like Gecko)`, and never writes another version behind Safari than behind AppleWebKit.
 */
const IMPOSSIBLE = /applewebkit\/537\.36 chrome\/\d|applewebkit\/537\.36 .*safari\/537\.3$/u;

/** A program around Qt's WebKit that is asked for no name but its own: tools that draw pages into pictures. Browsers made of it say a version too, but for these two. */
const QT_TOOL = /\((?:x11|windows)[^)]*\) applewebkit\/53\d\.\d+ \(khtml, like gecko\) (?!rekonq|qtcarbrowser)[a-z]+ safari\/53\d/u;

const EMPTY: DetectedSpider = { type: 'other', name: 'Empty agent', reason: 'empty agent' };

/**
 * A detector of crawlers that no rule names: its own signs first, isbot's judgement after them. Returns null for people.
 * Pure; the caller remembers answers. About 5 microseconds.
 */
export function createDetector(): (agent: string) => DetectedSpider | null {
  return (agent) => {
    const said = withBlanks(agent.trim());
    if (said === '' || said === '-') return EMPTY;
    const rest = said.toLowerCase().replace(TRAPS, ' ');
    for (const sign of SIGNS) {
      if (sign.pattern.test(rest)) return { type: sign.type, name: productName(said), reason: sign.reason };
    }
    if (IMPOSSIBLE.test(rest)) return { type: 'other', name: 'Disguised script', reason: 'impossible browser' };
    if (QT_TOOL.test(rest)) return { type: 'other', name: productName(said), reason: 'automated browser' };
    if (PEOPLE.test(rest)) return null;
    if (LIBRARY_NAMES.test(rest)) return { type: 'library', name: productName(said), reason: 'library name' };
    const isKnown = isbot(rest.replace(MODEL, ' '));
    if (!isKnown && (!BARE.test(rest) || BROWSER.test(rest))) return null;
    if (!isKnown || LIBRARY.test(rest)) return { type: 'library', name: productName(said), reason: 'bare product name' };
    return { type: 'other', name: productName(said), reason: 'isbot' };
  };
}

const TRAPS_IN_CASE = new RegExp(TRAPS.source, 'giu');

/** Words that stand in an agent without naming who sends it. */
const ANONYMOUS =
  /^(?:mozilla|opera|applewebkit|khtml|gecko|like|version|mobile|safari|chrome|chromium|firefox|edge?|compatible|windows|linux|x11|macintosh|intel|android|iphone|ipad|u|wow64|win64|x64|x86_64|msie|trident|nt|cpu|os|mac|en|us|[a-z]{2}-[a-z]{2}|\.?net(?:4\.0[ce])?|clr|slcc\d|sv1|https?|www|rv|build|ubuntu|i686|the|a|of|by|for|and|bot|crawler|spider|robot|agent|user|user-?agent|none|null)$/iu;
/** A name as crawlers spell theirs: a product token, or one word with the telling syllable in it. */
const TELLING = /(?<![\w.-])[\w.-]*(?:bot|crawl|spider|slurp|fetch|scrap|headless|preview|monitor|scan|check|index|archiv|feed|agent)[\w.-]*/giu;
const MAX_NAME = 64;

/** Who an agent says it is: the word with the telling syllable, else the first product token that is not a browser's. */
export function productName(agent: string): string {
  const prose = agent.replace(TRAPS_IN_CASE, ' ').replace(/https?:\/\/[^\s;)]+|(?<![\w.+-])[\w.+-]+@[\w.-]+/giu, ' ');
  for (const [word] of prose.matchAll(TELLING)) {
    if (!ANONYMOUS.test(word)) return tidy(word);
  }
  for (const [, word] of prose.matchAll(/([a-z][\w.+-]{2,})(?:\/v?\d|[;) ]|$)/giu)) {
    if (word !== undefined && !ANONYMOUS.test(word)) return tidy(word);
  }
  const host = /https?:\/\/(?:www\.)?([\w.-]+)/iu.exec(agent)?.[1];
  return host === undefined ? 'Unnamed crawler' : host.slice(0, MAX_NAME);
}

/** A name without a version stuck to it (`foobot-1.2`) and of bounded length. */
function tidy(word: string): string {
  const name = word.replace(/[-_.]?v?\d+(?:\.\d+)+$/u, '').replace(/^[-_.]+|[-_.]+$/gu, '');
  return (name === '' ? word : name).slice(0, MAX_NAME);
}
