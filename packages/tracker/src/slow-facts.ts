import type { ClientHints, WireHit } from '@footfall/contract/hit';

interface AgentData {
  getHighEntropyValues(names: string[]): Promise<{
    platform?: string; platformVersion?: string; architecture?: string; model?: string; mobile?: boolean;
    fullVersionList?: { brand: string; version: string }[];
  }>;
}
interface BatteryNavigator {
  getBattery?(): Promise<{ charging: boolean; level: number }>;
}

const HINTS = ['platformVersion', 'architecture', 'model', 'fullVersionList'];

/** The browser's client hints; undefined where it has none, which is everywhere but in Chromium on https. */
export async function hints(): Promise<ClientHints | undefined> {
  try {
    const { fullVersionList, ...rest } = (await (navigator as { userAgentData?: AgentData }).userAgentData?.getHighEntropyValues(HINTS)) ?? {};
    const { platform, platformVersion, architecture, model, mobile } = rest;
    if (!platform) return undefined;
    return {
      platform, platformVersion, architecture, model, mobile,
      brands: fullVersionList?.slice(0, 10).map(({ brand, version }): [string, string] => [brand, version]),
    };
  } catch {
    return undefined;
  }
}

/** [charging 0/1, level 0..1]; undefined where the browser does not tell. */
export async function battery(): Promise<WireHit['b']> {
  try {
    const state = await (navigator as BatteryNavigator).getBattery?.();
    return state && [state.charging ? 1 : 0, state.level];
  } catch {
    return undefined;
  }
}
