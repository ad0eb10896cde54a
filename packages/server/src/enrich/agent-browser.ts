import { BROWSER_SIGNS, PRODUCT_NAMES, SIDE_PRODUCTS } from './data/browser-products.js';
import { filled, type RuleHit, versionOf } from './rule-matcher.js';

export interface NameAndVersion {
  readonly name: string;
  readonly version: string;
}

interface Parsed {
  readonly name?: string;
  readonly version?: string;
}

/** Names under which a browser that is not known by its own name passes: a more particular one wins over them. */
const GENERAL = new Set([
  '', 'Chrome', 'Mobile Chrome', 'Chrome WebView', 'Chrome Headless', 'Chromium', 'WebKit', 'Safari', 'Mobile Safari', 'Android Browser', 'Mozilla', 'IE', 'Firefox', 'Mobile Firefox', 'Netscape', 'Opera', 'IEMobile', 'Mosaic',
]);
/** Of these, names that are no browser's. */
const NAMELESS = new Set(['', 'Mozilla', 'Netscape']);
/** General names in the words of the rules. */
const GENERAL_RULES =
  /^(?:Other|Chrome(?: Mobile.*)?|Chromium|HeadlessChrome|Mobile Safari.*|Safari|Android|Firefox(?: .*)?|IE(?: .*)?|Opera(?: Mobile| Tablet)?|Netscape|Mozilla|WebKit Nightly|Apple Mail|AppleMail|CFNetwork)$/u;

const CHROMIUM = /^Mozilla\/5\.0 \([^()]*\) AppleWebKit\/537\.36 \(KHTML, like Gecko\) Chrome\/([\d.]+)(?: Mobile)? Safari\/537\.36(?: Edg\/([\d.]+))?$/u;
const GECKO = /^Mozilla\/5\.0 \((?!Mobile|Tablet|TV)[^()]*; rv:[\d.]+\) Gecko\/20100101 Firefox\/([\d.]+)$/u;
const UNUSUAL = /; ?wv|Android.*(?:Version\/|; U;)|Headless|TV|Valve|Tesla|Chromium|compatible|Nintendo|PlayStation|Xbox|CrKey/iu;

/** The browsers of most people say nothing but their name in a fixed form; null for all others. The same answer as the long way, in a tenth of the time. */
export function plainBrowser(agent: string): NameAndVersion | null {
  const chromium = CHROMIUM.exec(agent);
  if (chromium !== null) {
    if (UNUSUAL.test(agent)) return null;
    const [, chrome = '', edge] = chromium;
    return edge === undefined ? { name: 'Chrome', version: chrome } : { name: 'Edge', version: edge };
  }
  const gecko = agent.includes('Android') || UNUSUAL.test(agent) ? null : GECKO.exec(agent);
  return gecko?.[1] === undefined ? null : { name: 'Firefox', version: gecko[1] };
}

/**
 * Browser and version: what the parser says, unless that is only the engine's own browser and the rules, or a product named
 * beside it, tell more.
 */
export function readBrowser(agent: string, parsed: Parsed, hit: RuleHit | null): NameAndVersion {
  const said = { name: parsed.name ?? '', version: numeric(parsed.version ?? '') };
  const ruled = hit === null ? null : { name: filled(hit.rule[2] || '$1', hit.match), version: numeric(versionOf(hit.rule, hit.match)) };
  if (!GENERAL.has(said.name)) {
    if (ruled === null) return said;
    if (sameWord(ruled.name, said.name)) return said.version === '' ? { ...said, version: ruled.version } : said;
    return isSpelledOut(ruled.name, said.name, agent) ? ruled : said;
  }
  const sign = BROWSER_SIGNS.find(({ pattern }) => pattern.test(agent));
  if (sign !== undefined) return { name: sign.name, version: sign.isEngineVersion ? said.version : '' };
  if (ruled !== null && (NAMELESS.has(said.name) ? ruled.name !== 'Other' : !GENERAL_RULES.test(ruled.name))) {
    return GENERAL_RULES.test(ruled.name) ? (productBeside(agent) ?? ruled) : ruled;
  }
  if (said.name === 'IE') return productBeside(agent) ?? { name: 'IE', version: explorerVersion(agent, said.version) };
  return productBeside(agent) ?? (said.name === 'WebKit' && /iP(?:hone|ad|od)/u.test(agent) ? { name: said.name, version: '' } : said);
}

const LAST_EXPLORER = 11;

/** Internet Explorer says an older version to pages that it shows as that one did; the true one is its engine's and four more. */
function explorerVersion(agent: string, said: string): string {
  const engine = /; MSIE \d.*; Trident\/(\d+)\./u.exec(agent)?.[1];
  const version = Math.min(Number(engine) + 4, LAST_EXPLORER);
  return engine !== undefined && Number(engine) >= 4 && Number.parseInt(said, 10) < version ? `${version}.0` : said;
}

/**
 * Whether the agent has the rules' name as a word and the parser's not so: the parser gives what a browser was called later (`MyIE2` is its
 * Maxthon), and looks for some names inside of longer ones (Avant in `AvantGo`).
 */
function isSpelledOut(ruled: string, said: string, agent: string): boolean {
  return !GENERAL_RULES.test(ruled) && standsIn(agent, ruled) && !standsIn(agent, said);
}

/** Whether a name stands in an agent with no letter before and behind it, whatever its case. */
function standsIn(agent: string, name: string): boolean {
  if (name === '') return false;
  const [text, word] = [agent.toLowerCase(), name.toLowerCase()];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/[a-z]/u.test(text.charAt(at - 1)) && !/[a-z]/u.test(text.charAt(at + word.length))) return true;
  }
  return false;
}

/** A version begins with a digit; what else stands there is an edition or a mistake, and so is a 0 by itself. */
function numeric(version: string): string {
  return /^v?\d/u.test(version) && version !== '0' ? version : '';
}

function sameWord(one: string, other: string): boolean {
  const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/gu, '');
  return bare(one) === bare(other);
}

/**
 * Firefox before version 4, whose extensions had products of their own beside it; since then its engine's date stands still.
 * Source: Mozilla's preferences `general.useragent.extra.*`.
 */
const EXTENDED_FIREFOX = /Gecko\/(?!20100101\b)20\d{6,}.*\bFirefox\//u;
const PRODUCT = /(?<=[ )])([A-Z][A-Za-z0-9]+(?: (?:Lite )?Browser)?)\/v?(\d+(?:\.\d+)+)(?:\.[A-Za-z][\w.]*)?(?=[ ;(]|$)/gu;

/**
 * The one product named beside the engine's own in an agent that is otherwise a plain browser's: browsers built on Chromium or
 * Gecko, and programs that embed one, say their name there and nowhere else. Null when there is none, or more than one.
 */
function productBeside(agent: string): NameAndVersion | null {
  let found: NameAndVersion | null = null;
  const after = agent.slice(agent.indexOf(')') + 1);
  const isExtended = EXTENDED_FIREFOX.test(agent);
  for (const [, product = '', version = ''] of after.matchAll(PRODUCT)) {
    if (isExtended && !PRODUCT_NAMES.has(product)) continue;
    // Ask's toolbars have a name for each place that they came from.
    if (SIDE_PRODUCTS.has(product) || product.startsWith('AskTb')) continue;
    if (found !== null) return null;
    found = { name: PRODUCT_NAMES.get(product) ?? product, version };
  }
  return found;
}
