import type { Step } from '../draft.js';
import type { Geo } from '../geo.js';

/** Fills `ip` with the canonical address, or what the site keeps of it, and the place that the whole address is at. */
export function addressStep(geo: Geo): Step {
  return (draft) => {
    const place = geo(draft.arrival.ip);
    const { maskAddress } = draft.arrival.site;
    draft.visit.ip = maskAddress === undefined ? place.ip : maskAddress(place.ip);
    draft.visit.country_code = place.country;
    draft.visit.region = place.region;
    draft.visit.city = place.city;
    draft.visit.isp = place.isp;
    return draft;
  };
}
