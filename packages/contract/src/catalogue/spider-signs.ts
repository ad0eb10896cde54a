/** By what the generic detector knows a crawler that no rule names; what a hit keeps as its reason then. */
export const SPIDER_SIGNS = [
  'empty agent',
  'automated browser',
  'feed reader',
  'link preview',
  'monitor',
  'scanner',
  'seo tool',
  'archiver',
  'crawler word',
  'contact in agent',
  'impossible browser',
  'library name',
  'bare product name',
  'isbot',
] as const;

export type SpiderSign = (typeof SPIDER_SIGNS)[number];
