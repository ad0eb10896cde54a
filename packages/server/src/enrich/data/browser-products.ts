/** Products in agents that are engines, libraries, platforms or settings, and never the name of the browser. */
export const SIDE_PRODUCTS: ReadonlySet<string> = new Set(
  (
    'Mozilla AppleWebKit AppleWebkit WebKit Webkit Gecko Chrome Chromium Safari Mobile Version Firefox KHTML Presto Trident Opera Build Android Linux Windows iPhone iPad Mac Ubuntu Debian Fedora SUSE Mandriva ' +
    'NetType Language MMWEBID MMWEBSDK Process WIFI GPRS ABI Weixin MicroMessenger XWEB MQQBrowser TBS QQ TV Model Profile Configuration MIDP CLDC NetFront CFNetwork Darwin Goanna Lightning Servo ' +
    'GoogleTV Edg Edge EdgA EdgiOS OPR OPX CriOS FxiOS Focus Klar GSA Instabridge Cordova Ionic Capacitor Electron ReactNative Flutter Dart AppleNews SmartTV Maple Tizen WebAppManager VR Quest Large NABar FirePHP Namoroka Minefield SearchCraft Hawk T7 Release NX Sandbox Twitterrific OculusBrowser Webwasher OWASMIME UNTRUSTED MBBMS HTTP UWS'
  ).split(' '),
);

/** Products whose browser goes by another name. */
export const PRODUCT_NAMES: ReadonlyMap<string, string> = new Map([
  ['UCMobile', 'UC Browser'],
  ['PHX', 'Phoenix Browser'],
  ['OMI', 'Vewd Browser'],
  ['SberBrowser', 'Sber Browser'],
  ['HonorBrowser', 'Honor Browser'],
  ['HiBrowser', 'HiBrowser'],
  ['AvastSecureBrowser', 'Avast Secure Browser'],
  ['MullvadBrowser', 'Mullvad Browser'],
  ['AdobeCEP', 'Adobe CEP'],
  ['QuarkPC', 'Quark'],
  ['Navigator', 'Netscape'],
  ['Netscape6', 'Netscape'],
  ['CrMo', 'Chrome'],
  ['ADG', 'AOL Desktop'],
  ['ABB', 'Adblock Browser'],
  ['BingSapphire', 'Bing'],
  ['MZBrowser', 'Meizu Browser'],
]);

/** Words by which a program that embeds a browser, or a maker's edition of one, is known that names no product of its own. */
export const BROWSER_SIGNS: readonly { readonly name: string; readonly pattern: RegExp; readonly isEngineVersion: boolean }[] = [
  { name: 'Steam Deck', pattern: /Steam Deck|Valve Steam Gamepad/u, isEngineVersion: true },
  { name: 'Steam Client', pattern: /; Valve (?:Steam )?Client/u, isEngineVersion: true },
  { name: '360 Secure Browser', pattern: /QIHU 360|360SE|; 360ENT/u, isEngineVersion: false },
  { name: 'Ecosia', pattern: /\(Ecosia (?:android|ios)@/u, isEngineVersion: true },
  { name: 'Brave', pattern: / Brave$/u, isEngineVersion: true },
  { name: 'Chromium GOST', pattern: /; Chromium GOST/u, isEngineVersion: false },
];
