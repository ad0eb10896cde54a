/**
 * How answers are compared with labels: the same for the product, for every library and for the labels themselves. Names
 * differ in spelling ("Mobile Safari", "Safari"), so each is brought to one word; a word that a source does not tell apart
 * from another (a browser's mobile edition) is the same word.
 */
const bare = (text) => String(text ?? '').toLowerCase().normalize('NFKD').replace(/[^a-z0-9\u0400-\u{10ffff}]+/gu, '');

const NOTHING = new Set(['', 'other', 'unknown', 'generic', 'genericandroid', 'genericandroidtablet', 'genericinettv', 'na', 'none', 'undefined']);

const BROWSERS = new Map(Object.entries({
  internetexplorer: 'ie', iemobile: 'ie', msie: 'ie', chromium: 'chrome', crmo: 'chrome', headlesschrome: 'chrome', chromeheadless: 'chrome', chromewebview: 'chrome',
  safariuiwk: 'safari', safariui: 'safari', webkit: 'safari', androidwebkit: 'android', androidbrowser: 'android', firefoxbeta: 'firefox', firefoxalpha: 'firefox', firefoxshiretoko: 'firefox',
  firefoxminefield: 'firefox', firefoxnamoroka: 'firefox', edgewebview: 'edge', edgewebview2: 'edge', mobi: 'opera', operatouch: 'operatouch', amazonsilk: 'silk', yandexbrowser: 'yandex',
  ucbrowser: 'uc', ucweb: 'uc', qqbrowser: 'qq', qq: 'qq', wechatbrowser: 'wechat', wechatdesktop: 'wechat', micromessenger: 'wechat', '360browser': '360', '360explorer': '360', '2345explorer': '2345', baidubrowser: 'baidu', baiduexplorer: 'baidu', baiduboxapp: 'baidu',
  samsungbrowser: 'samsunginternet', miuibrowser: 'miui', blackberrywebkit: 'blackberry', blackberrybrowser: 'blackberry', nokiabrowser: 'nokia', nokiaossbrowser: 'nokia', nokiaservicessapwapbrowser: 'nokia',
  duckduckgobrowser: 'duckduckgo', coccocbrowser: 'coccoc', coccoc: 'coccoc', openwave: 'openwave', openwavemobilebrowser: 'openwave', kindlebrowser: 'kindle', huaweibrowser: 'huawei', honorbrowser: 'honor', vivobrowser: 'vivo', smartlenovobrowser: 'lenovo', lenovobrowser: 'lenovo',
  slbrowser: 'lenovo', hibrowser: 'hi', whalebrowser: 'whale', naverwhale: 'whale', avastsecurebrowser: 'avast', avgsecurebrowser: 'avg', kakaotalk: 'kakao', phoenixbrowser: 'phoenix', oculusbrowser: 'oculus', picobrowser: 'pico',
  sogouexplorer: 'sogou', sogoubrowser: 'sogou', qtwebengine: 'qutebrowser', obigobrowser: 'obigo', telecabrowser: 'teleca', netfrontbrowser: 'netfront', bravebrowser: 'brave', facebookmessenger: 'facebook', line: 'line', seznamprohlizec: 'seznam', seznambrowser: 'seznam',
  sailfishbrowser: 'sailfish', webosbrowser: 'webos', lgbrowser: 'lg', dragon: 'comododragon', comododragon: 'comododragon', iron: 'iron', sriron: 'iron', teslabrowser: 'tesla', googlesearchapp: 'gsa', google: 'gsa', gsa: 'gsa', weibobrowser: 'weibo', alipayclient: 'alipay',
  slackdesktopclient: 'slack', slack: 'slack', silk: 'silk', palemoon: 'palemoon', naver: 'naver', naverapp: 'naver', daum: 'daum', dolphin: 'dolphin', mdolphin: 'dolphin', dolphinbrowser: 'dolphin', twitter: 'twitter', x: 'twitter',
}));

export function browserName(text) {
  const word = bare(text);
  if (BROWSERS.has(word)) return BROWSERS.get(word);
  const plain = word.replace(/^(?:mobile|fennec)(?=.)|(?:mobile|tablet|ios|webview|lite|app|desktop|browser|pc)+$/gu, '');
  if (NOTHING.has(plain)) return '';
  return BROWSERS.get(plain) ?? plain;
}

const SYSTEMS = new Map(Object.entries({
  chromecastlinux: 'chromecast', chromecastandroid: 'chromecast', chromecastsmartspeaker: 'chromecast', kaios: 'kaios', macosx: 'macos', atvosx: 'tvos', mac: 'macos', chromeos: 'chromeos', chromiumos: 'chromeos', cros: 'chromeos', windowsphoneos: 'windowsphone', rimtabletos: 'blackberrytablet', blackberrytabletos: 'blackberrytablet',
  blackberryos: 'blackberry', symbianos: 'symbian', symbian3: 'symbian', symbian3belle: 'symbian', symbian3anna: 'symbian', series60: 'symbian', series40: 'series40', brewmp: 'brew', web0s: 'webos', lgwebos: 'webos', webostv: 'webos', ubuntutouch: 'ubuntu',
  redhat: 'redhat', openharmony: 'harmonyos', windowsiot: 'windowsiot', ios: 'ios', iphoneos: 'ios', ipados: 'ios', gnulinux: 'linux', googletv: 'googletv', mint: 'linuxmint', linuxmint: 'linuxmint', sailfishos: 'sailfish', sailfish: 'sailfish', kindle: 'kindle', fireos: 'fireos',
  netcast: 'netcast', windowsmobile: 'windowsmobile', windowsce: 'windowsce', arch: 'archlinux', archlinux: 'archlinux', suse: 'suse', opensuse: 'suse', firefoxos: 'firefoxos', playstationos: 'playstation', xbox: 'xbox',
}));

export function systemName(text) {
  const word = bare(text);
  return NOTHING.has(word) ? '' : (SYSTEMS.get(word) ?? word);
}

const VENDORS = new Map(Object.entries({
  lge: 'lg', lgelectronics: 'lg', rim: 'blackberry', researchinmotion: 'blackberry', motorolamobility: 'motorola', tct: 'alcatel', alcatelonetouch: 'alcatel', hewlettpackard: 'hp', sonycomputerentertainment: 'sony', facebook: 'meta', oculus: 'meta', nvidiacorp: 'nvidia', barnesnoble: 'nook', tecnomobile: 'tecno', lucidmotors: 'lucid',
}));

export function vendorName(text) {
  const word = bare(text);
  return NOTHING.has(word) ? '' : (VENDORS.get(word) ?? word);
}

/** A model without its maker's name before it. */
export function modelName(text, vendor) {
  const word = bare(text);
  const maker = bare(vendor);
  const plain = maker !== '' && word.startsWith(maker) && word !== maker ? word.slice(maker.length) : word;
  return NOTHING.has(plain) || plain === 'smartphone' || plain === 'featurephone' || plain === 'k' ? '' : plain;
}

const TYPES = new Map([['smarttv', 'tv'], ['smartphone', 'mobile'], ['phone', 'mobile'], ['featurephone', 'mobile'], ['', 'desktop']]);
export const typeName = (text) => TYPES.get(bare(text)) ?? bare(text);

const ARCHITECTURE = /^(?:i[3-6]86|x86(?:_64)?|x64|amd64|ia32|arm\w*|aarch64|ppc\w*)$/iu;

/** Versions agree when one is the beginning of the other, part by part: sources cut them at different lengths. */
export function sameVersion(one, other) {
  const parts = (text) => (ARCHITECTURE.test(String(text ?? '')) ? [] : String(text ?? '').toLowerCase().match(/[a-z]+|[0-9]+/gu) ?? []);
  const [left, right] = [parts(one), parts(other)];
  if (left.length === 0 || right.length === 0) return left.length === right.length;
  return left.slice(0, right.length).join('.') === right.slice(0, left.length).join('.');
}
