import { common, home, type Input, type Website, type WebsiteMembers, websites } from '@footfall/contract';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE } from './live';

/** The registered sites, a page of them. */
export function websiteListQuery(client: Client, input: Input<typeof websites.list>) {
  return queryOptions({
    queryKey: [websites.list.id, input],
    queryFn: ({ signal }) => client.call(websites.list, input, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Sites with their figures of today and yesterday, a page of them. */
export function websiteStatisticsQuery(client: Client, input: Input<typeof websites.statistics>) {
  return queryOptions({
    queryKey: [websites.statistics.id, input],
    queryFn: ({ signal }) => client.call(websites.statistics, input, { signal }),
    placeholderData: keepPreviousData,
    meta: LIVE,
  });
}

/** Where the pages of the sites reach the server, '' when its operator did not say. */
export function publicAddressQuery(client: Client) {
  return queryOptions({
    queryKey: [websites.publicAddress.id],
    queryFn: ({ signal }) => client.call(websites.publicAddress, {}, { signal }),
    staleTime: Infinity,
  });
}

/** Registers a site. */
export function addWebsite(client: Client, input: Input<typeof websites.add>): Promise<Website> {
  return client.call(websites.add, input);
}

/** Changes fields of a site. */
export function editWebsite(client: Client, input: Input<typeof websites.edit>): Promise<Website> {
  return client.call(websites.edit, input);
}

/** Takes a site off the list; its stored data is kept, or erased for ever. */
export async function removeWebsite(client: Client, input: Input<typeof websites.remove>): Promise<void> {
  await client.call(websites.remove, input);
}

/** Milliseconds between two looks whether something arrives. */
const CHECK_EVERY = 3_000;

/** What arrives of a site and what is refused, looked at again and again while it is shown. */
export function liveCheckQuery(client: Client, id: number) {
  return queryOptions({
    queryKey: [websites.liveCheck.id, id],
    queryFn: ({ signal }) => client.call(websites.liveCheck, { id }, { signal }),
    staleTime: 0,
    refetchInterval: CHECK_EVERY,
    meta: { shownBy: 'panel' },
  });
}

/** Who may see a site. */
export function websiteMembersQuery(client: Client, id: number) {
  return queryOptions({
    queryKey: [websites.members.id, id],
    queryFn: ({ signal }) => client.call(websites.members, { id }, { signal }),
    staleTime: 0,
    meta: { shownBy: 'panel' },
  });
}

/** Grants a site to exactly these roles. */
export function setWebsiteMembers(client: Client, id: number, roles: readonly string[]): Promise<WebsiteMembers> {
  return client.call(websites.setMembers, { id, roles: [...roles] });
}

/** Everything that lists sites asks again. */
export async function websitesChanged(queries: QueryClient): Promise<void> {
  const lists = new Set<unknown>([websites.list.id, websites.statistics.id, common.domainList.id, home.summary.id]);
  await queries.invalidateQueries({ predicate: (query) => lists.has(query.queryKey[0]) });
}
