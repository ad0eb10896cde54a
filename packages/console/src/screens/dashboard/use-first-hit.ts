import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client-context';
import { websiteStatisticsQuery } from '../../api/websites';

/** Milliseconds between two looks. */
const EVERY = 5_000;

/**
 * Looks every few seconds, while the page is seen, whether a site has received anything yet.
 * @param domain undefined: nothing to look for
 */
export function useFirstHit(domain: string | undefined): { readonly arrived: boolean } {
  const client = useClient();
  const { data } = useQuery({
    ...websiteStatisticsQuery(client, { domain: domain ?? '', per_page: 20 }),
    enabled: domain !== undefined,
    staleTime: 0,
    meta: { shownBy: 'waiting' },
    refetchInterval: (query) => (hitOf(query.state.data, domain) ? false : EVERY),
  });
  return { arrived: hitOf(data, domain) };
}

interface Seen {
  readonly list: readonly { readonly domain: string; readonly last_hit_at: string | null }[];
}

/** The search is by part of the domain, so the answer may hold other sites. */
function hitOf(data: Seen | undefined, domain: string | undefined): boolean {
  return data?.list.some((site) => site.domain === domain && site.last_hit_at !== null) ?? false;
}
