import type { VisitRecord } from '@footfall/contract';
import type { Draft } from '../draft.js';

/**
 * Sets `is_bot` when what the browser measured contradicts the agent, as it does when a script drives a browser in disguise.
 * Agents that admit it (HeadlessChrome, PhantomJS) never get here: the spider step takes them. The mark is a hint for the operator;
 * the visit still counts, because a few people disguise their browser as well.
 */
export function automationStep(draft: Draft): Draft {
  const { client } = draft.arrival;
  if (client === null) return draft;
  const { visit } = draft;
  const brands = client.h?.brands ?? [];
  const oddity =
    brands.some(([brand]) => brand.includes('Headless')) ||
    /headless|phantom|puppeteer|playwright|selenium/iu.test(visit.platform) ||
    (visit.screen_width === 0 && visit.screen_height === 0) ||
    disguised(visit);
  visit.is_bot = oddity ? 1 : 0;
  return draft;
}

/** An agent that names one family of systems, on a navigator.platform that names another. */
function disguised({ user_agent: agent, platform }: VisitRecord): boolean {
  if (platform === '') return false;
  if (agent.includes('Windows NT')) return /^(?:Linux|Mac|iPhone|iPad|Android)/u.test(platform);
  if (agent.includes('Macintosh')) return /^(?:Win|Linux)/u.test(platform);
  if (agent.includes('iPhone')) return /^(?:Win|Linux)/u.test(platform);
  return agent.includes('X11; Linux') && /^(?:Win|Mac)/u.test(platform);
}
