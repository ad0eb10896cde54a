import type { RefusalReason } from '@footfall/contract';
import { canonicalAddress } from './address-text.js';

/** What the way in needs to know of a registered site. */
export interface CountedSite {
  readonly id: number;
  /** The host name it is registered under, lower case, without port. */
  readonly domain: string;
  /** True when `host` (lower case, without port) is the site itself, `www.`, an alias or, when set, a sub-domain. */
  hosts(host: string): boolean;
  /** False while counting is switched off. */
  readonly isStat: boolean;
  /** True when browsers that ask not to be tracked are not counted. */
  readonly respectDnt?: boolean;
  /** True when campaign parameters are cut from stored urls. */
  readonly stripCampaign?: boolean;
  /**
   * Why a request is not taken; absent where the site leaves nothing out.
   * @param ip canonical, '' when there is none
   * @param at when it happened, milliseconds UTC, as is `now`
   */
  readonly refuses?: (ip: string, url: string, at: number, now: number) => RefusalReason | undefined;
  /** A url without the parameters that the site does not keep; absent where it keeps all. */
  readonly cleanUrl?: (url: string) => string;
  /** An address without its last part; absent where the site keeps it whole. */
  readonly maskAddress?: (ip: string) => string;
}

/** Why a site leaves a request out, whatever way it came in. `ip` as received. */
export function leftOut(site: CountedSite, ip: string, url: string, at: number, now: number): RefusalReason | undefined {
  return site.refuses === undefined ? undefined : site.refuses(canonicalAddress(ip), url, at, now);
}
