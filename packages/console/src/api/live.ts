import type { Query } from '@tanstack/react-query';

/** Marks the queries of panels that refresh together while their range includes now. */
export const LIVE = { live: true } as const;

/** Whether a query is one of those, and on the screen. */
export function isLive(query: Query): boolean {
  return query.meta?.['live'] === true && query.isActive();
}

/**
 * While a question is asked anew the old answer stays, dimmed; but never the answer of another site.
 * @param domain the site of the new question
 */
export function previousOfSite(domain: string): <T>(data: T | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) => T | undefined {
  return (data, query) => (domainOf(query?.queryKey[1]) === domain ? data : undefined);
}

function domainOf(input: unknown): unknown {
  if (typeof input === 'string') return input;
  return typeof input === 'object' && input !== null && 'domain' in input ? input.domain : '';
}
