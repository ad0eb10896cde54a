import type { SpiderRule } from '../spider-rules.js';

export const DEFAULT_SPIDER_RULES: readonly SpiderRule[] = [
  { id: 1, type: 'search_engine', name: 'Google', keywords: ['Googlebot'], enabled: true },
  { id: 2, type: 'search_engine', name: 'Baidu', keywords: ['Baiduspider'], enabled: true },
];
