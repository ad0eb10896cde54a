import type { Hit, VisitRecord } from '@footfall/contract';
import type { Draft } from '../draft.js';

/**
 * Sets `is_bot`, and says why in `bot_reason`, when what the browser measured contradicts the agent, as it does when a script drives
 * a browser in disguise. Agents that admit it (HeadlessChrome, PhantomJS) never get here: the spider step takes them. The mark is a
 * hint for the operator; the visit still counts, because a few people disguise their browser as well.
 */
export function automationStep(draft: Draft): Draft {
  const { client } = draft.arrival;
  if (client === null) return draft;
  const { visit } = draft;
  visit.bot_reason = oddity(visit, client);
  visit.is_bot = visit.bot_reason === '' ? 0 : 1;
  return draft;
}

const DRIVERS = /headless|phantom|puppeteer|playwright|selenium/iu;
/** Renderers without a graphics card, which desktop browsers on real machines hardly ever use and headless ones always do. */
const SOFTWARE_RENDERER = /SwiftShader|llvmpipe|Mesa OffScreen/iu;

/** In words of the product: a closed list, so that the console can filter by it. '' when nothing is odd. */
function oddity(visit: VisitRecord, client: Hit): string {
  if (client.h?.brands?.some(([brand]) => brand.includes('Headless')) === true) return 'headless brand';
  if (DRIVERS.test(visit.platform)) return 'automation platform';
  if (visit.screen_width === 0 && visit.screen_height === 0) return 'no screen';
  if (isDisguised(visit)) return 'platform contradicts agent';
  if (hintContradicts(visit, client)) return 'hints contradict agent';
  if (visit.languages === '' && SOFTWARE_RENDERER.test(visit.gpu_renderer)) return 'no graphics and no language';
  return '';
}

/** An agent that names one family of systems, on a navigator.platform that names another. */
function isDisguised({ user_agent: agent, platform }: VisitRecord): boolean {
  if (platform === '') return false;
  if (agent.includes('Windows NT')) return /^(?:Linux|Mac|iPhone|iPad|Android)/u.test(platform);
  if (agent.includes('Macintosh')) return /^(?:Win|Linux)/u.test(platform);
  if (agent.includes('iPhone')) return /^(?:Win|Linux)/u.test(platform);
  return agent.includes('X11; Linux') && /^(?:Win|Mac)/u.test(platform);
}

/** Browsers build the agent and the hints from the same place; telephones that ask for the desktop page change both. */
function hintContradicts({ user_agent: agent }: VisitRecord, { h: hints }: Hit): boolean {
  if (hints?.platform === 'Windows') return /Macintosh|iPhone|Android/u.test(agent);
  if (hints?.platform === 'macOS') return /Windows NT|iPhone|Android/u.test(agent);
  return hints?.platform === 'Linux' && /Windows NT|Macintosh|iPhone/u.test(agent);
}
