import { type Input, report } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE, previousOfSite } from './live';

/** Custom events by name, most first. */
export function eventsQuery(client: Client, input: Input<typeof report.events>) {
  return queryOptions({
    queryKey: [report.events.id, input],
    queryFn: ({ signal }) => client.call(report.events, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}

/** The device report: visits, or groups of them. */
export function reportQuery(client: Client, input: Input<typeof report.search>) {
  return queryOptions({
    queryKey: [report.search.id, input],
    queryFn: ({ signal }) => client.call(report.search, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
  });
}

/** Visits under a filter, newest first. */
export function deviceLogsQuery(client: Client, input: Input<typeof report.deviceLogs>) {
  return queryOptions({
    queryKey: [report.deviceLogs.id, input],
    queryFn: ({ signal }) => client.call(report.deviceLogs, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
  });
}
