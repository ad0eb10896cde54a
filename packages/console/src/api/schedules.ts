import { type Input, type ReportSchedule, type ReportState, schedules } from '@footfall/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** Reports that go out by e-mail. */
export function schedulesQuery(client: Client) {
  return queryOptions({ queryKey: [schedules.list.id], queryFn: ({ signal }) => client.call(schedules.list, {}, { signal }), staleTime: 0 });
}

export function saveSchedule(client: Client, schedule: Input<typeof schedules.save>): Promise<ReportSchedule> {
  return client.call(schedules.save, schedule);
}

export async function removeSchedule(client: Client, id: number): Promise<void> {
  await client.call(schedules.remove, { id });
}

/** Sends the report of the last whole period. @returns how that ended */
export async function sendSchedule(client: Client, id: number): Promise<ReportState> {
  return (await client.call(schedules.send, { id })).state;
}

/** The list asks again. */
export async function schedulesChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [schedules.list.id] });
}
