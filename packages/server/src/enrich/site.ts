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
}
