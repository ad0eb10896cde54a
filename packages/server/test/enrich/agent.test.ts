import { describe, expect, it } from 'vitest';
import { headerHints } from '../../src/collect/header-hints.js';
import { createAgentReader } from '../../src/enrich/agent.js';
import { startDraft } from '../../src/enrich/draft.js';
import { agentStep } from '../../src/enrich/steps/agent.js';
import { hintsStep } from '../../src/enrich/steps/hints.js';
import { arrival, CHROME, client } from './arrivals.js';

const read = createAgentReader();
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';

describe('the agent', () => {
  it.each([
    [CHROME, { browserName: 'Chrome', browserVersion: '120.0.0.0', osName: 'Windows', osVersion: '10', deviceType: 'desktop', engineName: 'Blink', architecture: 'amd64' }],
    [ANDROID, { browserName: 'Chrome', osName: 'Android', osVersion: '10', deviceType: 'mobile', deviceModel: '' }],
    [MAC, { browserName: 'Safari', browserVersion: '17.4', osName: 'Mac OS', osVersion: '10.15.7', deviceType: 'desktop', deviceVendor: 'Apple' }],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
      { osName: 'iOS', osVersion: '17.4', deviceType: 'mobile', deviceVendor: 'Apple', deviceModel: 'iPhone' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
      { osName: 'iOS', osVersion: '26.1' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      { osName: 'iOS', osVersion: '18.6' },
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1',
      { deviceType: 'tablet', deviceModel: 'iPad' },
    ],
    [
      'Mozilla/5.0 (Linux; Android 9; SM-G973F Build/PPR1.180610.011) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0.3987.87 Mobile Safari/537.36',
      { deviceVendor: 'Samsung', deviceModel: 'SM-G973F', deviceType: 'mobile' },
    ],
    ['Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36', { deviceType: 'tv' }],
    ['Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15', { deviceType: 'console', deviceVendor: 'Sony' }],
    ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0', { browserName: 'Firefox', engineName: 'Gecko', deviceType: 'desktop', osName: 'Ubuntu' }],
    ['', { browserName: '', osName: '', deviceType: '' }],
    ['Mozilla/5.0 (Linux; Android 10; HarmonyOS; ELS-AN00; HMSCore 6.14.0.322) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36', { osName: 'HarmonyOS', browserName: 'Huawei Browser', deviceVendor: 'Huawei', deviceModel: 'ELS-AN00' }],
    ['Mozilla/5.0 (Linux; Android 12; RMX3521 Build/SP1A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36', { deviceVendor: 'Realme', deviceModel: 'RMX3521' }],
    ['Mozilla/5.0 (Linux; Android 13; 2201117TG) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36', { deviceVendor: 'Xiaomi', deviceModel: '2201117TG' }],
    ['Mozilla/5.0 (Linux; Android 11; Ulefone Armor 9E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36', { deviceVendor: 'Ulefone', deviceModel: 'Armor 9E' }],
    ['Mozilla/5.0 (Linux; Android 11; OUKITEL WP5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36', { deviceVendor: 'Oukitel', deviceModel: 'WP5' }],
    ['Mozilla/5.0 (Linux; Android 13; REA-NX9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36', { deviceVendor: 'Honor', deviceModel: 'REA-NX9' }],
    ['Mozilla/5.0 (Linux; Android 13; LE2113) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36', { deviceVendor: 'OnePlus', deviceModel: 'LE2113' }],
    ['Mozilla/5.0 (Linux; Android 9; AC2003) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36', { deviceVendor: 'OnePlus', deviceModel: 'AC2003' }],
    ['Mozilla/5.0 (Linux; Android 9; LML211BL) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36', { deviceVendor: 'LG', deviceModel: 'LML211BL' }],
    ['Mozilla/5.0 (Linux; Android 9; ZC600KL) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36', { deviceVendor: 'Asus', deviceModel: 'ZC600KL' }],
    ['Mozilla/5.0 (Linux; Android 9; H8266) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36', { deviceVendor: 'Sony', deviceModel: 'H8266' }],
    ['Mozilla/5.0 (Linux; Android 9; XP5800) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36', { deviceVendor: 'Sonim', deviceModel: 'XP5800' }],
    ['Mozilla/5.0 (Linux; Android 9; Unspecified Device) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36', { deviceVendor: '', deviceModel: '' }],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Harbour/4.2.1', { browserName: 'Harbour', browserVersion: '4.2.1' }],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.70', { browserName: 'Edge', browserVersion: '131.0.2903.70' }],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.48(0x18003030) NetType/WIFI Language/zh_CN', { browserName: 'WeChat', browserVersion: '8.0.48', osName: 'iOS' }],
    ['Some%20App/12 CFNetwork/1490.0.4 Darwin/24.2.0', { osName: 'iOS', osVersion: '18.2' }],
    ['Mozilla/5.0 (Mobile; Nokia_2720_Flip; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.2', { osName: 'KaiOS', osVersion: '2.5.2', deviceType: 'mobile' }],
    ['Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.79 Safari/537.36 WebAppManager', { deviceType: 'tv', deviceVendor: 'LG' }],
    ['Mozilla/5.0 (DTV; Acme01) NetFront/4.1 InettvBrowser/2.2 (00014A;AcmeDTV115;0002;0100)', { browserName: 'NetFront', deviceType: 'tv' }],
    ['SoftBank/1.0/841AC/ACJ001 Browser/NetFront/3.5 Profile/MIDP-2.0 Configuration/CLDC-1.1', { browserName: 'NetFront', deviceType: 'mobile' }],
    ['Mozilla/5.0 (Windows NT 6.2; ARM; Trident/7.0; Touch; rv:11.0; WPDesktop; Lumia 930) like Gecko', { browserName: 'IE', deviceType: 'mobile' }],
    ['Mozilla/5.0 (Windows NT 6.1) AppleWebKit/535.7 (KHTML, like Gecko) CrMo/16.0.912.75 Mobile Safari/535.7', { browserName: 'Chrome', browserVersion: '16.0.912.75' }],
    ['Mozilla/5.0 (Windows; U; Windows NT 5.1; en-US; rv:1.9.1.16) Gecko/20101130 AskTbXYZ/3.8.0.12304 Firefox/3.5.16', { browserName: 'Firefox', browserVersion: '3.5.16' }],
    // Extensions put products of their own behind Firefox before version 4; one name of those days was a browser's all the same.
    ['Mozilla/5.0 (Windows; U; Windows NT 6.0; en-US; rv:1.9.2.12) Gecko/20101026 Firefox/3.6.12 AcmeToolbar/1.4.2', { browserName: 'Firefox', browserVersion: '3.6.12' }],
    ['Mozilla/5.0 (Windows; U; Windows NT 6.0; en-US; rv:1.8.1.12) Gecko/20080219 Firefox/2.0.0.12 Navigator/9.0.0.6', { browserName: 'Netscape', browserVersion: '9.0.0.6' }],
    ['Mozilla/5.0 (Windows NT 10.0; rv:115.0) Gecko/20100101 Firefox/115.0 Harbour/4.2.1', { browserName: 'Harbour', browserVersion: '4.2.1' }],
    ['Mozilla/5.0 (Windows; U; Windows NT 5.0; en-US; rv:0.9.4) Gecko/20011019 Netscape6/6.2', { browserName: 'Netscape', browserVersion: '6.2' }],
    // The name that is spelled out, instead of a later one or of one that stands inside of a longer word.
    ['Mozilla/4.0 (compatible; AvantGo 5.5; FreeBSD)', { browserName: 'AvantGo', browserVersion: '5.5' }],
    ['Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; MyIE2; .NET CLR 2.0.50727)', { browserName: 'MyIE2', browserVersion: '' }],
    ['Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; MyMaxthonKit; Maxthon; MyIE2)', { browserName: 'Maxthon' }],
    ['NCSA_Mosaic/2.4 (Windows 3.1)', { browserName: 'NCSA Mosaic' }],
    ['Mozilla/4.0 (compatible; MSIE 6.0; Windows 98) via HTTP/1.1 proxy.example/', { browserName: 'IE', browserVersion: '6.0' }],
    ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 (Ecosia android@131.0.0.0)', { browserName: 'Ecosia', browserVersion: '131.0.0.0' }],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1 Brave', { browserName: 'Brave', osName: 'iOS', osVersion: '26.1' }],
    ['Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/37.9178; U; en) Presto/2.12.423 Version/12.16', { browserName: 'Opera Mini', osName: '', deviceType: 'mobile' }],
    ['Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.3; WOW64; Trident/7.0; .NET4.0E)', { browserName: 'IE', browserVersion: '11.0' }],
    ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)', { browserName: 'IE', browserVersion: '8.0' }],
    ['Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1)', { browserName: 'IE', browserVersion: '7.0' }],
    ['Mozilla/5.0+(Windows+NT+10.0;+Win64;+x64;+rv:125.0)+Gecko/20100101+Firefox/125.0', { browserName: 'Firefox', browserVersion: '125.0', osName: 'Windows', deviceType: 'desktop' }],
    ['Mozilla/5.0 (webOS/1.4.0; U; en-US) AppleWebKit/532.2 (KHTML, like Gecko) Version/1.0 Safari/532.2 Pre/1.1', { osName: 'webOS', deviceType: 'mobile', deviceVendor: 'Palm' }],
    ['[FBAN/FB4A;FBAV/16.0.0.20.15;FBBV/4267103;FBDM/{density=1.5};FBLC/en_US;FBMF/LENOVO;FBBD/Lenovo;FBPN/com.facebook.katana;FBDV/Lenovo A850+;FBSV/4.2.2;]', { browserName: 'Facebook', deviceType: 'mobile' }],
    ['Opera/9.80 (Android 2.3.4; Linux; Opera Mobi/ADR-1110071847; U; en-GB) Presto/2.9.201 Version/11.50', { deviceType: 'mobile', deviceModel: '' }],
    ['Mozilla/5.0 (Linux; Android 5.1; INFINIX-X551 Build/LMY47I) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/48.0.2564.95 Mobile Safari/537.36', { deviceVendor: 'Infinix', deviceModel: 'X551' }],
    ['Mozilla/5.0 (Linux; Android 4.4.2; 2014501 Build/KOT49H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/40.0.2214.109 Mobile Safari/537.36', { deviceVendor: 'Xiaomi', deviceModel: '2014501' }],
    ['Mozilla/5.0 (Linux; Android 4.3; R831S Build/JLS36C) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/40.0.2214.109 Mobile Safari/537.36', { deviceVendor: 'OPPO', deviceModel: 'R831S' }],
    ['Mozilla/5.0 (Linux; U; Android 4.2.1; zh-cn; Coolpad8750 Build/JOP40D) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30', { deviceVendor: 'Coolpad', deviceModel: '8750' }],
    // As the operators of China had telephones say it.
    ['Xiaomi_2014501_TD-LTE/V1 Linux/3.10.0 Android/4.4 Release/04.07.2014 Browser/AppleWebKit537.36 Mobile Safari/537.36', { deviceVendor: 'Xiaomi', deviceModel: '2014501', deviceType: 'mobile' }],
    ['CoolPad8720_CMCC_TD/1.0 Linux/3.0.8 Android/4.0 Release/03.31.2013 Browser/AppleWebkit534.3', { deviceVendor: 'Coolpad', deviceModel: '8720', deviceType: 'mobile' }],
    ['Mozilla/5.0 (Linux; U; Android 5.0.2; zh-cn; VIV-vivo Y937/PD1503_A_2.14.7; 720*1280; CTC/2.0) AppleWebKit/537.36 (KHTML,like Gecko) Version/4.0 Mobile Safari/537.36', { deviceVendor: 'Vivo', deviceModel: 'Y937' }],
    ['AppleCoreMedia/1.0.0.12F69 (Apple TV; U; CPU OS 8_3 like Mac OS X; en_us)', { osName: 'tvOS' }],
    ['Mozilla/5.0 (Mobile; rv:26.0) Gecko/26.0 Firefox/26.0', { osName: 'Firefox OS', osVersion: '1.2' }],
    ['Mozilla/5.0 (Windows NT 6.3; ARM; WOW64; Trident/7.0; rv:11.0) like Gecko', { osName: 'Windows', osVersion: 'RT 8.1' }],
    ['AcmeSDK/5.3.0 android mobile/8.0.0 (SM-G955F) Acme/15.2 Native', { osName: 'Android', osVersion: '8.0.0' }],
    ['Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Trident/8.0; .NET4.0C)', { browserName: 'IE', browserVersion: '11.0' }],
    ['complete nonsense', { browserName: '', deviceType: '' }],
    ['__proto__', { browserName: '', deviceType: '' }],
  ])('%s', (agent, expected) => {
    expect(read(agent)).toMatchObject(expected);
    expect(read(agent)).toBe(read(agent));
  });
});

describe('client hints win over a frozen agent', () => {
  const visit = (userAgent: string, changes: Parameters<typeof client>[0]) => {
    const draft = startDraft(arrival({ userAgent, client: client(changes) }));
    return hintsStep(read)(agentStep(read)(draft)).visit;
  };

  it.each([
    ['15.0.0', '11'],
    ['13.0.0', '11'],
    ['12.0.0', '10'],
    ['10.0.0', '10'],
    ['1.0.0', '10'],
    ['0.3.0', '8.1'],
    ['0.2.0', '8'],
    ['0.1.0', '7'],
    ['0.0.0', '10'],
    ['', '10'],
    ['rubbish', '10'],
  ])('Windows platform version %j is Windows %s', (platformVersion, version) => {
    expect(visit(CHROME, { h: { platform: 'Windows', platformVersion } })).toMatchObject({ os_name: 'Windows', os_version: version });
  });

  it.each([
    ['macOS', '15.0.0', 'Mac OS', '15'],
    ['macOS', '14.6.1', 'Mac OS', '14.6.1'],
  ])('%s %s', (platform, platformVersion, name, version) => {
    expect(visit(MAC, { h: { platform, platformVersion } })).toMatchObject({ os_name: name, os_version: version });
  });

  it('gives an Android telephone its version and model', () => {
    expect(visit(ANDROID, { h: { platform: 'Android', platformVersion: '15.0.0', model: 'Pixel 9', mobile: true } })).toMatchObject({
      os_name: 'Android',
      os_version: '15',
      device_model: 'Pixel 9',
      device_vendor: 'Google',
      device_type: 'mobile',
    });
  });

  it('sees an Android tablet that asks for the desktop page', () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
    expect(visit(agent, { h: { platform: 'Android', mobile: false, model: 'SM-X700' } })).toMatchObject({ os_name: 'Android', device_type: 'tablet', device_model: 'SM-X700', device_vendor: 'Samsung' });
  });

  it('sees an iPad that says it is a Mac by its touch points', () => {
    expect(visit(MAC, { k: 5 })).toMatchObject({ os_name: 'iOS', os_version: '17.4', device_type: 'tablet', device_model: 'iPad' });
    expect(visit(MAC, { k: 0 })).toMatchObject({ os_name: 'Mac OS', device_type: 'desktop' });
  });

  it.each<[[string, string][], string, string]>([
    [[['Chromium', '120'], ['Google Chrome', '120']], 'Chrome', '120.0.0.0'],
    [[['Google Chrome', '120.0.6099.71'], ['Not A;Brand', '99']], 'Chrome', '120.0.6099.71'],
    [[['Brave', '120'], ['Chromium', '120']], 'Brave', '120'],
    [[['Not A;Brand', '99.0.0.0']], 'Chrome', '120.0.0.0'],
    [[['__proto__', '1']], 'Chrome', '120.0.0.0'],
  ])('brands %j', (brands, name, version) => {
    expect(visit(CHROME, { h: { brands } })).toMatchObject({ browser_name: name, browser_version: version });
  });

  it.each(['__proto__', 'constructor', 'toString', '\u0000', '\uD800'])('is not led astray by the platform %j', (platform) => {
    expect(visit(CHROME, { h: { platform, platformVersion: '99' } })).toMatchObject({ os_name: 'Windows', os_version: '10' });
  });
});

describe('client hints in headers', () => {
  it('are read from the form that browsers send', () => {
    const hints = headerHints({
      'sec-ch-ua': '"Chromium";v="130", "Microsoft Edge";v="130", "Not?A_Brand";v="99"',
      'sec-ch-ua-mobile': '?1',
      'sec-ch-ua-platform': '"Android"',
      'sec-ch-ua-platform-version': '"14.0.0"',
      'sec-ch-ua-model': '"Pixel 8"',
    });
    expect(hints).toEqual({ platform: 'Android', platformVersion: '14.0.0', model: 'Pixel 8', mobile: true, architecture: undefined, brands: [['Chromium', '130'], ['Microsoft Edge', '130'], ['Not?A_Brand', '99']] });
    const draft = startDraft(arrival({ userAgent: ANDROID, hints }));
    expect(hintsStep(read)(agentStep(read)(draft)).visit).toMatchObject({ os_version: '14', device_model: 'Pixel 8', device_vendor: 'Google', browser_name: 'Edge' });
  });

  it('give way to what the tracker asked the browser itself', () => {
    const draft = startDraft(arrival({ userAgent: CHROME, client: client({ h: { platform: 'Windows', platformVersion: '15.0.0' } }), hints: { platform: 'macOS' } }));
    expect(hintsStep(read)(agentStep(read)(draft)).visit).toMatchObject({ os_name: 'Windows', os_version: '11' });
  });

  it.each([{}, { 'sec-ch-ua-mobile': '?1' }, { 'sec-ch-ua': 'rubbish', 'sec-ch-ua-platform': 'Windows' }, { 'sec-ch-ua-platform': `"${'x'.repeat(500)}"` }])('nothing comes of %j', (headers) => {
    expect(Object.values(headerHints(headers) ?? {}).filter((value) => value !== undefined && value !== true)).toEqual([]);
  });
});
