import { proof, type Input, type Output } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';

export type Proof = Output<typeof proof.open>;

/** How an answer comes about: asked when it is looked at, and anew each time. */
export function proofQuery(client: Client, input: Input<typeof proof.open>) {
  return queryOptions({ queryKey: [proof.open.id, input], queryFn: ({ signal }) => client.call(proof.open, input, { signal }), staleTime: 0, gcTime: 0 });
}
