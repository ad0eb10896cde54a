import type { VisitRecord } from '@footfall/contract';
import { CAMPAIGN_PARAMETERS, CLICK_IDS, type ClickId, TAGGED_ASSISTANTS } from '../data/click-ids.js';
import type { Draft } from '../draft.js';
import { MAX_TEXT, storable } from '../text.js';

/** Whether a parameter of an address says which campaign or advertisement sent the visitor. */
export function isCampaignParameter(name: string): boolean {
  return name.startsWith('utm_') || CAMPAIGN_PARAMETERS.has(name as 'utm_source') || CLICK_IDS.has(name);
}

/**
 * Fills the campaign from the landing page's own parameters. Search engines and assistants keep their channel whatever the
 * page is tagged with: the search-engine count is of referrers. A tagged visit from elsewhere is a campaign's.
 */
export function campaignStep(draft: Draft): Draft {
  const { visit } = draft;
  const question = visit.url.indexOf('?');
  if (question !== -1) attribute(visit, readCampaign(visit, question + 1));
  return draft;
}

/** The first value of a field counts, and one of Google's before one of Baidu's. Only parameters that matter cost more than a look-up. */
function readCampaign(visit: VisitRecord, from: number): ClickId | undefined {
  const { url } = visit;
  const hash = url.indexOf('#', from);
  const end = hash === -1 ? url.length : hash;
  let click: ClickId | undefined;
  const others: [keyof VisitRecord & `utm_${string}`, string][] = [];
  for (let at = from; at < end; ) {
    const next = url.indexOf('&', at);
    const stop = next === -1 || next > end ? end : next;
    const equals = url.indexOf('=', at);
    if (equals !== -1 && equals < stop) {
      const name = url.slice(at, equals);
      const field = CAMPAIGN_PARAMETERS.get(name as 'utm_source');
      if (field !== undefined) {
        const value = decoded(url.slice(equals + 1, stop));
        if (name !== field) others.push([field, value]);
        else visit[field] ||= value;
      } else if (click === undefined && CLICK_IDS.has(name)) {
        click = CLICK_IDS.get(name);
        visit.click_id_type = name;
        visit.click_id = decoded(url.slice(equals + 1, stop));
      }
    }
    at = stop + 1;
  }
  for (const [field, value] of others) visit[field] ||= value;
  return click;
}

function attribute(visit: VisitRecord, click: ClickId | undefined): void {
  const tagged = visit.utm_source !== '' || visit.utm_medium !== '' || visit.utm_campaign !== '';
  if (!tagged && click !== undefined) {
    visit.utm_source = click.source;
    visit.utm_medium = click.medium;
  }
  if (visit.channel === 'search' || visit.channel === 'ai') return;
  const assistant = TAGGED_ASSISTANTS.get(visit.utm_source.toLowerCase());
  if (assistant !== undefined) {
    visit.channel = 'ai';
    visit.referer_name = assistant;
  } else if (tagged) visit.channel = 'campaign';
  else if (click !== undefined && (click.channel === 'campaign' || visit.channel === 'direct')) {
    visit.channel = click.channel;
    visit.referer_name = click.name;
  }
}

function decoded(raw: string): string {
  const spaced = raw.replaceAll('+', ' ');
  if (!spaced.includes('%')) return storable(spaced.trim(), MAX_TEXT.word);
  try {
    return storable(decodeURIComponent(spaced).trim(), MAX_TEXT.word);
  } catch {
    // Not UTF-8: the text as it stands says more than nothing.
    return storable(spaced, MAX_TEXT.word);
  }
}
