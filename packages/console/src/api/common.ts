import { common, type Input } from '@footfall/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from './client';

/** Milliseconds: lists for pickers change rarely. */
const LOOKUP_AGE = 60_000;

/** The sites that the user may see. */
export function domainListQuery(client: Client) {
  return queryOptions({
    queryKey: [common.domainList.id],
    queryFn: ({ signal }) => client.call(common.domainList, {}, { signal }),
    staleTime: LOOKUP_AGE,
  });
}

/** Countries seen on a site, most first. */
export function countryListQuery(client: Client, domain: string) {
  return queryOptions({
    queryKey: [common.countryList.id, domain],
    queryFn: ({ signal }) => client.call(common.countryList, { domain }, { signal }),
    staleTime: LOOKUP_AGE,
  });
}

/** Device types seen on a site, most first. */
export function deviceListQuery(client: Client, domain: string) {
  return queryOptions({
    queryKey: [common.deviceList.id, domain],
    queryFn: ({ signal }) => client.call(common.deviceList, { domain }, { signal }),
    staleTime: LOOKUP_AGE,
  });
}

/** Operating systems seen on a site, most first. */
export function osNameListQuery(client: Client, domain: string) {
  return queryOptions({
    queryKey: [common.osNameList.id, domain],
    queryFn: ({ signal }) => client.call(common.osNameList, { domain }, { signal }),
    staleTime: LOOKUP_AGE,
  });
}

/** Platforms seen on a site, most first. */
export function platformListQuery(client: Client, domain: string) {
  return queryOptions({
    queryKey: [common.platformList.id, domain],
    queryFn: ({ signal }) => client.call(common.platformList, { domain }, { signal }),
    staleTime: LOOKUP_AGE,
  });
}

/** Values of a column that visits have, most first. */
export function fieldValuesQuery(client: Client, input: Input<typeof common.fieldValues>) {
  return queryOptions({
    queryKey: [common.fieldValues.id, input],
    queryFn: ({ signal }) => client.call(common.fieldValues, input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: LOOKUP_AGE,
    meta: { shownBy: 'editor' },
  });
}
