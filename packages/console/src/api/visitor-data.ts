import { type Input, type Output, visitors } from '@footfall/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** Removes everything that is stored of a visitor; answers with how many rows there were. */
export function eraseVisitor(client: Client, input: Input<typeof visitors.erase>): Promise<Output<typeof visitors.erase>> {
  return client.call(visitors.erase, input);
}

/** Every figure on every screen may have fallen. */
export async function visitorErased(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries();
}
