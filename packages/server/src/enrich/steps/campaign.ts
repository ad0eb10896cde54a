import type { Channel, VisitRecord } from '@footfall/contract';
import type { Draft } from '../draft.js';
import { MAX_TEXT, storable } from '../text.js';

/** Parameters that advertisers' platforms add to a landing page, and what they say of the visit. */
interface ClickId {
  readonly source: string;
  /** '' where the platform marks unpaid links as well. */
  readonly medium: string;
  /** How the visit arrived when no referrer came along. */
  readonly channel: Channel;
  readonly name: string;
}

/** Sources: the platforms' own help pages on auto-tagging. */
const CLICK_IDS: ReadonlyMap<string, ClickId> = new Map([
  ['gclid', { source: 'google', medium: 'cpc', channel: 'campaign', name: '' }],
  ['gbraid', { source: 'google', medium: 'cpc', channel: 'campaign', name: '' }],
  ['wbraid', { source: 'google', medium: 'cpc', channel: 'campaign', name: '' }],
  ['dclid', { source: 'google', medium: 'display', channel: 'campaign', name: '' }],
  ['msclkid', { source: 'bing', medium: 'cpc', channel: 'campaign', name: '' }],
  ['yclid', { source: 'yandex', medium: 'cpc', channel: 'campaign', name: '' }],
  ['bd_vid', { source: 'baidu', medium: 'cpc', channel: 'campaign', name: '' }],
  ['qhclickid', { source: '360', medium: 'cpc', channel: 'campaign', name: '' }],
  ['ttclid', { source: 'tiktok', medium: 'paid', channel: 'campaign', name: '' }],
  ['twclid', { source: 'twitter', medium: 'paid', channel: 'campaign', name: '' }],
  ['li_fat_id', { source: 'linkedin', medium: 'paid', channel: 'campaign', name: '' }],
  ['epik', { source: 'pinterest', medium: 'paid', channel: 'campaign', name: '' }],
  ['fbclid', { source: '', medium: '', channel: 'social', name: 'Facebook' }],
  ['igshid', { source: '', medium: '', channel: 'social', name: 'Instagram' }],
]);

/** Names that assistants put into `utm_source` when they send no referrer. */
const TAGGED_ASSISTANTS: ReadonlyMap<string, string> = new Map([
  ['chatgpt.com', 'ChatGPT'],
  ['openai', 'ChatGPT'],
  ['perplexity', 'Perplexity'],
  ['perplexity.ai', 'Perplexity'],
  ['copilot.com', 'Copilot'],
  ['gemini', 'Gemini'],
  ['claude.ai', 'Claude'],
  ['deepseek', 'DeepSeek'],
  ['doubao', 'Doubao'],
]);

/** Whether a parameter of an address says which campaign or advertisement sent the visitor. */
export function isCampaignParameter(name: string): boolean {
  return name.startsWith('utm_') || CLICK_IDS.has(name);
}

/**
 * Fills the campaign from the landing page's own parameters. Search engines and assistants keep their channel whatever the
 * page is tagged with: the search-engine count is of referrers. A tagged visit from elsewhere is a campaign's.
 */
export function campaignStep(draft: Draft): Draft {
  const { visit } = draft;
  const question = visit.url.indexOf('?');
  if (question === -1) return draft;
  let click: ClickId | undefined;
  for (const [name, value] of pairs(visit.url, question + 1)) {
    if (name === 'utm_source') visit.utm_source = value;
    else if (name === 'utm_medium') visit.utm_medium = value;
    else if (name === 'utm_campaign') visit.utm_campaign = value;
    else click ??= CLICK_IDS.get(name);
  }
  attribute(visit, click);
  return draft;
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

/** Only the parameters that matter here, decoded; the rest of a long query costs a comparison each. */
function* pairs(url: string, from: number): Generator<readonly [name: string, value: string]> {
  const hash = url.indexOf('#', from);
  const end = hash === -1 ? url.length : hash;
  for (let at = from; at < end; ) {
    const next = url.indexOf('&', at);
    const stop = next === -1 || next > end ? end : next;
    const equals = url.indexOf('=', at);
    if (equals !== -1 && equals < stop) {
      const name = url.slice(at, equals);
      if (isCampaignParameter(name)) yield [name, decoded(url.slice(equals + 1, stop))];
    }
    at = stop + 1;
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
