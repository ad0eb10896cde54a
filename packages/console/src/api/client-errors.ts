import { CLIENT_ERROR_LIMITS, type ClientErrorItem, clientErrors } from '@footfall/contract';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** Milliseconds between looks at how many there are. */
const LOOK = 60_000;

/** How many groups of errors there are; asked again while the page is seen. */
export function clientErrorCountQuery(client: Client) {
  return queryOptions({
    queryKey: [clientErrors.count.id],
    queryFn: ({ signal }) => client.call(clientErrors.count, {}, { signal }),
    refetchInterval: LOOK,
    // A badge: nobody waits for it.
    meta: { shownBy: 'badge' },
  });
}

/** A page of them, the last seen first. */
export function clientErrorListQuery(client: Client, page: number, perPage: number) {
  return queryOptions({
    queryKey: [clientErrors.list.id, page, perPage],
    queryFn: ({ signal }) => client.call(clientErrors.list, { page, per_page: perPage }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { shownBy: 'panel' },
  });
}

export async function clearClientErrors(client: Client): Promise<void> {
  await client.call(clientErrors.clear, {});
}

/** Whatever shows them asks again. */
export async function clientErrorsChanged(queries: QueryClient): Promise<void> {
  await Promise.all([clientErrors.list.id, clientErrors.count.id].map((id) => queries.invalidateQueries({ queryKey: [id] })));
}

/** Tells the server of errors, also while the page is being left. @returns whether it took note; never rejects, or telling of errors would make more */
export function reportClientErrors(client: Client, from: { readonly version: string; readonly browser: string }, items: ClientErrorItem[]): Promise<boolean> {
  const version = from.version.slice(0, CLIENT_ERROR_LIMITS.version);
  return client.call(clientErrors.report, { version, browser: from.browser, items }, { keepalive: true }).then(
    () => true,
    () => false,
  );
}
