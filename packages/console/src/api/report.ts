import { endpoints, type Input } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE, previousOfSite } from './live';

/** Custom events by name, most first. */
export function eventsQuery(client: Client, input: Input<typeof endpoints.report.events>) {
  return queryOptions({
    queryKey: [endpoints.report.events.id, input],
    queryFn: ({ signal }) => client.call(endpoints.report.events, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}

/** Visits under a filter, newest first. */
export function deviceLogsQuery(client: Client, input: Input<typeof endpoints.report.deviceLogs>) {
  return queryOptions({
    queryKey: [endpoints.report.deviceLogs.id, input],
    queryFn: ({ signal }) => client.call(endpoints.report.deviceLogs, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
  });
}
