import { MODEL_SERIES } from './data/model-series.js';
import { VENDORS_BY_WORD, vendorSpelling } from './data/vendors.js';
import { filled, type RuleHit } from './rule-matcher.js';

export interface Device {
  /** desktop, mobile, tablet, tv, console, wearable, embedded, xr or ''. */
  readonly type: string;
  readonly vendor: string;
  readonly model: string;
}

interface Parsed {
  readonly vendor?: string;
  readonly model?: string;
  readonly type?: string;
}

interface Sources {
  readonly parsed: Parsed;
  readonly hit: RuleHit | null;
  readonly system: string;
  readonly hasBrowser: boolean;
}

interface Named {
  readonly vendor: string;
  readonly model: string;
}

/** Systems that run on telephones when nothing says otherwise. */
const HANDHELD = new Set(['Android', 'iOS', 'HarmonyOS', 'OpenHarmony', 'Windows Phone', 'Windows Mobile', 'BlackBerry', 'Symbian', 'KaiOS', 'Firefox OS', 'Bada', 'MeeGo', 'Sailfish']);
/** Words of the rules for a device that they can not name. */
const UNNAMED = /^(?:|Generic.*|Spider|unknown)$/u;
/** Words that stand where a model should and are none. */
const NO_MODEL = /^(?:|K|Browser|Kindle|Smartphone|Tablet|Feature Phone|Mobile|Generic Smartphone|Unspecified Device|wv|unknown|CTC\/2\.0|[a-z]{2}-[a-z]{2})$/iu;
/** What telephones before the smartphone, and those of Windows that ask for the desktop page, say of themselves whoever made them. */
const TELEPHONE = /\b(?:MIDP|CLDC|DDIPOCKET|WILLCOM|WPDesktop|MAUI|FB4A|Palm(?:OS)?)\b|webOS\/[12]\.|\bWAP[ -]Browser|Windows CE|^(?:KDDI|DoCoMo|SoftBank|Vodafone|J-PHONE)|UP\.Browser/iu;
/** The same of televisions. */
const TELEVISION = /InettvBrowser|HbbTV|\bDTV\b/u;
/** Agents that pass for a better-known device, as an emulated one or to be served like it. */
const DISGUISED = / like (?:iPhone|Quest)|Microsoft; Lumia/u;

/**
 * Type, maker and model. The rules know most; where the parser and the makers' own schemes for model codes agree on another maker,
 * an older product of somebody else had the same code. Where the rules know none: the parser, the scheme, the maker's name at the
 * head of the model.
 */
export function readDevice(agent: string, sources: Sources): Device {
  const { parsed, system, hasBrowser } = sources;
  const { vendor, model } = nameOf(agent, sources);
  return { type: typeOf(agent, parsed.type ?? '', system, hasBrowser), vendor: vendorSpelling(vendor), model: NO_MODEL.test(model) ? '' : tidy(withoutMaker(model, vendor)) };
}

function nameOf(agent: string, { parsed, hit }: Sources): Named {
  const code = modelCode(agent);
  const said = { vendor: parsed.vendor ?? '', model: parsed.model ?? '' };
  const ruled = hit === null ? { vendor: '', model: '' } : { vendor: filled(hit.rule[2] ?? '', hit.match), model: filled(hit.rule[3] || '$1', hit.match) };
  const series = code === '' ? undefined : MODEL_SERIES.find(({ pattern }) => pattern.test(code));
  const scheme = series === undefined ? null : { vendor: series.vendor === 'Huawei' && agent.includes('HONOR') ? 'Honor' : series.vendor, model: code };
  if (scheme !== null && series?.isSure === true) return scheme;
  const head = headOf(code);
  if (head !== null && isInside(UNNAMED.test(ruled.vendor) ? said.vendor : ruled.vendor, head.vendor)) return head;
  if (UNNAMED.test(ruled.vendor)) {
    if (said.vendor !== '') return NO_MODEL.test(said.model) && code !== '' ? { vendor: said.vendor, model: code } : said;
    return scheme ?? head ?? { vendor: '', model: said.model || ruled.model };
  }
  const maker = vendorSpelling(said.vendor);
  if (maker !== '' && DISGUISED.test(agent)) return said;
  const isSame = maker === vendorSpelling(ruled.vendor);
  if (scheme !== null && maker === scheme.vendor && !isSame) return { vendor: maker, model: said.model || code };
  if (NO_MODEL.test(ruled.model) && code !== '') return { vendor: ruled.vendor, model: code };
  // Newer members of a family that the rules know by the family's name.
  return isSame && ruled.model === 'Quest' && said.model !== '' ? said : ruled;
}

/** A pattern that looks for a maker's name finds it inside another's too: `itel` in `OUKITEL`. */
function isInside(name: string, longer: string): boolean {
  return name !== '' && name.length < longer.length && longer.toLowerCase().includes(name.toLowerCase());
}

/** `OnePlus LE2113` is the model LE2113, `Coolpad8750` the model 8750. */
function withoutMaker(model: string, vendor: string): string {
  if (vendor === '' || !model.toLowerCase().startsWith(vendor.toLowerCase())) return model;
  const rest = /^(?:[ _]+|(?=\d{4}))(.+)$/u.exec(model.slice(vendor.length))?.[1];
  return rest ?? model;
}

/** Without what is not part of a model's name. */
function tidy(model: string): string {
  return model.replace(/ ?(?:Build[ /]|MIUI\b).*$/u, '').trim();
}

/** What an Android agent puts where the model belongs: after the system and the language, before the build. '' when nothing stands there. */
export function modelCode(agent: string): string {
  const place = /(?:Android|Adr|HarmonyOS|OpenHarmony|Andr0id)[^;)]{0,40};(?: U;)?(?: [a-zA-Z]{2}(?:[-_][a-zA-Z]{2,4})?;)?(?: HarmonyOS;)? ?((?:[^;()]|\([^()]*\)){1,80})/u.exec(agent)?.[1] ?? '';
  const code = tidy(place).replace(/\/.*$/u, '').trim();
  if (code === '') return CHINA_MOBILE.exec(agent)?.[1] ?? '';
  // China Telecom has the three letters of the maker before the model.
  return code === 'Linux' ? '' : agent.includes('CTC/2.0') ? code.replace(/^[A-Z]{2,4}-/u, '') : code;
}

/** What China Mobile had telephones say: maker and model first of all, then the system. */
const CHINA_MOBILE = /^([A-Z][\w -]{2,30}?)(?:_CMCC)?(?:_TD(?:-LTE)?|_LTE)? ?\/\S+ .*\bAndroid/u;

/** A model that begins with the name of its maker. */
function headOf(code: string): Named | null {
  const words = code.split(/[ _-]/u, 2);
  const two = VENDORS_BY_WORD.get(words.join(' ').toLowerCase());
  const vendor = two ?? VENDORS_BY_WORD.get((words[0] ?? '').toLowerCase());
  if (vendor === undefined) return null;
  const rest = code.slice(two === undefined ? (words[0] ?? '').length : words.join(' ').length).replace(/^[ _-]+/u, '');
  return { vendor, model: rest === '' ? code : rest };
}

function typeOf(agent: string, parsed: string, system: string, hasBrowser: boolean): string {
  if (parsed === 'smarttv') return 'tv';
  if (parsed !== '') return parsed;
  if (HANDHELD.has(system) || TELEPHONE.test(agent)) return 'mobile';
  if (TELEVISION.test(agent)) return 'tv';
  return hasBrowser || system !== '' ? 'desktop' : '';
}
