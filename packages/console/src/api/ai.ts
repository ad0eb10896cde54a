import { endpoints, type Input } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE, previousOfSite } from './live';

const { ai } = endpoints;

/** Who runs AI crawlers and assistants: what they took and the visits that they sent. */
export function aiOperatorsQuery(client: Client, input: Input<typeof ai.operators>) {
  return queryOptions({ queryKey: [ai.operators.id, input], queryFn: ({ signal }) => client.call(ai.operators, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}

/** Both directions over time. */
export function aiTrendQuery(client: Client, input: Input<typeof ai.trend>) {
  return queryOptions({ queryKey: [ai.trend.id, input], queryFn: ({ signal }) => client.call(ai.trend, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}

/** Both directions by page. */
export function aiPagesQuery(client: Client, input: Input<typeof ai.pages>) {
  return queryOptions({ queryKey: [ai.pages.id, input], queryFn: ({ signal }) => client.call(ai.pages, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}
