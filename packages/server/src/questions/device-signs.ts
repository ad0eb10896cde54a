/**
 * What a device can not be: each sign is a condition on the columns of one visit, written once here, so that a list and a trajectory judge alike, and a better
 * condition judges the past as well (as ADR 11 has it for crawlers). What a visit does not tell contradicts nothing. Only facts of platforms stand here:
 *
 * - `marked`: what enrichment found when the visit came in (enrich/steps/automation.ts): platform or hints against the agent, a headless brand, no screen.
 * - `software_gpu`: phones and tablets draw with a chip. SwiftShader, llvmpipe and Mesa OffScreen draw without one, VirtualBox, VMware, Parallels and Microsoft's
 *   basic renderer on behalf of a machine that is none; Android's emulator says so itself. On desktops all of these are found with people.
 * - `foreign_gpu`: Direct3D is Windows' alone and Metal is Apple's; Apple's own chips are in Apple's devices (and under Linux on Macs, which is let be); iPhones
 *   and iPads never had a chip of Qualcomm (Adreno), ARM (Mali), NVIDIA, AMD (Radeon) or Intel, nor Macs one of the first two.
 * - `no_touch`: iPhones, iPads and Android phones are touched. Source: Pointer Events, `maxTouchPoints`; WebKit and Blink report 5 and more.
 *   Android boxes without a touch screen call themselves tablets, which is why Android tablets are let be.
 * - `pixel_ratio`: since the iPhone 4 (2010) every iPhone has at least two pixels to a CSS pixel, and zooming in WebKit does not change the ratio.
 * - `screen`: CSSOM View: the available area is a part of the screen. Compared by long and short side (turning a phone may change one before the other), and
 *   two pixels are let be, which fractional ratios round to.
 * - `memory`: Device Memory (W3C): a power of two, within bounds that makers choose (today 0.25 to 32; an eighth to 64 are let be); Gecko and WebKit do not have it
 *   (MDN, "Navigator.deviceMemory"), and every browser on iOS is WebKit here: the few others do not report it either.
 * - `cores`: HTML, `hardwareConcurrency`: at least 1. Above 512 is no machine that browses; no iPhone has more than 8.
 * - `language`: HTML, `navigator.languages`: at least one. Of the tracker's visits alone, and of those that told other facts.
 * - `time_zone`: the clock of the zone is that of no place in the visit's country: see zone-countries.ts. People travel and use VPNs: a hint.
 */
import { SUSPICION_SIGNS, type SuspicionSign } from '@footfall/contract';
import type { Parameters } from './parameters.js';

export interface DeviceSign {
  readonly code: SuspicionSign;
  /** True or false of a row of visits, NULL where a fact is absent. */
  readonly sql: string;
  /** The columns that contradict each other. */
  readonly values: readonly string[];
}

const DRAWN_BY_SOFTWARE = 'SwiftShader|llvmpipe|softpipe|Mesa OffScreen|VirtualBox|VMware|SVGA3D|Parallels|Microsoft Basic Render|Android Emulator';
const PHONE = "device_type IN ('mobile', 'tablet')";
const APPLE_CHIP = 'Apple (GPU|[AM][0-9])|Metal';
const renders = (pattern: string): string => `match(gpu_renderer, '(?i)${pattern}')`;
const POWERS_OF_TWO = '0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64';
const SIDES = (side: 'greatest' | 'least'): string => `${side}(avail_width, avail_height) > ${side}(screen_width, screen_height) + 2`;

const FOREIGN: readonly string[] = [
  `os_name = 'iOS' AND ${renders('Adreno|Mali-|NVIDIA|GeForce|Radeon|Intel|Direct3D')}`,
  `os_name = 'Android' AND ${renders(`Direct3D|GeForce|${APPLE_CHIP}`)}`,
  `os_name = 'Mac OS' AND ${renders('Adreno|Mali-|Direct3D')}`,
  `os_name = 'Windows' AND ${renders(APPLE_CHIP)}`,
  `os_name IN ('Linux', 'Ubuntu', 'Debian', 'Fedora', 'Chromium OS') AND ${renders('Direct3D|Metal')}`,
];

/** In the order of the bits of a mask. @param apart zone and country that do not go together, as `zone country` */
export function deviceSigns(apart: readonly string[], parameters: Parameters): readonly DeviceSign[] {
  return [
    { code: 'marked', sql: "is_bot = 1 AND bot_reason != ''", values: ['bot_reason', 'platform'] },
    { code: 'software_gpu', sql: `${PHONE} AND ${renders(DRAWN_BY_SOFTWARE)}`, values: ['device_type', 'os_name', 'gpu_renderer'] },
    { code: 'foreign_gpu', sql: FOREIGN.map((one) => `(${one})`).join(' OR '), values: ['os_name', 'gpu_renderer'] },
    { code: 'no_touch', sql: "max_touch_points = 0 AND (os_name = 'iOS' OR (os_name = 'Android' AND device_type = 'mobile'))", values: ['os_name', 'device_type', 'max_touch_points'] },
    { code: 'pixel_ratio', sql: "device_model = 'iPhone' AND device_pixel_ratio > 0 AND device_pixel_ratio < 2", values: ['device_model', 'device_pixel_ratio'] },
    { code: 'screen', sql: `screen_width > 0 AND screen_height > 0 AND (${SIDES('greatest')} OR ${SIDES('least')})`, values: ['screen_width', 'screen_height', 'avail_width', 'avail_height'] },
    {
      code: 'memory', sql: `isNotNull(ram) AND (ram NOT IN (${POWERS_OF_TWO}) OR engine_name = 'Gecko' OR os_name = 'iOS' OR (os_name = 'Mac OS' AND browser_name = 'Safari'))`,
      values: ['ram', 'browser_name', 'os_name'],
    },
    { code: 'cores', sql: "cpu_cores = 0 OR cpu_cores > 512 OR (device_model = 'iPhone' AND cpu_cores > 8)", values: ['cpu_cores', 'os_name'] },
    { code: 'language', sql: "source = 'tracker' AND languages = '' AND isNotNull(screen_width) AND isNotNull(cpu_cores)", values: ['browser_name'] },
    { code: 'time_zone', sql: apart.length === 0 ? '0' : `concat(timezone, ' ', country_code) IN ${parameters.add('apart', 'Array(String)', apart)}`, values: ['timezone', 'country_code'] },
  ];
}

/** Of a sign in a mask. */
export const bitOf = (code: SuspicionSign): number => 2 ** SUSPICION_SIGNS.findIndex((sign) => sign.code === code);

/** The signs of a mask, in their order. */
export const signsIn = (mask: number): SuspicionSign[] => SUSPICION_SIGNS.filter((_, i) => Math.floor(mask / 2 ** i) % 2 === 1).map(({ code }) => code);

/** All that are `sure`. */
export const SURE_MASK = SUSPICION_SIGNS.reduce((mask, { weight }, i) => (weight === 'sure' ? mask + 2 ** i : mask), 0);
export const ANY_MASK = 2 ** SUSPICION_SIGNS.length - 1;

/** Of those that a visitor's walk tells, not its device. */
export const WALK_MASK = bitOf('regular_walk') + bitOf('fast_walk');

/** The mask of a row of visits, UInt32: what is NULL is no sign. */
export function maskSql(signs: readonly DeviceSign[]): string {
  return `toUInt32(${signs.map(({ code, sql }) => `if(${sql}, ${bitOf(code)}, 0)`).join(' + ')})`;
}
