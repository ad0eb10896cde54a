import type { Draft } from '../draft.js';
import { isCampaignParameter } from './campaign.js';

/**
 * Cuts campaign parameters and click ids from the url, where the site wants it so: after they were read, before the
 * session takes the url for its entry page. What remains is kept to the letter and in its order.
 */
export function stripStep(draft: Draft): Draft {
  if (draft.arrival.site.stripCampaign === true) draft.visit.url = withoutCampaign(draft.visit.url);
  return draft;
}

/** A url without the parameters that say which campaign sent the visitor; without any other left, without its `?`. */
export function withoutCampaign(url: string): string {
  const question = url.indexOf('?');
  const hash = url.indexOf('#');
  if (question === -1 || (hash !== -1 && hash < question)) return url;
  const query = url.slice(question + 1, hash === -1 ? undefined : hash);
  const parameters = query.split('&');
  const kept = parameters.filter((parameter) => !isCampaignParameter(parameter.split('=', 1)[0] ?? ''));
  if (kept.length === parameters.length) return url;
  const rest = kept.join('&');
  return url.slice(0, question) + (rest === '' ? '' : `?${rest}`) + (hash === -1 ? '' : url.slice(hash));
}
