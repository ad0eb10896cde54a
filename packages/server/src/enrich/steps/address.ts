import type { Step } from '../draft.js';
import type { Geo } from '../geo.js';

/** Fills `ip` with the canonical address, and the place it is at. */
export function addressStep(geo: Geo): Step {
  return (draft) => {
    const place = geo(draft.arrival.ip);
    draft.visit.ip = place.ip;
    draft.visit.country_code = place.country;
    draft.visit.region = place.region;
    draft.visit.city = place.city;
    draft.visit.isp = place.isp;
    return draft;
  };
}
