import type { WireHit } from '@footfall/contract/hit';
import type { Random } from './random.js';

export interface Device {
  readonly userAgent: string;
  readonly facts: Pick<WireHit, 's' | 'p' | 'c' | 'm' | 'k' | 'g' | 'o' | 'n' | 'h' | 'b'>;
}

interface Family {
  readonly weight: number;
  make(random: Random): Device;
}

const CHROME = ['142', '143', '144', '145'];
const chrome = (system: string, version: string, extra = '') => `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 ${extra}Safari/537.36`;
const brands = (name: string, version: string): [string, string][] => [['Chromium', `${version}.0.0.0`], [name, `${version}.0.0.0`], ['Not?A_Brand', '24.0.0.0']];
const screenOf = (width: number, height: number, bar: number): WireHit['s'] => [width, height, width, height - bar];

const windows: Family = {
  weight: 34,
  make(random) {
    const version = random.pick(CHROME);
    const edge = random.chance(0.28);
    const [width, height] = random.pick([[1920, 1080], [1920, 1080], [1536, 864], [2560, 1440], [1366, 768]] as const);
    return {
      userAgent: chrome('Windows NT 10.0; Win64; x64', version) + (edge ? ` Edg/${version}.0.0.0` : ''),
      facts: {
        s: screenOf(width, height, 48), p: random.pick([1, 1, 1.25, 1.5]), c: random.pick([4, 8, 8, 12, 16]), m: 8, k: random.chance(0.12) ? 10 : 0, o: 'Win32', n: random.pick(['', '4g', 'wifi']),
        g: random.pick([['Google Inc. (Intel)', 'ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)'], ['Google Inc. (NVIDIA)', 'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)'], ['Google Inc. (AMD)', 'ANGLE (AMD, AMD Radeon(TM) Graphics Direct3D11 vs_5_0 ps_5_0, D3D11)']]),
        h: { platform: 'Windows', platformVersion: random.pick(['10.0.0', '15.0.0', '15.0.0', '19.0.0']), architecture: 'x86', model: '', mobile: false, brands: brands(edge ? 'Microsoft Edge' : 'Google Chrome', version) },
        b: [random.chance(0.7) ? 1 : 0, random.whole(20, 100) / 100],
      },
    };
  },
};

const mac: Family = {
  weight: 12,
  make(random) {
    const [width, height] = random.pick([[1440, 900], [1512, 982], [1728, 1117], [2560, 1440]] as const);
    const base = { s: screenOf(width, height, 25), p: 2, k: 0, o: 'MacIntel' };
    if (random.chance(0.5)) {
      return { userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${random.pick(['18.6', '26.0', '26.1'])} Safari/605.1.15`, facts: { ...base, c: 8, g: ['Apple Inc.', 'Apple GPU'] } };
    }
    const version = random.pick(CHROME);
    return {
      userAgent: chrome('Macintosh; Intel Mac OS X 10_15_7', version),
      facts: { ...base, c: random.pick([8, 10, 12]), m: 8, g: ['Google Inc. (Apple)', `ANGLE (Apple, ANGLE Metal Renderer: Apple ${random.pick(['M1', 'M2', 'M3', 'M4'])}, Unspecified Version)`], h: { platform: 'macOS', platformVersion: '15.6.1', architecture: 'arm', model: '', mobile: false, brands: brands('Google Chrome', version) } },
    };
  },
};

const iphone: Family = {
  weight: 22,
  make(random) {
    const [width, height] = random.pick([[390, 844], [393, 852], [402, 874], [430, 932], [375, 812]] as const);
    const version = random.pick(['18_5', '18_6', '18_6', '18_7']);
    const wechat = random.chance(0.25);
    const tail = wechat ? ' MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN' : ` Version/${random.pick(['18.6', '26.0', '26.1'])}`;
    return {
      userAgent: wechat
        ? `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148${tail}`
        : `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)${tail} Mobile/15E148 Safari/604.1`,
      facts: { s: screenOf(width, height, 0), p: 3, c: random.pick([4, 6]), k: 5, o: 'iPhone', g: ['Apple Inc.', 'Apple GPU'] },
    };
  },
};

const PHONES = [
  ['V2324A', 'Adreno (TM) 740', 'Qualcomm'], ['23127PN0CC', 'Adreno (TM) 750', 'Qualcomm'], ['SM-S9280', 'Adreno (TM) 750', 'Qualcomm'], ['SM-A546B', 'Mali-G68 MC4', 'ARM'], ['PJD110', 'Adreno (TM) 740', 'Qualcomm'],
  ['Pixel 8', 'Mali-G715', 'ARM'], ['Redmi Note 13 Pro', 'Adreno (TM) 710', 'Qualcomm'], ['ALN-AL00', 'Maleoon 910', 'HUAWEI'],
] as const;

const android: Family = {
  weight: 26,
  make(random) {
    const [model, renderer, vendor] = random.pick(PHONES);
    const version = random.pick(CHROME);
    const os = random.pick(['13', '14', '15', '16']);
    const samsung = model.startsWith('SM-') && random.chance(0.4);
    return {
      userAgent: chrome('Linux; Android 10; K', version, samsung ? 'SamsungBrowser/29.0 Mobile ' : 'Mobile '),
      facts: {
        s: screenOf(random.pick([360, 393, 412]), random.pick([800, 873, 915]), 0), p: random.pick([2.625, 2.75, 3]), c: 8, m: random.pick([4, 8, 8]), k: 5, o: 'Linux armv81', n: random.pick(['wifi', '4g', 'cellular']), g: [vendor, renderer],
        h: { platform: 'Android', platformVersion: `${os}.0.0`, architecture: '', model, mobile: true, brands: brands(samsung ? 'Samsung Internet' : 'Google Chrome', version) },
        b: [random.chance(0.3) ? 1 : 0, random.whole(8, 100) / 100],
      },
    };
  },
};

const tablet: Family = {
  weight: 3,
  make: (random) => ({
    userAgent: 'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    facts: { s: screenOf(random.pick([820, 834]), 1194, 0), p: 2, c: 8, k: 5, o: 'iPad', g: ['Apple Inc.', 'Apple GPU'] },
  }),
};

const firefox: Family = {
  weight: 3,
  make(random) {
    const [system, platform] = random.pick([['X11; Linux x86_64', 'Linux x86_64'], ['Windows NT 10.0; Win64; x64', 'Win32']] as const);
    const version = random.pick(['144', '145']);
    return {
      userAgent: `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
      facts: { s: screenOf(1920, 1080, 32), p: 1, c: random.pick([4, 8, 16]), k: 0, o: platform, g: ['Intel', 'Intel(R) HD Graphics, or similar'] },
    };
  },
};

const FAMILIES = [windows, mac, iphone, android, tablet, firefox];

export function makeDevice(random: Random): Device {
  return random.weighted(FAMILIES).make(random);
}
