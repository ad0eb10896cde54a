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

/** The types of the crawlers that take pages for AI: what they take them for. */
export const AI_TYPES = ['ai_training', 'ai_search', 'ai_assistant'] as const satisfies readonly SpiderType[];

export type AiType = (typeof AI_TYPES)[number];
