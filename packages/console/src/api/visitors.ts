import { deviceLogs, type Input, report } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE, previousOfSite } from './live';

/** Visitors' addresses with their country and page views. */
export function visitorIpsQuery(client: Client, input: Input<typeof deviceLogs.userList>) {
  return queryOptions({
    queryKey: [deviceLogs.userList.id, input],
    queryFn: ({ signal }) => client.call(deviceLogs.userList, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}

/** What is known of one visitor. */
export function visitInfoQuery(client: Client, input: Input<typeof report.visitInfo>) {
  return queryOptions({
    queryKey: [report.visitInfo.id, input],
    queryFn: ({ signal }) => client.call(report.visitInfo, input, { signal }),
  });
}

/** The sessions of one visitor; never those of another in their place. */
export function trajectoryQuery(client: Client, input: Input<typeof deviceLogs.userTrajectory>) {
  return queryOptions({
    queryKey: [deviceLogs.userTrajectory.id, input],
    queryFn: ({ signal }) => client.call(deviceLogs.userTrajectory, input, { signal }),
  });
}
