import { FootfallError, type endpoints, type Output, type Parsed, type TopListType } from '@footfall/contract';
import type { Asked } from './asked.js';
import { addressText } from './counts.js';
import { namedRange } from './period.js';
import { ranking, rankingMeta, type Ranked, type RankingInput } from './ranking.js';

type TopList = typeof endpoints.home.topList;
export type TopListInput = Omit<Parsed<TopList>, 'page' | 'per_page' | 'domain'>;
type TopRow = Output<TopList>['list'][number];

const FOLDED: Readonly<Record<TopListType, Readonly<Record<'path' | 'host', string | null>>>> = {
  url: { path: 'url_path', host: null },
  entry_url: { path: 'entry_path', host: null },
  referer: { path: null, host: 'referer_host' },
  ip: { path: null, host: null },
};

/** The column of a list. @throws FootfallError `request.invalid` for what can not be folded so */
function columnOf({ type, fold }: Pick<TopListInput, 'type' | 'fold'>): string {
  if (fold === '') return type;
  const folded = FOLDED[type][fold];
  if (folded === null) throw new FootfallError('request.invalid', { fields: [{ path: 'fold', message: `a list of ${type} can not be folded by ${fold}` }] });
  return folded;
}

/** What a top list asks; of today unless a range is given. */
export function topListRanking(input: TopListInput, asked: Asked): Omit<RankingInput, 'page'> {
  const { compare, compare_time } = input;
  return {
    column: columnOf(input),
    figures: input.type === 'ip' ? ['country_code'] : [],
    local: input.query_time ?? namedRange('today', asked.zone, asked.now),
    filters: { country_code: input.country_code, device_type: input.device_type },
    search: input.search,
    sort: input.sort,
    compare,
    compare_time,
  };
}

/** A row as it is shown: addresses as people write them, with their country. */
export function topRow({ row, key, num, before }: Ranked, type: TopListType, asked: Asked): TopRow {
  const compared = before === undefined ? {} : { before };
  if (type !== 'ip') return { key, num, ...compared };
  const code = String(row['m_country_code']);
  return { key: addressText(key), num, country: asked.countryNames(code), country_code: code, ...compared };
}

/**
 * Referrers, pages, entry pages or addresses, most page views first. The list of referrers holds '' for direct visits,
 * so that its total is the page views of the range, as in every other panel.
 */
export async function topList(input: Parsed<TopList>, asked: Asked): Promise<Output<TopList>> {
  const answer = await ranking({ ...topListRanking(input, asked), page: input }, asked);
  return { list: answer.list.map((ranked) => topRow(ranked, input.type, asked)), ...rankingMeta(answer, input) };
}
