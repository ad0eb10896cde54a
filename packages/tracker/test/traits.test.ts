import { describe, expect, it } from 'vitest';
import { fingerprint } from '../src/fingerprint.js';
import { gpuModel } from '../src/gpu-name.js';
import { readTraits, type Scope } from '../src/traits.js';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Changes {
  agent?: string;
  screen?: { width: number; height: number; colorDepth?: number };
  ratio?: number;
  locale?: string;
  zone?: string;
  more?: object;
}

function scope({ agent = CHROME, screen = { width: 1920, height: 1080 }, ratio = 1, locale = 'en-GB', zone = 'Europe/London', more = {} }: Changes = {}): Scope {
  return {
    navigator: { userAgent: agent, platform: 'Win32', vendor: 'Google Inc.', hardwareConcurrency: 8, maxTouchPoints: 0, ...more },
    screen: { colorDepth: 24, ...screen },
    devicePixelRatio: ratio,
    Intl: { DateTimeFormat: () => ({ resolvedOptions: () => ({ locale, timeZone: zone, calendar: 'gregory', numberingSystem: 'latn' }) }) },
  };
}
const print = (changes?: Changes): string => fingerprint(readTraits(scope(changes)));

describe('the fingerprint', () => {
  it.each<[string, Changes]>([
    ['a newer version', { agent: CHROME.replace('145.0.0.0', '146.0.7890.12') }],
    ['zoom', { ratio: 1.25 }],
    ['a turned screen', { screen: { width: 1080, height: 1920 } }],
    ['other languages', { more: { languages: ['fr', 'en'], language: 'fr' } }],
  ])('is the same after %s', (_what, changes) => {
    expect(print(changes)).toBe(print());
  });

  it.each<[string, Changes]>([
    ['browser', { agent: `${CHROME} Edg/145.0.0.0` }],
    ['name at its end', { agent: `${CHROME} Brave` }],
    ['screen', { screen: { width: 2560, height: 1440 } }],
    ['time zone', { zone: 'Europe/Paris' }],
    ['language of the browser', { locale: 'fr-FR' }],
    ['number of cores', { more: { hardwareConcurrency: 16 } }],
    ['memory', { more: { deviceMemory: 4 } }],
    ['touch', { more: { maxTouchPoints: 10 } }],
    ['platform', { more: { platform: 'MacIntel' } }],
  ])('is another with another %s', (_what, changes) => {
    expect(print(changes)).not.toBe(print());
  });

  it('is the same at each zoom of Firefox, which divides the screen and rounds it', () => {
    // Firefox zooms by whole sixtieths of a pixel: 110 % is really 60/55.
    const units = [200, 120, 90, 75, 67, 60, 55, 50, 45, 40, 35, 30, 25, 20, 15, 12];
    const prints = (width: number, height: number) =>
      new Set(units.map((unit) => print({ agent: FIREFOX, ratio: 60 / unit, screen: { width: Math.round((width * unit) / 60), height: Math.round((height * unit) / 60) } })));
    for (const [width, height] of [[1920, 1080], [2560, 1440], [1440, 900], [1280, 720], [3840, 2160]] as const) expect([width, prints(width, height).size]).toEqual([width, 1]);
  });

  it('leaves out what Firefox and Brave falsify', () => {
    expect(print({ agent: FIREFOX, more: { hardwareConcurrency: 4 } })).toBe(print({ agent: FIREFOX, more: { hardwareConcurrency: 2 } }));
    expect(print({ more: { brave: {}, hardwareConcurrency: 4, deviceMemory: 2 } })).toBe(print({ more: { brave: {}, hardwareConcurrency: 7, deviceMemory: 8 } }));
  });

  it('is one also of a browser that tells nothing', () => {
    const nothing = new Proxy({}, { get: () => { throw new Error('no'); } }); // prettier-ignore
    const bare = { navigator: nothing, Intl: undefined } as unknown as Scope;
    expect(fingerprint(readTraits({ ...bare, navigator: {} as Scope['navigator'] }))).toMatch(/^[0-9a-f]{16}$/u);
  });
});

describe('the model of a phone', () => {
  const phone = (middle: string) => readTraits(scope({ agent: `Mozilla/5.0 (Linux; ${middle}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36` })).model;
  it.each([
    ['Android 13; SM-S918B', 'SM-S918B'],
    ['Android 13; SM-S918B Build/TP1A.220624.014', 'SM-S918B'],
    ['Android 13; SM-S918B Build/TP1A.220624.014; wv', 'SM-S918B'],
    ['Android 9; zh-cn; Redmi Note 8 Pro Build/PKQ1', 'Redmi Note 8 Pro'],
    ['U; Android 10; zh-CN; V2020A Build/QP1A', 'V2020A'],
    ['Android 10; K', ''],
  ])('in %s is %j', (middle, model) => {
    expect(phone(middle)).toBe(model);
  });

  it('is what an app on an iPhone says of it', () => {
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/460.0.0.1;FBDV/iPhone14,5;FBMD/iPhone]';
    expect(readTraits(scope({ agent })).model).toBe('iPhone14,5');
  });
});

describe('the model of a graphics unit', () => {
  it.each([
    [['ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 (0x00002504) Direct3D11 vs_5_0 ps_5_0, D3D11)', 'ANGLE (NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0)', 'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11-31.0.15.3623)'], 'nvidia geforce rtx 3060'],
    [['ANGLE (Apple, ANGLE Metal Renderer: Apple M1, Unspecified Version)', 'ANGLE (Apple, Apple M1, OpenGL 4.1)', 'Apple M1, or similar'], 'apple m1'],
    [['ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6 (Core Profile) Mesa 21.2.6)', 'Mesa DRI Intel(R) UHD Graphics 620 (KBL GT2)'], 'intel uhd graphics 620 kbl gt2'],
    [['Adreno (TM) 740', 'ANGLE (Qualcomm, Adreno (TM) 740, OpenGL ES 3.2)', 'ANGLE (Qualcomm, Adreno (TM) 740, OpenGL ES 3.2 V@0615.65)'], 'adreno 740'],
    [['Mali-G78', 'ANGLE (ARM, Mali-G78, OpenGL ES 3.2)', 'ANGLE (ARM, Mali-G78, Vulkan 1.1.177)'], 'mali-g78'],
    [['Apple GPU'], 'apple gpu'],
  ])('%j is the same through updates', (names, model) => {
    for (const name of names) expect([name, gpuModel(name)]).toEqual([name, model]);
  });
});
