import { type Input, reconcile } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE, previousOfSite } from './live';

/** A site's log beside its beacons, by day. */
export function reconcileDaysQuery(client: Client, input: Input<typeof reconcile.days>) {
  return queryOptions({ queryKey: [reconcile.days.id, input], queryFn: ({ signal }) => client.call(reconcile.days, input, { signal }), placeholderData: previousOfSite(input.domain), meta: LIVE });
}

/** The views behind the figures, a page of them. */
export function reconcileViewsQuery(client: Client, input: Input<typeof reconcile.views>) {
  return queryOptions({ queryKey: [reconcile.views.id, input], queryFn: ({ signal }) => client.call(reconcile.views, input, { signal }), placeholderData: previousOfSite(input.domain), meta: LIVE });
}
