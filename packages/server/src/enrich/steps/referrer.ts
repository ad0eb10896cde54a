import type { Step } from '../draft.js';
import type { ReferrerFacts } from '../referrer.js';

/** Fills the referrer and the channel it means. The site itself is no referrer. */
export function referrerStep(read: (referrer: string) => ReferrerFacts): Step {
  return (draft) => {
    const { arrival, visit } = draft;
    const facts = read(arrival.referrer);
    if (facts.host === '' || arrival.site.hosts(facts.host)) return draft;
    visit.referer = facts.url;
    visit.referer_host = facts.host;
    visit.channel = facts.channel;
    visit.referer_name = facts.name;
    visit.search_term = facts.term;
    visit.referer_spam = facts.spam ? 1 : 0;
    return draft;
  };
}
