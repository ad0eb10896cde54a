import type { endpoints, IpRow, Output, Parsed } from '@footfall/contract';
import type { Asked } from './asked.js';
import { addressText } from './counts.js';
import { namedRange } from './period.js';
import { ranking, rankingMeta, type Ranked, type RankingInput } from './ranking.js';

type UserList = typeof endpoints.deviceLogs.userList;
export type UserListInput = Omit<Parsed<UserList>, 'page' | 'per_page' | 'domain'>;

/** What the list of addresses asks; of today unless a range is given. */
export function userListRanking(input: UserListInput, asked: Asked): Omit<RankingInput, 'page'> {
  const { compare, compare_time, sort } = input;
  const { country, ...rest } = sort;
  return {
    column: 'ip',
    figures: ['country_code'],
    local: input.query_time ?? namedRange('today', asked.zone, asked.now),
    filters: { country_code: input.country_code, device_type: input.device_type },
    search: input.search,
    sort: country === undefined ? rest : { country_code: country },
    compare,
    compare_time,
  };
}

export function ipRowOf({ row, key, num, before }: Ranked, asked: Asked): IpRow {
  const code = String(row['m_country_code']);
  return { key: addressText(key), country: asked.countryNames(code), country_code: code, num, ...(before === undefined ? {} : { before }) };
}

/** Visitors' addresses with their country and page views, most first. */
export async function userList(input: Parsed<UserList>, asked: Asked): Promise<Output<UserList>> {
  const answer = await ranking({ ...userListRanking(input, asked), page: input }, asked);
  return { list: answer.list.map((ranked) => ipRowOf(ranked, asked)), ...rankingMeta(answer, input) };
}
