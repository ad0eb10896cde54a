import { type AlarmChannel, alarms, type AlarmSendState, type AlarmSettings, type Input } from '@footfall/contract';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** Milliseconds between looks at how many are on. */
const LOOK = 60_000;

/** How many alarms are on; asked again while the page is seen. */
export function alarmCountQuery(client: Client) {
  return queryOptions({
    queryKey: [alarms.count.id],
    queryFn: ({ signal }) => client.call(alarms.count, {}, { signal }),
    refetchInterval: LOOK,
    // A badge: nobody waits for it.
    meta: { shownBy: 'badge' },
  });
}

/** What is or was wrong, the last begun first. */
export function alarmListQuery(client: Client, input: Input<typeof alarms.list>) {
  return queryOptions({ queryKey: [alarms.list.id, input], queryFn: ({ signal }) => client.call(alarms.list, input, { signal }), placeholderData: keepPreviousData, staleTime: 0 });
}

export function alarmSettingsQuery(client: Client) {
  return queryOptions({ queryKey: [alarms.settings.id], queryFn: ({ signal }) => client.call(alarms.settings, {}, { signal }), staleTime: 0 });
}

export function alarmChannelsQuery(client: Client) {
  return queryOptions({ queryKey: [alarms.channels.id], queryFn: ({ signal }) => client.call(alarms.channels, {}, { signal }), staleTime: 0 });
}

export async function setAlarmSettings(client: Client, settings: AlarmSettings): Promise<void> {
  await client.call(alarms.setSettings, settings);
}

/** Judges everything now. @returns how many are on */
export async function lookForAlarms(client: Client): Promise<number> {
  return (await client.call(alarms.look, {})).num;
}

export function saveAlarmChannel(client: Client, channel: Input<typeof alarms.saveChannel>): Promise<AlarmChannel> {
  return client.call(alarms.saveChannel, channel);
}

export async function removeAlarmChannel(client: Client, id: number): Promise<void> {
  await client.call(alarms.removeChannel, { id });
}

/** Sends a test message. @returns how that ended */
export async function testAlarmChannel(client: Client, id: number): Promise<AlarmSendState> {
  return (await client.call(alarms.testChannel, { id })).state;
}

/** Whatever shows alarms, their settings or channels asks again. */
export async function alarmsChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('alarm.') });
}
