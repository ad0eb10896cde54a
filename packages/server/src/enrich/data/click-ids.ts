import type { Channel } from '@footfall/contract';

/** A parameter that an advertiser's platform adds to a landing page, and what it says of the visit. */
export interface ClickId {
  readonly source: string;
  /** '' where the platform marks unpaid links as well. */
  readonly medium: string;
  /** How the visit arrived when no referrer came along. */
  readonly channel: Channel;
  /** Of the network, where the channel is one. */
  readonly name: string;
}

const paid = (source: string, medium = 'cpc'): ClickId => ({ source, medium, channel: 'campaign', name: '' });
const network = (name: string): ClickId => ({ source: '', medium: '', channel: 'social', name });

/** Sources: the platforms' own help pages on auto-tagging. */
export const CLICK_IDS: ReadonlyMap<string, ClickId> = new Map([
  ['gclid', paid('google')],
  ['gbraid', paid('google')],
  ['wbraid', paid('google')],
  ['dclid', paid('google', 'display')],
  ['gclsrc', paid('google')],
  ['msclkid', paid('bing')],
  ['yclid', paid('yandex')],
  ['ysclid', { source: '', medium: '', channel: 'search', name: 'Yandex' }],
  ['bd_vid', paid('baidu')],
  ['qhclickid', paid('360')],
  ['sogou_vid', paid('sogou')],
  ['gdt_vid', paid('tencent', 'paid')],
  ['qz_gdt', paid('tencent', 'paid')],
  ['ttclid', paid('tiktok', 'paid')],
  ['twclid', paid('twitter', 'paid')],
  ['li_fat_id', paid('linkedin', 'paid')],
  ['epik', paid('pinterest', 'paid')],
  ['rdt_cid', paid('reddit', 'paid')],
  ['sccid', paid('snapchat', 'paid')],
  ['tblci', paid('taboola', 'paid')],
  ['obclid', paid('outbrain', 'paid')],
  ['irclickid', paid('impact', 'affiliate')],
  ['awc', paid('awin', 'affiliate')],
  ['vmcid', paid('yahoo', 'paid')],
  ['fbclid', network('Facebook')],
  ['igshid', network('Instagram')],
  ['igsh', network('Instagram')],
]);

/** The fields of a campaign, and the parameters that fill them: Google's (utm) first, then those of Baidu Tongji (hm). */
export const CAMPAIGN_PARAMETERS = new Map([
  ['utm_source', 'utm_source'],
  ['utm_medium', 'utm_medium'],
  ['utm_campaign', 'utm_campaign'],
  ['utm_term', 'utm_term'],
  ['utm_content', 'utm_content'],
  ['hmsr', 'utm_source'],
  ['hmmd', 'utm_medium'],
  ['hmpl', 'utm_campaign'],
  ['hmkw', 'utm_term'],
  ['hmci', 'utm_content'],
] as const);

/** Names that assistants put into `utm_source` when they send no referrer. */
export const TAGGED_ASSISTANTS: ReadonlyMap<string, string> = new Map([
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
