import { endpoints, type Input, type SpiderRun, type Spider } from '@footfall/contract';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE, previousOfSite } from './live';

const { spiders } = endpoints;
/** Milliseconds between two looks at a rule that is being applied back in time. */
const WATCH_MS = 1_000;

/** The rules with what they took lately, a page of them. */
export function spiderListQuery(client: Client, input: Input<typeof spiders.list>) {
  return queryOptions({ queryKey: [spiders.list.id, input], queryFn: ({ signal }) => client.call(spiders.list, input, { signal }), placeholderData: keepPreviousData });
}

/** The types of the rules. */
export function spiderTypesQuery(client: Client) {
  return queryOptions({ queryKey: [spiders.typeList.id], queryFn: ({ signal }) => client.call(spiders.typeList, {}, { signal }) });
}

/** The names of a type's rules. */
export function spiderNamesQuery(client: Client, type: string) {
  return queryOptions({ queryKey: [spiders.spiderList.id, type], queryFn: ({ signal }) => client.call(spiders.spiderList, { type }, { signal }), enabled: type !== '' });
}

/** What deserves a second look in keywords. */
export function spiderWarningsQuery(client: Client, input: { readonly id: number; readonly keyword: string[] }) {
  return queryOptions({
    queryKey: [spiders.warnings.id, input],
    queryFn: ({ signal }) => client.call(spiders.warnings, input, { signal }),
    enabled: input.keyword.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** Which rule an agent falls to. */
export function spiderTestQuery(client: Client, agent: string) {
  return queryOptions({ queryKey: [spiders.test.id, agent], queryFn: ({ signal }) => client.call(spiders.test, { user_agent: agent }, { signal }), enabled: agent !== '', gcTime: 0 });
}

/** What a rule would take of what is stored; asked only on demand. */
export function spiderDryRunQuery(client: Client, input: Input<typeof spiders.dryRun> | undefined) {
  return queryOptions({
    queryKey: [spiders.dryRun.id, input],
    queryFn: ({ signal }) => client.call(spiders.dryRun, input ?? { type: '', name: '', keyword: [] }, { signal }),
    enabled: input !== undefined,
    gcTime: 0,
  });
}

const isUnderWay = ({ state }: SpiderRun): boolean => state === 'staging' || state === 'moving' || state === 'undoing';

/** The rules that were applied back in time; asked again and again while one is under way. */
export function spiderRunsQuery(client: Client) {
  return queryOptions({
    queryKey: [spiders.runs.id],
    queryFn: ({ signal }) => client.call(spiders.runs, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? WATCH_MS : false),
  });
}

/** Adds a rule, or changes the one of that id. */
export function saveSpider(client: Client, id: number | undefined, fields: Input<typeof spiders.add>): Promise<Spider> {
  return id === undefined ? client.call(spiders.add, fields) : client.call(spiders.edit, { id, ...fields });
}

/** Switches a rule on or off. */
export function switchSpider(client: Client, id: number, status: 0 | 1): Promise<Spider> {
  return client.call(spiders.edit, { id, status });
}

/** Takes a rule off the list. */
export async function removeSpider(client: Client, id: number): Promise<void> {
  await client.call(spiders.remove, { id });
}

/** Does the same to several rules; answers with how many it changed. */
export async function changeSpiders(client: Client, input: Input<typeof spiders.bulk>): Promise<number> {
  return (await client.call(spiders.bulk, input)).changed;
}

/** Applies a stored rule back in time; goes on after the answer. */
export function applySpider(client: Client, id: number): Promise<SpiderRun> {
  return client.call(spiders.apply, { id });
}

/** Undoes what was applied; goes on after the answer. */
export function undoSpiderRun(client: Client, id: number): Promise<SpiderRun> {
  return client.call(spiders.undo, { id });
}

/** Everything that tells of rules asks again. */
export async function spidersChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ predicate: ({ queryKey: [id] }) => typeof id === 'string' && id.startsWith('spider.') });
}

/** Hits by crawlers, a page of them. */
export function spiderLogQuery(client: Client, input: Input<typeof spiders.log>) {
  return queryOptions({ queryKey: [spiders.log.id, input], queryFn: ({ signal }) => client.call(spiders.log, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}

/** Hits by type. */
export function spiderStatisticsQuery(client: Client, input: Input<typeof spiders.statistics>) {
  return queryOptions({ queryKey: [spiders.statistics.id, input], queryFn: ({ signal }) => client.call(spiders.statistics, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}

/** Hits by type over time. */
export function spiderTrendQuery(client: Client, input: Input<typeof spiders.trend>) {
  return queryOptions({ queryKey: [spiders.trend.id, input], queryFn: ({ signal }) => client.call(spiders.trend, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}

/** The addresses asked for most. */
export function spiderTopUrlsQuery(client: Client, input: Input<typeof spiders.topUrls>) {
  return queryOptions({ queryKey: [spiders.topUrls.id, input], queryFn: ({ signal }) => client.call(spiders.topUrls, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}

/** Hits and bytes by status. */
export function spiderStatusesQuery(client: Client, input: Input<typeof spiders.statuses>) {
  return queryOptions({ queryKey: [spiders.statuses.id, input], queryFn: ({ signal }) => client.call(spiders.statuses, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}

/** Which hits are genuine and which are forged. */
export function spiderAuthenticityQuery(client: Client, input: Input<typeof spiders.authenticity>) {
  return queryOptions({ queryKey: [spiders.authenticity.id, input], queryFn: ({ signal }) => client.call(spiders.authenticity, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}

/** The addresses that forged a crawler, as a server or a firewall reads them. */
export function blockListQuery(client: Client, input: Input<typeof spiders.blockList>) {
  return queryOptions({ queryKey: [spiders.blockList.id, input], queryFn: ({ signal }) => client.call(spiders.blockList, input, { signal }), placeholderData: keepPreviousData });
}
