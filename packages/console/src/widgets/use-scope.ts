import type { endpoints, Output } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/client-context';
import { domainListQuery } from '../api/common';
import { summaryQuery } from '../api/home';

type Site = Output<typeof endpoints.common.domainList>[number];

/** The site or sites that a screen is about, and the clock that its days follow. */
export interface Scope {
  /** The IANA zone; undefined while it is not known. */
  readonly zone: string | undefined;
  readonly sites: readonly Site[] | undefined;
  /** No site of that domain is registered, or the user may not see it. */
  readonly unknown: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** @param domain '' for all sites, which are cut in the installation's zone: the server says which one that is */
export function useScope(domain: string): Scope {
  const client = useClient();
  const list = useQuery(domainListQuery(client));
  const all = useQuery({ ...summaryQuery(client, { domain: '' }), enabled: domain === '' });
  const site = list.data?.find((candidate) => candidate.domain === domain);
  const asked = domain === '' ? all : list;
  return {
    zone: domain === '' ? all.data?.cut.time_zone : site?.time_zone,
    sites: list.data,
    unknown: domain !== '' && list.data !== undefined && site === undefined,
    error: asked.data === undefined ? asked.error : null,
    retry: () => {
      void asked.refetch();
    },
  };
}
