import { devices, type Input } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { previousOfSite } from './live';

/** Device models under a filter. */
export function deviceModelsQuery(client: Client, input: Input<typeof devices.models>) {
  return queryOptions({
    queryKey: [devices.models.id, input],
    queryFn: ({ signal }) => client.call(devices.models, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
  });
}

/** Devices of visitors, each with its newest visits. */
export function devicesQuery(client: Client, input: Input<typeof devices.full>) {
  return queryOptions({
    queryKey: [devices.full.id, input],
    queryFn: ({ signal }) => client.call(devices.full, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
  });
}
