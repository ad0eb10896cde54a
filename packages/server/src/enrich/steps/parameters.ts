import type { Draft } from '../draft.js';

/** Cuts the parameters that the site does not keep from the url, before anything else takes it over. */
export function parametersStep(draft: Draft): Draft {
  const { cleanUrl } = draft.arrival.site;
  if (cleanUrl !== undefined) draft.visit.url = cleanUrl(draft.visit.url);
  return draft;
}
