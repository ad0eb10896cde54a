import { audit, type Input } from '@footfall/contract';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** Who did what, newest first. */
export function auditQuery(client: Client, input: Input<typeof audit.list>) {
  return queryOptions({
    queryKey: [audit.list.id, input],
    queryFn: ({ signal }) => client.call(audit.list, input, { signal }),
    placeholderData: keepPreviousData,
    // Whoever looks wants to see what was done just now.
    staleTime: 0,
  });
}

/** Days that the log is kept, 0 for ever. */
export function auditRetentionQuery(client: Client) {
  return queryOptions({
    queryKey: [audit.retention.id],
    queryFn: ({ signal }) => client.call(audit.retention, {}, { signal }),
  });
}

/** Changes how long the log is kept; what is older goes at once. */
export async function setAuditRetention(client: Client, days: number): Promise<void> {
  await client.call(audit.setRetention, { days });
}

/** The log and its setting ask again. */
export async function auditChanged(queries: QueryClient): Promise<void> {
  const asked = new Set<unknown>([audit.list.id, audit.retention.id]);
  await queries.invalidateQueries({ predicate: (query) => asked.has(query.queryKey[0]) });
}
