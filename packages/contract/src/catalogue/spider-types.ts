/** The types that the shipped spider rules use; an operator may add more. Source: DEFINITIONS, "spider type / name". */
export const SPIDER_TYPES = [
  'search_engine',
  'ai_training',
  'ai_search',
  'ai_assistant',
  'seo_tool',
  'social_preview',
  'monitor',
  'feed',
  'security_scanner',
  'library',
  'other',
] as const;

export type SpiderType = (typeof SPIDER_TYPES)[number];
